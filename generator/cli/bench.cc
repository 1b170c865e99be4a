#include <sched.h>

#include <cmath>
#include <cstdio>
#include <memory>

#include "generator/cli/command.hpp"
#include "generator/cli/model_report.hpp"
#include "generator/cli/step_timer.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

struct BenchArguments {
  std::string model;
  double rate = 0.0, seconds = 0.0;
  std::uint64_t steps = 100000;
  int cpu = -1;
  bool json = false;
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
  if (a.rate > 0.0) {
    result["rate_hz"] = a.rate;
    result["steps_per_tick"] = r.steps / r.ns.size();
    result["worst_wake_up_ns"] = r.worst_wake_up_ns;
  }
  return result;
}

std::string to_text(const BenchArguments& a, const TimerResult& r) {
  const TimerStatistics s = statistics_of(r.ns);
  char text[400];
  std::snprintf(
      text, sizeof text,
      "%llu steps, ns per %s: min %.0f, median %.0f, p99 %.0f, p99.9 %.0f, max %.0f\n"
      "heap calls %llu, page faults %llu, overruns %llu, iterations mean %.2f, max %llu\n",
      static_cast<unsigned long long>(r.steps), a.rate > 0.0 ? "tick" : "step", s.min, s.median,
      s.p99, s.p999, s.max, static_cast<unsigned long long>(r.heap_calls),
      static_cast<unsigned long long>(r.minor_faults), static_cast<unsigned long long>(r.overruns),
      r.iterations_mean, static_cast<unsigned long long>(r.iterations_max));
  return text;
}

int run_bench(const BenchArguments& a) {
  Instance instance = open_model_file(a.model);
  if (a.cpu >= 0) pin_to(a.cpu);
  TimerOptions options{a.steps, a.rate};
  if (a.seconds > 0.0) {
    // model time when paced; unpaced, so many steps as the model needs for it
    options.steps = static_cast<std::uint64_t>(a.seconds / instance.model().step_size());
  }
  const TimerResult result = time_steps(&instance, options);
  if (a.json) {
    print_result(to_json(a, instance, result));
  } else {
    print_result(to_text(a, result));
  }
  return 0;
}

}  // namespace

void add_bench(CLI::App* app, Command* chosen) {
  auto a = std::make_shared<BenchArguments>();
  CLI::App* command = app->add_subcommand("bench", "measure the time of a step");
  command->add_option("MODEL", a->model, "model file (*.mrt)")->required();
  command
      ->add_option("--rate", a->rate, "ticks per second of a paced loop, 1/(k h); default: unpaced")
      ->check(CLI::PositiveNumber);
  command->add_option("--seconds", a->seconds, "length of the run in model time")
      ->check(CLI::PositiveNumber);
  command->add_option("--steps", a->steps, "or in steps")->check(CLI::PositiveNumber);
  command->add_option("--cpu", a->cpu, "processor to stay on")->check(CLI::NonNegativeNumber);
  add_json(command, &a->json);
  command->callback([a, chosen] { *chosen = [a] { return run_bench(*a); }; });
}

}  // namespace mortise::gen
