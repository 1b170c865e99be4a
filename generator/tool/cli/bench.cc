#include <fmt/format.h>
#include <sched.h>

#include <cmath>

#include "generator/bake/laws/file_law.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/model_report.hpp"
#include "generator/tool/cli/step_timer.hpp"

namespace mortise::gen {
namespace {

struct BenchArguments : ModelArguments {
  TimerOptions timer{100000};
  double seconds = 0.0, window = 100e-6;
  int cpu = -1;
};

void pin_to(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0) {
    throw Error("--cpu " + std::to_string(cpu), "this machine refuses it",
                "choose a processor that this process may use");
  }
}

// Counts per power of two: [{from_ns, to_ns, count}].
nlohmann::json histogram(const std::vector<double>& ns) {
  std::vector<std::uint64_t> counts(64, 0);
  for (const double x : ns) ++counts[static_cast<std::size_t>(std::log2(std::max(1.0, x)))];
  nlohmann::json bins = nlohmann::json::array();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const double from = std::ldexp(1.0, static_cast<int>(i));
    bins.push_back({{"from_ns", from}, {"to_ns", 2.0 * from}, {"count", counts[i]}});
  }
  return bins;
}

// Simulated over wall time of the steps alone.
double real_time_factor(const Model& model, const TimerResult& r) {
  double wall = 0.0;
  for (const double ns : r.ns) wall += 1e-9 * ns;
  return static_cast<double>(r.steps) * model.step_size() / wall;
}

nlohmann::json film_times_json(const BenchArguments& a, const Model& model, const TimerResult& r) {
  nlohmann::json result = {{"simulated_over_wall", real_time_factor(model, r)},
                           {"rebuild_share", r.rebuild_share}};
  const WindowStatistics w = worst_window(r, a.window, model.step_size());
  if (a.timer.rate > 0.0 || w.repetitions == 0) return result;
  result["worst_window"] = {{"simulated_s", static_cast<double>(w.steps) * model.step_size()},
                            {"steps", w.steps},
                            {"repetitions", w.repetitions},
                            {"median_s", 1e-9 * w.median_ns},
                            {"best_s", 1e-9 * w.best_ns}};
  return result;
}

nlohmann::json to_json(const BenchArguments& a, const Instance& instance, const TimerResult& r) {
  const TimerStatistics s = statistics_of(r.ns);
  nlohmann::json result = {
      {"model", a.model},
      {"steps", r.steps},
      {"instruction_set", instance.model().instruction_set()},
      {"ns_per_step",
       {{"min", s.min}, {"median", s.median}, {"p99", s.p99}, {"p999", s.p999}, {"max", s.max}}},
      {"clock_ns", r.clock_ns},
      {"allocations", r.heap_calls},
      {"minor_faults", r.minor_faults},
      {"iterations", {{"mean", r.iterations_mean}, {"max", r.iterations_max}}},
      {"overruns", r.overruns},
      {"histogram", histogram(r.ns)},
      {"statistics", statistics_json(instance.state().statistics())}};
  if (a.timer.rate > 0.0) {
    result["rate_hz"] = a.timer.rate;
    result["steps_per_tick"] = r.steps / r.ns.size();
    result["worst_wake_up_ns"] = r.worst_wake_up_ns;
  }
  if (file_law(instance.model().view()).repeats_steps)
    result["film"] = film_times_json(a, instance.model(), r);
  return result;
}

std::string film_times_text(const BenchArguments& a, const Model& model, const TimerResult& r) {
  std::string text =
      fmt::format("simulated over wall time {:.3g}, Jacobian made anew in {:.1f} % of the solves\n",
                  real_time_factor(model, r), 100.0 * r.rebuild_share);
  const WindowStatistics w = worst_window(r, a.window, model.step_size());
  if (a.timer.rate > 0.0 || w.repetitions == 0) return text;
  return text + fmt::format(
                    "worst {:.4g} us of the scenario: {:.2f} us wall (median of {} repetitions, "
                    "best {:.2f} us)\n",
                    1e6 * static_cast<double>(w.steps) * model.step_size(), 1e-3 * w.median_ns,
                    w.repetitions, 1e-3 * w.best_ns);
}

std::string to_text(const BenchArguments& a, const TimerResult& r) {
  const TimerStatistics s = statistics_of(r.ns);
  return fmt::format(
      "{} steps, ns per {}: min {:.0f}, median {:.0f}, p99 {:.0f}, p99.9 {:.0f}, max {:.0f}\n"
      "heap calls {}, page faults {}, overruns {}, iterations mean {:.2f}, max {}\n",
      r.steps, a.timer.rate > 0.0 ? "tick" : "step", s.min, s.median, s.p99, s.p999, s.max,
      r.heap_calls, r.minor_faults, r.overruns, r.iterations_mean, r.iterations_max);
}

int run_bench(const BenchArguments& a) {
  Instance instance = open_model_file(a.model);
  if (a.cpu >= 0) pin_to(a.cpu);
  TimerOptions options = a.timer;
  if (a.seconds > 0.0) {
    // model time when paced; unpaced, so many steps as the model needs for it
    options.steps = static_cast<std::uint64_t>(a.seconds / instance.model().step_size());
  }
  const TimerResult result = time_steps(&instance, options);
  const Model& model = instance.model();
  return print_result(
      a.json, to_json(a, instance, result),
      to_text(a, result) +
          (file_law(model.view()).repeats_steps ? film_times_text(a, model, result) : ""));
}

}  // namespace

void add_bench(CLI::App* app, Command* chosen) {
  add_command<BenchArguments>(
      app, chosen, "bench", "measure the time of a step", run_bench,
      [](CLI::App* command, BenchArguments* a) {
        add_model(command, &a->model);
        add_option(command, "--rate", &a->timer.rate,
                   "ticks per second of a paced loop, 1/(k h); default: unpaced",
                   CLI::PositiveNumber);
        add_option(command, "--seconds", &a->seconds, "length of the run in model time",
                   CLI::PositiveNumber);
        add_option(command, "--steps", &a->timer.steps, "or in steps", CLI::PositiveNumber);
        add_option(command, "--scenario", &a->timer.scenario,
                   "whose inputs are used; default: the first");
        add_option(command, "--window", &a->window,
                   "films: model time whose slowest stretch is searched [s]", CLI::PositiveNumber)
            ->capture_default_str();
        add_option(command, "--cpu", &a->cpu, "processor to stay on", CLI::NonNegativeNumber);
      });
}

}  // namespace mortise::gen
