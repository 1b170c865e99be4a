// `mortise advise`: which number of modes, step and solver meet an error within a time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "generator/bake/laws/file_law.hpp"
#include "generator/bake/play/play.hpp"
#include "generator/deliver/pictures/study_pictures.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/certify/verdict.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/result_table.hpp"
#include "generator/tool/cli/step_timer.hpp"
#include "generator/tool/pipeline/advise.hpp"
#include "generator/tool/pipeline/counted_step.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

struct AdviseArguments : DefinitionArguments {
  AdviceRequest request;
  double budget_us = 0.0;
  std::vector<std::string> measures;
  std::string target = "host", full_order, picture;
  double clock_mhz = 216.0, cycles_per_flop = 0.0;  // of the Cortex-M7; 0: by the law
  AdviseArguments() { request.cache = "advise"; }
};

constexpr Measure kAdvised[] = {Measure::displacement, Measure::velocity, Measure::force,
                                Measure::dissipated_energy, Measure::remaining_energy};

std::vector<std::string> measure_names() {
  std::vector<std::string> names;
  for (const Measure m : kAdvised) names.emplace_back(measure_name(m));
  return names;
}

std::vector<Measure> measures_asked(const std::vector<std::string>& names) {
  std::vector<Measure> measures;
  for (const Measure m : kAdvised)
    if (names.empty() || std::find(names.begin(), names.end(), measure_name(m)) != names.end())
      measures.push_back(m);
  return measures;
}

AdviceRequest request_of(const AdviseArguments& a) {
  if (a.full_order == "none") throw UsageError("--full-order none leaves nothing to judge by");
  AdviceRequest r = a.request;
  r.definition = a.definition;
  r.overrides = a.overrides;
  r.limits.budget_ns = 1e3 * a.budget_us;
  r.limits.measures = measures_asked(a.measures);
  r.full_steps = full_steps(a.full_order);
  r.ranks = launcher_ranks();
  r.log = log_line;
  return r;
}

// ---- time of a step

struct StepTime {
  double typical = 0.0, worst = 0.0;  // [ns]
};

// Every step of a scenario does the same work in every repetition: its median over them, in the
// quietest of some rounds, is its time without what disturbs the machine now and then.
struct TimingPlan {
  std::uint64_t repetitions;
  int rounds;
};
constexpr TimingPlan kShortPlan{5, 3}, kLongPlan{3, 2};
constexpr double kLongRun = 0.5;       // [s] of one repetition
constexpr double kLeastOfRound = 0.1;  // [s], by more repetitions if need be
constexpr double kMostRepetitions = 99.0;

// Medians over the repetitions [ns], one per step of the scenario.
std::vector<double> medians_of(const TimerResult& r) {
  const std::uint64_t length = r.scenario_steps;
  const std::uint64_t repetitions = (r.ns.size() - r.scenario_start) / length;
  std::vector<double> medians(length), same(repetitions);
  for (std::uint64_t k = 0; k < length; ++k) {
    for (std::uint64_t i = 0; i < repetitions; ++i)
      same[i] = r.ns[r.scenario_start + i * length + k];
    medians[k] = statistics_of(same).median;
  }
  return medians;
}

StepTime timed_scenario(Instance* instance, const std::string& scenario) {
  const TimerResult first = time_steps(instance, {1000, 0.0, scenario});
  const std::uint64_t length = std::max<std::uint64_t>(first.scenario_steps, 1);
  const double run = 1e-9 * statistics_of(first.ns).median * static_cast<double>(length);
  TimingPlan plan = run > kLongRun ? kLongPlan : kShortPlan;
  plan.repetitions =
      std::max(plan.repetitions,
               static_cast<std::uint64_t>(std::min(kLeastOfRound / run, kMostRepetitions)));
  std::vector<double> quietest(length, HUGE_VAL);
  for (int round = 0; round < plan.rounds; ++round) {
    const std::vector<double> medians =
        medians_of(time_steps(instance, {(plan.repetitions + 1) * length, 0.0, scenario}));
    for (std::size_t k = 0; k < length; ++k) quietest[k] = std::min(quietest[k], medians[k]);
  }
  const TimerStatistics s = statistics_of(std::move(quietest));
  return {s.median, s.max};
}

// Flops of a step without contact and of the dearest one seen, at the clock of the target.
StepTime counted_scenario(const AdviseArguments& a, Instance* instance,
                          const std::string& scenario) {
  const int index = scenario_of(a.definition, *instance, scenario);
  play(*instance, index, 0.0, 1, {});
  const double cycles = a.cycles_per_flop > 0.0
                            ? a.cycles_per_flop
                            : file_law(instance->model().view()).cycles_per_flop;
  const double ns_per_flop = 1e3 * cycles / a.clock_mhz;
  const std::uint64_t seen = instance->state().statistics().iterations_max;
  const auto typical = static_cast<double>(instance->model().root()->cost()->flops_free());
  const auto worst = static_cast<double>(counted_flops(instance->model(), seen));
  return {ns_per_flop * typical, ns_per_flop * worst};
}

std::vector<std::string> judged_scenarios(const AdviceRequest& r) {
  const Definition d = read_definition(r.definition, r.overrides, Takes::structures);
  std::vector<std::string> names;
  for (const ScenarioSpec& s : d.scenarios)
    if (s.held_out) names.push_back(s.name);
  if (names.empty())  // modal data: all
    for (const ScenarioSpec& s : d.scenarios) names.push_back(s.name);
  return names;
}

// Candidates that are far from the error are not worth their time, unless there are no others.
std::vector<std::size_t> worth_timing(const std::vector<AdvisedCandidate>& candidates,
                                      const AdviceLimits& limits) {
  constexpr double kFar = 3.0;
  constexpr std::size_t kFew = 5;
  std::vector<std::pair<double, std::size_t>> by_error;
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    const auto error = candidates[k].error(limits.measures);
    if (candidates[k].built() && candidates[k].resolved && error) by_error.push_back({*error, k});
  }
  std::sort(by_error.begin(), by_error.end());
  std::vector<std::size_t> worth;
  for (const auto& [error, k] : by_error)
    if (error <= kFar * limits.error || worth.size() < kFew) worth.push_back(k);
  return worth;
}

void add_times(const AdviseArguments& a, const AdviceRequest& r,
               std::vector<AdvisedCandidate>* candidates) {
  const std::vector<std::string> scenarios = judged_scenarios(r);
  const std::vector<std::size_t> worth = worth_timing(*candidates, r.limits);
  with_bar("time of a step", [&](const Progress& progress) {
    double done = 0.0;
    for (const std::size_t k : worth) {
      AdvisedCandidate& c = (*candidates)[k];
      Instance instance(candidate_model(r, c), "model file");
      for (const std::string& name : scenarios) {
        const StepTime t = a.target == "host" ? timed_scenario(&instance, name)
                                              : counted_scenario(a, &instance, name);
        c.ns_typical = std::max(c.ns_typical, t.typical);
        c.ns_worst = std::max(c.ns_worst, t.worst);
      }
      progress(++done / static_cast<double>(worth.size()));
    }
    return 0;
  });
}

// ---- what is said

std::string method_of_time(const AdviseArguments& a) {
  if (a.target == "host")
    return fmt::format(
        "measured here on every step of the held-out scenarios: its median of {} repetitions or "
        "more, in the quietest of {} rounds ({} and {} of long scenarios), then the median and the "
        "worst of "
        "all steps; reading the clock is in it",
        kShortPlan.repetitions, kShortPlan.rounds, kLongPlan.repetitions, kLongPlan.rounds);
  return fmt::format(
      "counted, not measured: flops of a step without contact and of the dearest step of the "
      "held-out scenarios, {} cycles each at {:g} MHz, an estimate without flash waits; "
      "flops_worst "
      "bounds a step that meets every cap",
      a.cycles_per_flop > 0.0 ? fmt::format("{:g}", a.cycles_per_flop)
                              : "2 (joints 6, sliding contacts 5)",
      a.clock_mhz);
}

Fields<AdvisedCandidate> candidate_fields(const AdviceLimits& limits) {
  using C = AdvisedCandidate;
  const auto known = [](double C::*member) {
    return
        [member](const C& c) { return c.timed() ? nlohmann::json(c.*member) : nlohmann::json(); };
  };
  const auto error = [limits](const C& c) -> nlohmann::json {
    const auto e = c.resolved ? c.error(limits.measures) : std::nullopt;
    return e ? nlohmann::json(*e) : nlohmann::json();
  };
  Fields<C> fields = {{"ns_worst", known(&C::ns_worst), quantity_head("worst step", "ns"), "%.0f"},
                      {"ns_median", known(&C::ns_typical), quantity_head("median", "ns"), "%.0f"},
                      {"arena_bytes", of(&C::arena_bytes), count_head("arena")},
                      {"error", error, quantity_head("error", "%"), "%.3g", 100.0}};
  for (const Measure m : limits.measures)
    fields.push_back(
        {std::string("error_") + measure_name(m),
         [m](const C& c) { return c.total[m] ? nlohmann::json(*c.total[m]) : nlohmann::json(); },
         quantity_head(measure_name(m), "%"), "%.3g", 100.0});
  const Fields<C> rest = {
      {"modes", of(&C::modes), count_head("modes")},
      {"step_s", of(&C::step), quantity_head("h", "us"), "%.4g", 1e6},
      {"method", of(&C::method), word_head("method")},
      {"solver", of(&C::solver), word_head("solver")},
      {"omega_h", of(&C::omega_h)},
      {"omega_h_wanted", of(&C::omega_h_wanted), quantity_head("omega h", "-"), "%.2g"},
      {"load_sampling", of(&C::sampling), quantity_head("sampling", "%"), "%.2g", 100.0},
      {"file_bytes", of(&C::file_bytes)},
      {"flops_free", of(&C::flops_free)},
      {"flops_worst", of(&C::flops_worst)},
      {"keys", of(&C::keys)},
      {"resolved", of(&C::resolved)},
      {"shortcomings", of(&C::shortcomings)},
      {"refused", of(&C::refused)}};
  fields.insert(fields.end(), rest.begin(), rest.end());
  return fields;
}

// "condense.modes = 14": as a definition has it.
std::vector<std::string> lines_to_write(const AdvisedCandidate& c, const AdviceLimits& limits) {
  std::vector<std::string> lines;
  for (const std::string& key : c.keys) {
    const std::size_t at = key.find('=');
    const std::string value = key.substr(at + 1);
    const bool word = std::isalpha(static_cast<unsigned char>(value[0])) != 0;
    lines.push_back(key.substr(0, at) + " = " + (word ? "\"" + value + "\"" : value));
  }
  for (const Measure m : limits.measures)
    lines.push_back(fmt::format("verify.{} = {:g}", measure_name(m), limits.error));
  return lines;
}

std::string refusals_text(const std::vector<AdvisedCandidate>& candidates) {
  std::string text;
  for (const AdvisedCandidate& c : candidates)
    if (!c.built()) text += fmt::format("refused {}: {}\n", fmt::join(c.keys, ", "), c.refused);
  return text;
}

int run_advise(const AdviseArguments& a) {
  const AdviceRequest request = request_of(a);
  const AdviceLimits& limits = request.limits;
  std::vector<AdvisedCandidate> candidates = certified_candidates(request);
  if (std::none_of(candidates.begin(), candidates.end(),
                   [](const AdvisedCandidate& c) { return c.built(); }))
    throw Error(a.definition, "no candidate can be built: " + candidates.front().refused,
                "mend what is named, or choose other --modes, --steps, --methods, --solvers");
  add_times(a, request, &candidates);
  const std::vector<std::size_t> front = pareto_front(candidates, limits);
  const Recommendation r = recommend(candidates, limits);
  if (!a.picture.empty()) write_advice_picture(candidates, r, limits, a.picture);

  const Fields<AdvisedCandidate> fields = candidate_fields(limits);
  std::vector<AdvisedCandidate> rows;
  rows.reserve(front.size());
  for (const std::size_t k : front) rows.push_back(candidates[k]);
  nlohmann::json result = {{"target", a.target},
                           {"time", method_of_time(a)},
                           {"budget_us", a.budget_us},
                           {"error_asked", limits.error},
                           {"measures", nlohmann::json::array()},
                           {"candidates", rows_json(fields, candidates)},
                           {"pareto", front},
                           {"reason", r.reason}};
  for (const Measure m : limits.measures) result["measures"].push_back(measure_name(m));
  std::string text = fmt::format("{} candidates, {} not beaten in worst step, arena and error:\n",
                                 candidates.size(), front.size()) +
                     rows_text(fields, rows) + refusals_text(candidates) + "time " +
                     method_of_time(a) + "\n";
  const auto shown = r.candidate ? r.candidate : r.nearest;
  if (shown) {
    const AdvisedCandidate& c = candidates[*shown];
    const std::vector<std::string> warnings = advice_warnings(c, limits);
    const std::vector<std::string> lines = lines_to_write(c, limits);
    nlohmann::json advised = row_json(fields, c);
    advised["warnings"] = warnings;
    advised["write"] = lines;
    result[r.candidate ? "recommended" : "nearest"] = advised;
    if (r.candidate) {
      text += "recommended: " + r.reason + "\nwrite into " + a.definition + ":\n";
      for (const std::string& line : lines) text += "  " + line + "\n";
    }
    for (const std::string& warning : warnings) text += "warning: " + warning + "\n";
  }
  std::vector<Finding> failures;
  if (!r.candidate)
    failures.push_back({a.definition, r.reason,
                        "allow more time or error, or widen the sweep with --modes, --steps, "
                        "--methods"});
  if (!r.candidate) text += r.reason + "\n";
  return print_result(a.json, result, text, failures);
}

}  // namespace

void add_advise(CLI::App* app, Command* chosen) {
  add_command<AdviseArguments>(
      app, chosen, "advise",
      "which modes, step and solver of a structure meet an error within a time per step",
      run_advise, [](CLI::App* command, AdviseArguments* a) {
        AdviceRequest& r = a->request;
        add_definition(command, &a->definition);
        add_option(command, "--budget-us", &a->budget_us, "of the worst step [us]",
                   CLI::PositiveNumber)
            ->required();
        add_option(command, "--error", &r.limits.error,
                   "largest relative error against the full model resolved in time",
                   in_range(1e-9, 1.0))
            ->required();
        add_option(
            command, "--measures", &a->measures,
            "that --error is asked of, default all; the others keep their limits of [verify]",
            one_of(measure_names()));
        add_option(command, "--target", &a->target,
                   "host: steps are timed here; cortex-m7: counted", one_of({"host", "cortex-m7"}))
            ->capture_default_str();
        add_option(command, "--clock-mhz", &a->clock_mhz, "of the cortex-m7", CLI::PositiveNumber)
            ->capture_default_str();
        add_option(command, "--cycles-per-flop", &a->cycles_per_flop,
                   "of the cortex-m7, an estimate; default 2, of joints 6, of sliding contacts 5",
                   CLI::PositiveNumber);
        add_option(command, "--modes", &r.modes,
                   "of condense.dynamic_modes or condense.modes; default: from half to twice the "
                   "definition's",
                   in_range(1, 100000));
        add_option(command, "--steps", &r.steps,
                   "h [s]; default: from a quarter to four times the definition's",
                   CLI::PositiveNumber);
        add_option(command, "--methods", &r.methods, "of condense.method; default: as defined");
        add_option(command, "--solvers", &r.solvers,
                   "of solver.kind, or of step.scheme of a sliding contact; default: all");
        add_full_order(command, &a->full_order);
        add_jobs(command, &r.jobs, "candidates at a time; never changes a result");
        add_cache(command, &r.cache,
                  "folder that keeps full runs and judged candidates, so that a stopped sweep goes "
                  "on")
            ->capture_default_str();
        add_pictures(command, &a->picture, "SVG of error over worst step");
        add_overrides(command, &a->overrides);
      });
}

}  // namespace mortise::gen
