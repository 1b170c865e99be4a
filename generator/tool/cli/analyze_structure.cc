// `mortise analyze modes`, `preload` and `sweep`: structures.
#include <fmt/format.h>

#include <cmath>

#include "generator/ground/text/number_text.hpp"
#include "generator/judge/analyses/natural_modes.hpp"
#include "generator/judge/analyses/preload.hpp"
#include "generator/judge/analyses/sweep.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/engine_option.hpp"
#include "generator/tool/cli/failure.hpp"
#include "generator/tool/cli/result_table.hpp"
#include "generator/tool/pipeline/build.hpp"
#include "generator/tool/pipeline/choose.hpp"

namespace mortise::gen {
namespace {

struct ModesArguments : DefinitionArguments {
  int count = 20;
  std::string interface;  // empty: open
  bool reduced = false;
  EngineArguments engine;
};

// The springs of the joint that hold, by the name of a state.
JointState joint_state(const ModesArguments& a, const Definition& definition) {
  if (a.interface.empty() || a.interface == "open") return JointState::open;
  const bool any = std::any_of(
      definition.interfaces.begin(), definition.interfaces.end(),
      [](const InterfaceSpec& spec) { return spec.contact.kind == ContactKind::joint; });
  if (definition.contact.kind != ContactKind::joint && !any) {
    throw Error("--interface " + a.interface, definition.path + " has no joint to close",
                "leave --interface out, or set contact.kind to \"joint\"");
  }
  return a.interface == "bonded" ? JointState::bonded : JointState::stuck;
}

NaturalModes modes_as_defined(const ModesArguments& a) {
  const Definition definition = read_and_log(a.definition, a.overrides, Takes::structures);
  return with_warnings([&](auto* warnings) {
    return full_modes(definition, joint_state(a, definition), a.count, warnings);
  });
}

int run_modes(const ModesArguments& a) {
  if (a.reduced && !a.overrides.empty()) {
    throw UsageError("--set changes a definition; --reduced reads a finished model file");
  }
  if (a.reduced && !a.interface.empty()) {
    throw UsageError("--interface is of the full model; the modes of a model file are open");
  }
  const ChosenEngine engine(a.engine, "");
  const NaturalModes modes = a.reduced ? reduced_modes(a.definition, a.count) : modes_as_defined(a);
  nlohmann::json result = {{"frequencies_hz", modes.hz},
                           {"method", a.reduced ? "reduced" : "full"}};
  std::vector<TableHead> heads = {count_head("mode"), quantity_head("frequency", "Hz")};
  if (a.reduced) {
    result["coordinates"] = modes.coordinates;
    heads.push_back(count_head("coordinate"));
  }
  if (!modes.bodies.empty()) {
    result["bodies"] = modes.bodies;
    heads.push_back(word_head("body"));
  }
  TextTable table(heads);
  for (std::size_t i = 0; i < modes.hz.size(); ++i) {
    std::vector<std::string> row = {std::to_string(i + 1), cell("%.8g", modes.hz[i])};
    if (a.reduced) row.push_back(std::to_string(modes.coordinates[i]));
    if (!modes.bodies.empty()) row.push_back(modes.bodies[i]);
    table.add_row(std::move(row));
  }
  return print_result(a.json, result, table.text());
}

struct PreloadArguments : DefinitionArguments {
  double increment = 0.01;
  std::string pictures, cache;  // folders; empty: none
};

nlohmann::json preload_json(const PreloadStudy& study) {
  using nlohmann::json;
  const SlipFront& front = study.front;
  const bool rests = front.equilibrium;
  const auto pressure = [&](double (PreloadStudy::*at)() const) {
    return rests ? json((study.*at)()) : json();
  };
  json result = {{"load_factor", front.factor},
                 {"equilibrium", rests},
                 {"slip_points", rests ? front.slip_points : static_cast<int>(study.points)},
                 {"total_points", study.points},
                 {"slip_intervals_m", json::array()},
                 {"p_left_pa", pressure(&PreloadStudy::left)},
                 {"p_mid_pa", pressure(&PreloadStudy::middle)},
                 {"p_right_pa", pressure(&PreloadStudy::right)}};
  for (const auto& [first, last] : front.intervals)
    result["slip_intervals_m"].push_back({first, last});
  return result;
}

std::string preload_text(const PreloadStudy& study) {
  std::string text =
      fmt::format("{} of {} law points slip\n", study.front.slip_points, study.points);
  for (const auto& [first, last] : study.front.intervals)
    text += fmt::format("  {:.5g} ... {:.5g} m\n", first, last);
  return text + fmt::format("pressure left, middle, right: {:.5g}, {:.5g}, {:.5g} Pa\n",
                            study.left(), study.middle(), study.right());
}

int run_preload(const PreloadArguments& a) {
  const Definition definition = read_and_log(a.definition, a.overrides, Takes::structures);
  if (definition.contact.kind == ContactKind::bolted)
    return report_bolted_preload(definition, a.pictures, a.cache, a.json);
  if (!a.pictures.empty()) throw UsageError("--pictures is for bolted contacts");
  if (!a.cache.empty()) throw UsageError("--cache is for bolted contacts");
  const auto assembled =
      with_warnings([&](auto* warnings) { return assemble(definition, warnings); });
  const PreloadStudy study = study_preload(definition, assembled.system, {a.increment});
  if (study.front.equilibrium)
    return print_result(a.json, preload_json(study), preload_text(study));
  const Finding slips = {
      definition.path,
      "gross slip: no static equilibrium at load.factor = " + number_text(study.front.factor),
      "lower load.factor, or press the joint harder"};
  if (a.json) print_result(true, preload_json(study), "", {slips});
  return report_failure(FailureKind::job, {slips}, false);
}

struct SweepArguments : DefinitionArguments {
  std::string cache;
  std::vector<double> swept;  // first and last frequency [Hz]
  double rate = 0.0;
  SweepOptions options;
  SweepArguments() { options.jobs = 0; }
};

int run_sweep(const SweepArguments& a) {
  if (a.options.frequencies.empty() == a.swept.empty()) {
    throw UsageError("give either --frequencies 80,85,90 or --swept 80,100 with --rate");
  }
  const Definition definition = read_and_choose(a.definition, a.overrides, Takes::structures);
  BuildSettings settings;
  settings.cache = a.cache;
  settings.log = log_line;
  const BakeInput input = prepare_bake(definition, settings);
  const ScenarioOptions excited = sweep_scenario(definition, input.system);
  const auto points = with_bar("sweep", [&](const Progress& progress) {
    if (a.swept.empty())
      return steady_sweep(input.system, input.options, excited, a.options, progress);
    return swept_response(input.system, input.options, excited,
                          {a.swept[0], a.swept[1], a.rate, a.options.steps_per_period}, progress);
  });

  using Point = SweepPoint;
  const auto amplitudes = [&](const Point& p) {
    nlohmann::json of_outputs = nlohmann::json::object();
    for (std::size_t i = 0; i < p.amplitude.size(); ++i)
      of_outputs[input.system.outputs[i].name] = p.amplitude[i];
    return of_outputs;
  };
  const auto is_rigid = [&](std::size_t output) {
    return !points.empty() && !std::isnan(points.front().impulse[output]);
  };
  const auto impulses = [&](const Point& p) {
    nlohmann::json of_outputs = nlohmann::json::object();
    for (std::size_t i = 0; i < p.impulse.size(); ++i)
      if (is_rigid(i)) of_outputs[input.system.outputs[i].name] = p.impulse[i];
    return of_outputs;
  };
  Fields<Point> fields = {
      {"frequency_hz", of(&Point::frequency), quantity_head("frequency", "Hz"), "%.6g"},
      {"periods", of(&Point::periods), count_head("periods")},
      {"period_multiple", of(&Point::period_multiple), count_head("multiple")},
      {"amplitude", amplitudes},
      {"impulse", impulses},
      {"force_window_s", of(&Point::window)}};
  bool any_rigid = false;
  for (std::size_t i = 0; i < input.system.outputs.size(); ++i) {
    const OutputChannel& output = input.system.outputs[i];
    const bool rigid = is_rigid(i);
    any_rigid = any_rigid || rigid;
    fields.push_back({"", [i](const Point& p) { return p.amplitude[i]; },
                      quantity_head(output.name + (rigid ? " (mean)" : ""), output.unit), "%.6g"});
    if (rigid)
      fields.push_back({"", [i](const Point& p) { return p.impulse[i]; },
                        quantity_head(output.name + " (step)", "N s"), "%.6g"});
  }
  std::string text = rows_text(fields, points);
  if (any_rigid)
    text += fmt::format(
        "forces of rigid contacts: largest mean over 1/{} of the shortest period, and largest "
        "impulse of a step\n",
        kWindowsPerPeriod);
  return print_result(a.json, {{"points", rows_json(fields, points)}}, text);
}

}  // namespace

void add_analyze_modes(CLI::App* analyze, Command* chosen) {
  add_analysis<ModesArguments>(
      analyze, chosen, "modes", "undamped natural frequencies",
      "definition (TOML); with --reduced the model file (*.mrt)", run_modes,
      [](CLI::App* command, ModesArguments* a) {
        command->add_flag("--reduced", a->reduced, "of the condensed model, from its file alone");
        add_option(command, "--count", &a->count, "how many; default 20", CLI::PositiveNumber);
        add_option(command, "--interface", &a->interface,
                   "joint that is open, closed in normal direction (bonded) or stuck as well; "
                   "default open",
                   one_of({"open", "bonded", "stuck"}));
        add_engine(command, &a->engine);
      });
}

void add_analyze_preload(CLI::App* analyze, Command* chosen) {
  add_analysis<PreloadArguments>(
      analyze, chosen, "preload",
      "where a pressed joint slips under load.factor, quasi-static, 1: it slips off; bolted "
      "contacts: pressure, contact area, linear frequencies",
      "definition (TOML)", run_preload, [](CLI::App* command, PreloadArguments* a) {
        add_option(command, "--increment", &a->increment, "of load.factor; default 0.01",
                   CLI::PositiveNumber);
        add_cache(command, &a->cache, kKeepsStructure);
        add_picture_folder(command, &a->pictures,
                           "folder for pictures of a bolted contact's pressure and contact");
      });
}

void add_analyze_sweep(CLI::App* analyze, Command* chosen) {
  add_analysis<SweepArguments>(
      analyze, chosen, "sweep", "steady states under harmonic force, or a swept response",
      "definition (TOML)", run_sweep, [](CLI::App* command, SweepArguments* a) {
        SweepOptions& o = a->options;
        add_option(command, "--frequencies", &o.frequencies,
                   "of the steady states [Hz], e.g. 80,85,90");
        add_option(command, "--swept", &a->swept,
                   "or first and last frequency of one swept run [Hz]")
            ->expected(2);
        add_option(command, "--rate", &a->rate, "of the swept run [Hz/s], negative downwards");
        add_option(command, "--steps-per-period", &o.steps_per_period, "default 1600",
                   in_range(8, 1000000));
        add_option(command, "--minimum-periods", &o.periodicity.minimum_periods,
                   "before a motion may count as periodic; default 400", CLI::PositiveNumber);
        add_option(command, "--maximum-periods", &o.maximum_periods, "default 800",
                   CLI::PositiveNumber);
        add_jobs(command, &o.jobs, "threads; default: all processors");
        add_cache(command, &a->cache, "folder that keeps the condensation");
      });
}

}  // namespace mortise::gen
