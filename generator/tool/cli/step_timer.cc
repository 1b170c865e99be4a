#include "generator/tool/cli/step_timer.hpp"

#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <cmath>

#include "generator/bake/play/play.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

constexpr std::uint64_t kWarmUp = 2000;  // steps before the measurement

std::int64_t now_ns() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<std::int64_t>(t.tv_sec) * 1000000000 + t.tv_nsec;
}

void sleep_until(std::int64_t ns) {
  const timespec t = {static_cast<time_t>(ns / 1000000000), static_cast<long>(ns % 1000000000)};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nullptr) != 0) {
  }
}

std::uint64_t minor_faults() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_minflt);
}

// Inputs of a scenario, begun again at its end; defaults if the model has none.
class Workload {
 public:
  Workload(Instance* instance, const std::string& scenario)
      : instance_(instance),
        index_(scenario.empty() ? 0 : scenario_of("--scenario", *instance, scenario)),
        u_(static_cast<std::size_t>(2 * instance->dims().inputs) + 1),
        y_(static_cast<std::size_t>(instance->dims().outputs) + 1) {
    has_scenario_ = player_.start(instance->model(), index_, &instance->state());
    if (has_scenario_) {
      length_ = static_cast<std::uint64_t>(
          std::max(1.0, std::round(player_.duration() / instance->model().step_size())));
    }
    for (std::int32_t i = 0; i < instance->model().input_values(); ++i) {
      u_[static_cast<std::size_t>(i)] =
          instance->model().view().input_ranges[i % instance->dims().inputs].default_value;
    }
  }

  void prepare() {
    if (!has_scenario_) return;
    if (done_++ % length_ == 0) restart();
    player_.next(instance_->model(), u_.data(), &instance_->state());
  }

  void step() { (void)instance_->step(u_.data(), y_.data()); }

  // Steps until the scenario begins again, and of the scenario; 0 without one.
  std::uint64_t until_restart() const { return (length_ - done_ % length_) % length_; }
  std::uint64_t scenario_steps() const { return has_scenario_ ? length_ : 0; }

 private:
  // Back to the initial state of the scenario, the counters go on.
  void restart() {
    const Statistics kept = instance_->state().statistics();
    player_.start(instance_->model(), index_, &instance_->state());
    instance_->state().statistics_ = kept;
  }

  Instance* instance_;
  std::int32_t index_;
  ScenarioPlayer player_;
  std::vector<double> u_, y_;
  bool has_scenario_ = false;
  std::uint64_t length_ = 1, done_ = 0;
};

void run_free(Workload* work, const TimerOptions& options, TimerResult* result) {
  for (std::uint64_t k = 0; k < options.steps; ++k) {
    work->prepare();
    const std::int64_t start = now_ns();
    work->step();
    result->ns[k] = static_cast<double>(now_ns() - start);
  }
}

void run_paced(Workload* work, std::uint64_t per_tick, double rate, TimerResult* result) {
  const double period = 1e9 / rate;
  const std::int64_t begin = now_ns() + 1000000;
  for (std::size_t k = 0; k < result->ns.size(); ++k) {
    const auto due = begin + static_cast<std::int64_t>(static_cast<double>(k) * period);
    sleep_until(due);
    const std::int64_t start = now_ns();
    for (std::uint64_t i = 0; i < per_tick; ++i) {
      work->prepare();
      work->step();
    }
    const std::int64_t end = now_ns();
    result->ns[k] = static_cast<double>(end - start);
    result->worst_wake_up_ns = std::max(result->worst_wake_up_ns, static_cast<double>(start - due));
    if (static_cast<double>(end - due) > period) ++result->overruns;
  }
}

constexpr double kShortestTick = 1e-6;  // [s] no timer of a processor paces less

// steps: of the whole run.
std::uint64_t steps_per_tick(double rate, double h, std::uint64_t steps) {
  const std::string where = "--rate " + number_text(rate);
  const double ratio = 1.0 / (rate * h);
  const double least = std::max(1.0, std::ceil(kShortestTick / h * (1.0 - 1e-9)));
  const double whole = std::max(least, std::round(ratio));
  const std::string step = number_text(h) + " s", remedy = "choose 1 / (k h), e.g. ";
  if (ratio < least * (1.0 - 1e-9))
    throw Error(where,
                "means ticks of " + number_text(1.0 / rate, 3) +
                    " s: a tick is a whole number of " + "steps of " + step + ", and at least " +
                    number_text(kShortestTick) + " s, less than which no timer paces",
                remedy + number_text(1.0 / (least * h)) + ", or leave --rate out");
  if (std::abs(ratio - whole) > 1e-9 * whole)
    throw Error(where, "is not a whole number of steps of " + step,
                remedy + number_text(1.0 / (whole * h), 15));
  if (whole > static_cast<double>(steps))
    throw Error(where,
                "means ticks of " + number_text(1.0 / rate, 3) + " s, longer than the run of " +
                    number_text(static_cast<double>(steps) * h, 3) + " s",
                "raise it, or give a longer run by --seconds");
  return static_cast<std::uint64_t>(whole);
}

double clock_cost() {
  double best = 1e9;
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t start = now_ns();
    best = std::min(best, static_cast<double>(now_ns() - start));
  }
  return best;
}

}  // namespace

TimerResult time_steps(Instance* instance, const TimerOptions& options) {
  TimerResult result;
  result.clock_ns = clock_cost();
  const bool paced = options.rate > 0.0;
  const std::uint64_t per_tick =
      paced ? steps_per_tick(options.rate, instance->model().step_size(), options.steps) : 1;
  result.ns.resize(std::max<std::uint64_t>(1, options.steps / per_tick));
  result.steps = result.ns.size() * per_tick;
  Workload work(instance, options.scenario);
  for (std::uint64_t k = 0; k < kWarmUp; ++k) {
    work.prepare();
    work.step();
  }
  result.scenario_steps = work.scenario_steps();
  result.scenario_start = work.until_restart();
  const Statistics before = instance->state().statistics();
  const std::uint64_t calls = heap_calls(), faults = minor_faults();
  if (paced) {
    run_paced(&work, per_tick, options.rate, &result);
  } else {
    run_free(&work, {result.steps, 0.0, {}}, &result);
  }
  result.heap_calls = heap_calls() - calls;
  result.minor_faults = minor_faults() - faults;
  const Statistics& after = instance->state().statistics();
  result.iterations_max = after.iterations_max;
  result.iterations_mean =
      static_cast<double>(after.iterations - before.iterations) / static_cast<double>(result.steps);
  const std::uint64_t solves = after.iterations - before.iterations;
  if (solves > 0) {
    result.rebuild_share =
        static_cast<double>(after.rebuilds - before.rebuilds) / static_cast<double>(solves);
  }
  return result;
}

WindowStatistics worst_window(const TimerResult& result, double window, double step) {
  WindowStatistics s;
  s.steps = static_cast<std::uint64_t>(std::max(1.0, std::round(window / step)));
  const std::uint64_t length = result.scenario_steps;
  if (length == 0) return s;
  const std::uint64_t width = std::min(s.steps, length);
  s.steps = width;
  std::vector<double> worst;
  for (std::uint64_t at = result.scenario_start; at + length <= result.ns.size(); at += length) {
    double sum = 0.0, largest = 0.0;
    for (std::uint64_t k = 0; k < length; ++k) {
      sum += result.ns[at + k];
      if (k >= width) sum -= result.ns[at + k - width];
      largest = std::max(largest, sum);
    }
    worst.push_back(largest);
  }
  s.repetitions = worst.size();
  if (worst.empty()) return s;
  std::sort(worst.begin(), worst.end());
  s.median_ns = worst[worst.size() / 2];
  s.best_ns = worst.front();
  return s;
}

TimerStatistics statistics_of(std::vector<double> ns) {
  std::sort(ns.begin(), ns.end());
  const auto at = [&](double share) {
    return ns[static_cast<std::size_t>(share * static_cast<double>(ns.size() - 1))];
  };
  return {ns.front(), at(0.5), at(0.99), at(0.999), ns.back()};
}

}  // namespace mortise::gen
