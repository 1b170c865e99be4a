// `mortise full`: structures and film contacts at full order.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "generator/bake/structure/bake_options.hpp"
#include "generator/bake/structure/bolted_signals.hpp"
#include "generator/deliver/pictures/film_pictures.hpp"
#include "generator/deliver/pictures/state_picture.hpp"
#include "generator/ground/files/table_writer.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/reduce/film/conditions.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/assemble/assemble_bolted.hpp"
#include "generator/simulate/structure/run_full.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/film_command.hpp"
#include "generator/tool/pipeline/choose.hpp"

namespace mortise::gen {
namespace {

struct FullArguments : DefinitionArguments {
  std::string scenario, scheme, output;
  std::string states;              // structures only
  std::string profiles, pictures;  // films only
  double duration = 0.0;           // [s]; 0: as defined
  int every = 1;                   // written sample out of so many
  bool units = false;              // a line of units in CSV
};

void write_trajectory(const Trajectory& t, const std::vector<OutputChannel>& outputs,
                      const std::string& path, const TableOptions& options) {
  std::vector<Column> columns = {{"time", "s"}};
  for (const OutputChannel& output : outputs) columns.push_back({output.name, output.unit});
  const auto table = open_table(path, columns, options);
  for (std::size_t k = 0; k < t.time.size(); ++k) {
    std::vector<double> row = {t.time[k]};
    for (std::size_t i = 0; i < outputs.size(); ++i) row.push_back(recorded(t, k, i));
    table->write_row(row.data());
  }
  table->commit();
}

bool is_film_scheme(const std::string& scheme) {
  const auto& names = enum_names<FilmScheme>;
  return std::find(names.begin(), names.end(), scheme) != names.end();
}

// The scheme asked for, else the defined one.
std::string scheme_of(const Definition& definition, const std::string& asked) {
  if (!asked.empty()) return asked;
  return definition.step.scheme == StepScheme::generalised_alpha ? "generalised_alpha"
                                                                 : "moreau_jean";
}

void warn_about(const Trajectory& t, double step) {
  if (t.unsolved_steps > 0) {
    log_warning("the law of the joint has no solution in " + std::to_string(t.unsolved_steps) +
                " steps: their best approximation was kept");
  }
  if (t.first_not_sliding > 0) {
    log_warning("the bilateral contact would pull, or its slip turned around, first at t = " +
                number_text(static_cast<double>(t.first_not_sliding) * step) +
                " s: the result is not valid from there on");
  }
}

int run_full_bolted(const FullArguments& a, const Definition& definition) {
  if (!a.profiles.empty() || !a.pictures.empty())
    throw UsageError("--profiles and --pictures are for film contacts");
  if (!a.states.empty())
    throw UsageError("--states is for contacts and joints; `run` draws them of bolted clusters");
  const auto& schemes = enum_names<BoltedScheme>;
  const auto scheme = std::find(schemes.begin(), schemes.end(),
                                a.scheme.empty() ? std::string(schemes.front()) : a.scheme);
  if (scheme == schemes.end())
    throw UsageError("--scheme " + a.scheme +
                     " is for other contacts; bolted ones take kick_flow_kick, moreau_jean or "
                     "held_force");
  for (const std::string& line : messages_of(definition)) log_line(line);
  const ScenarioSpec& scenario = definition.scenarios[scenario_index(definition, a.scenario)];
  const BoltedModel model = with_warnings([&](auto* warnings) {
    return with_bar("preload", [&](const Progress& progress) {
      return assemble_bolted(definition, warnings, progress);
    });
  });
  BoltedRun run;
  run.step = *definition.step.size;
  run.substeps = definition.step.substeps;
  run.scheme = static_cast<BoltedScheme>(scheme - schemes.begin());
  run.duration = a.duration > 0.0 ? a.duration : scenario.duration;
  run.every = a.every;
  const auto signals = [&, sampled = bolted_signals(definition, scenario, model.inputs, run.step,
                                                    run.substeps)](double time) {
    return sampled.at(model.inputs, time);
  };
  const Trajectory t = with_bar("full-order " + scenario.name, [&](const Progress& progress) {
    return run_bolted(model, run, signals, bolted_start(model.sensed, scenario.initial), progress);
  });
  if (!a.output.empty()) write_trajectory(t, model.outputs, a.output, {a.units});
  if (!t.stop_reason.empty())
    throw Error(definition.path,
                "the run ended at " + number_text(t.time.back()) + " s: " + t.stop_reason,
                "take a smaller step.size");
  return print_result(
      a.json,
      {{"scenario", scenario.name},
       {"scheme", *scheme},
       {"points", model.system.points()},
       {"modes", model.system.modes.count()},
       {"steps", t.steps},
       {"energy_start", t.energy_start},
       {"energy_end", t.energy_end},
       {"largest_energy_gain", t.largest_energy_gain},
       {"dissipated_in_contact", t.dissipated_in_contact},
       {"output", a.output}},
      fmt::format("{} steps of {} modes and {} points{}\n", t.steps, model.system.modes.count(),
                  model.system.points(), written_to(a.output)));
}

int run_full_structure(const FullArguments& a, const Definition& definition) {
  if (!a.profiles.empty() || !a.pictures.empty()) {
    throw UsageError("--profiles and --pictures are for film contacts");
  }
  if (is_film_scheme(a.scheme)) {
    throw UsageError("--scheme " + a.scheme +
                     " integrates film contacts; structures take moreau_jean, schurzig or "
                     "generalised_alpha");
  }
  const std::string scheme = scheme_of(definition, a.scheme);
  for (const std::string& line : messages_of(definition)) log_line(line);
  const std::size_t index = scenario_index(definition, a.scenario);
  const ScenarioSpec& scenario = definition.scenarios[index];
  const auto assembled = with_warnings([&](auto* warnings) {
    const ProgressBar reading("import", 1);
    return assemble(definition, warnings);
  });
  FullOrderOptions options;
  options.step = *definition.step.size;
  options.scheme = time_scheme(scheme);
  options.spectral_radius = definition.step.spectral_radius;
  options.phases = joint_phases(assembled, index);
  options.changes = scenario.changes;
  for (const InterfaceSpec& interface : definition.interfaces) {
    if (!interface.film.film) continue;
    const FilmContactSpec& film = *interface.film.film->film;
    const std::string starved = starved_in(film, {trained_conditions(film, 0.0)});
    if (!starved.empty()) log_warning(interface.name + ": " + starved);
  }
  const double duration = a.duration > 0.0 ? a.duration : scenario.duration;
  std::optional<StateMap> map;
  if (!a.states.empty()) {
    map.emplace(mapped_places(assembled.system), step_count(duration, options.step));
    demand_places(*map);
    options.map = &*map;
  }
  ProgressBar bar("full-order " + scenario.name);
  const auto progress = bar.shares();
  const std::vector<SourceOptions> sources =
      sources_of(definition, scenario, assembled.system.inputs, 0.0);
  const InitialState& start = assembled.scenario_states[index];
  const Trajectory t = run_full(assembled.system, options, sources, start.displacement,
                                start.velocity, duration, a.every, progress);
  warn_about(t, options.step);
  if (!a.output.empty()) write_trajectory(t, assembled.system.outputs, a.output, {a.units});
  if (map)
    write_svg(state_figure(definition.name + ", " + scenario.name + ", full order", *map),
              a.states);

  return print_result(
      a.json,
      {{"scenario", scenario.name},
       {"scheme", scheme},
       {"dofs", assembled.system.model.size()},
       {"steps", t.steps},
       {"steps_in_contact", t.steps_in_contact},
       {"energy_start", t.energy_start},
       {"energy_end", t.energy_end},
       {"largest_energy_gain", t.largest_energy_gain},
       {"dissipated_in_contact", t.dissipated_in_contact},
       {"unsolved_steps", t.unsolved_steps},
       {"first_not_sliding", t.first_not_sliding},
       {"output", a.output},
       {"states", a.states}},
      fmt::format("{} steps of {} dofs, {} in contact{}\n", t.steps, assembled.system.model.size(),
                  t.steps_in_contact, written_to(a.output) + written_to(a.states)));
}

// Named as the channels of a reduced film: `load` is what a line contact is pressed with, `force`
// what the film carries, the same in every step of such a contact.
std::vector<Column> trace_columns(FilmKind kind) {
  const bool line = kind == FilmKind::line;
  const std::string unit = kind == FilmKind::point ? "N" : "N/m";
  std::vector<Column> columns = {{"time", "s"},       {line ? "load" : "force", unit},
                                 {"p_central", "Pa"}, {"p_max", "Pa"},
                                 {"h_central", "m"},  {"h_min", "m"},
                                 {"velocity", "m/s"}};
  if (line) columns.push_back({"force", unit});
  return columns;
}

// Every N-th sample and the last one.
void write_trace(const FilmRun& run, int every, TableWriter* table) {
  const auto step = static_cast<std::size_t>(every);
  for (std::size_t k = 0; k < run.trace.size(); ++k) {
    if (k % step != 0 && k + 1 != run.trace.size()) continue;
    const FilmSample& s = run.trace[k];
    const double row[] = {s.time,  s.force,    s.p_central, s.p_max, s.h_central,
                          s.h_min, s.velocity, s.force};  // the last one for lines only
    table->write_row(row);
  }
  table->commit();
}

std::vector<Column> profile_columns(Cavitation cavitation) {
  std::vector<Column> columns = {{"time", "s"}, {"x", "m"}, {"pressure", "Pa"}, {"gap", "m"}};
  if (cavitation == Cavitation::mass_conserving) columns.push_back({"fill", ""});
  return columns;
}

void write_profiles(const FilmRun& run, TableWriter* table) {
  for (const FilmProfile& p : run.profiles) {
    for (Eigen::Index i = 0; i < p.x.size(); ++i) {
      const double fill = p.fill.size() > 0 ? p.fill[i] : 1.0;
      const double row[] = {p.time, p.x[i], p.pressure[i], p.gap[i], fill};
      table->write_row(row);
    }
  }
  table->commit();
}

int run_full_film(const FullArguments& a) {
  if (!a.states.empty()) throw UsageError("--states is for structures");
  if (a.scheme == "moreau_jean" || a.scheme == "schurzig") {
    throw UsageError("--scheme " + a.scheme +
                     " integrates structures; films take sdirk2, sdirk4, backward_euler or bdf2");
  }
  const Definition given = film_definition_command(a.definition, a.overrides, a.duration, a.scheme);
  FilmContactSpec definition = *given.film;
  if (!a.scenario.empty()) {
    ScenarioSpec scenario = given.scenarios.at(scenario_index(given, a.scenario));
    if (a.duration > 0.0) scenario.duration = a.duration;
    definition = film_scenario(definition, scenario);
  }
  if (!a.profiles.empty() && definition.output.profiles.empty()) {
    throw Error("--profiles " + a.profiles, "the definition records no profiles",
                "give their times, e.g. --set 'output.profiles=[0, 1e-4]'");
  }
  if (!a.pictures.empty()) try_film_pictures(a.pictures);
  // opened first: a folder that cannot be written shall not cost a simulation
  std::unique_ptr<TableWriter> trace, profiles;
  if (!a.output.empty())
    trace = open_table(a.output, trace_columns(definition.film.kind), {a.units});
  if (!a.profiles.empty()) {
    profiles = open_table(a.profiles, profile_columns(definition.film.cavitation), {a.units});
  }
  const FilmRun run = run_film_command(definition);
  if (trace) write_trace(run, a.every, trace.get());
  if (profiles) write_profiles(run, profiles.get());
  nlohmann::json result = counts_json(run);
  result["duration_s"] = run.trace.back().time;
  result["output"] = a.output;
  result["pictures"] = a.pictures.empty() ? std::vector<std::string>()
                                          : write_film_pictures(definition, run, a.pictures);
  const std::string text = fmt::format(
      "{} steps ({} rejected) of {} film nodes, {} Newton iterations{}\n", run.counts.steps,
      run.counts.rejected, run.points, run.counts.iterations, written_to(a.output));
  std::vector<Finding> stops;
  if (!run.completed) stops.push_back(stop_finding(definition, run));
  print_result(a.json, result, text, stops);
  return film_exit_code(run);
}

int run_full(const FullArguments& a) {
  const Definition given = read_definition(a.definition, a.overrides);
  if (given.film) return run_full_film(a);
  const Definition definition = with_choices(given);
  return definition.contact.kind == ContactKind::bolted ? run_full_bolted(a, definition)
                                                        : run_full_structure(a, definition);
}

}  // namespace

void add_full(CLI::App* app, Command* chosen) {
  add_command<FullArguments>(
      app, chosen, "full", "simulate the unreduced model of a structure or film contact", run_full,
      [](CLI::App* command, FullArguments* a) {
        add_definition(command, &a->definition);
        add_option(command, "--scenario", &a->scenario,
                   "default: the first of a structure, a film as it is defined");
        add_option(
            command, "--scheme", &a->scheme,
            "time scheme of a structure: moreau_jean, or schurzig as printed; of a sliding "
            "contact also generalised_alpha; of bolted ones kick_flow_kick, held_force; of a film: "
            "sdirk2, sdirk4, backward_euler, bdf2",
            one_of({"kick_flow_kick", "held_force", "moreau_jean", "schurzig", "generalised_alpha",
                    "sdirk2", "sdirk4", "backward_euler", "bdf2"}));
        add_duration(command, &a->duration, "seconds; default: as defined");
        add_overrides(command, &a->overrides);
        add_output(command, "-o,--output", &a->output, OutputKind::table, "table of the outputs");
        add_option(command, "--every", &a->every,
                   "write every N-th sample and the last; contact forces and accelerations are "
                   "means over all steps since the row before",
                   CLI::PositiveNumber);
        add_output(command, "--profiles", &a->profiles, OutputKind::table,
                   "table of pressure and gap along the film at output.profiles");
        add_picture_folder(command, &a->pictures, "folder for pictures of a film contact");
        add_states(command, &a->states);
        add_units(command, &a->units);
      });
}

}  // namespace mortise::gen
