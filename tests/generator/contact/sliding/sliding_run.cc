#include "tests/generator/contact/sliding/sliding_run.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

void widen(Range* range, double value, bool first) {
  range->low = first ? value : std::min(range->low, value);
  range->high = first ? value : std::max(range->high, value);
}

void check(const SlidingStepper& stepper, const SlidingRunOptions& o) {
  if (!(o.duration > 0) || !std::isfinite(o.duration))
    throw Error("sliding run", "a duration of " + number_text(o.duration) + " s",
                "give a positive duration in s");
  if (!(o.window >= stepper.step_size()))
    throw Error("sliding run", "a window of " + number_text(o.window) + " s",
                "give a window of at least one step");
  if (o.response.size() != 0 && o.response.size() != stepper.system().size())
    throw Error("sliding run", "the response does not have the size of the system",
                "pass one number per mode");
}

}  // namespace

SlidingSummary run_sliding(SlidingStepper* stepper, const SlidingRunOptions& options,
                           const SlidingObserver& observer) {
  check(*stepper, options);
  const double h = stepper->step_size(), start = stepper->time();
  const double direction = sliding_direction(stepper->system().lone().as<ReducedSliding>()->law);
  const long steps = std::lround(options.duration / h), window = std::lround(options.window / h);
  SlidingSummary summary;
  double squares = 0.0;
  for (long k = 0; k < steps; ++k) {
    stepper->step(options.inputs);
    const double slip = stepper->slip_velocity(), force = stepper->force();
    widen(&summary.force, force, k == 0);
    widen(&summary.slave_velocity, stepper->slave_velocity(), k == 0);
    widen(&summary.slip_velocity, slip, k == 0);
    summary.largest_gap = std::max(summary.largest_gap, std::abs(stepper->place().gap));
    if (observer) observer(*stepper);
    if (!summary.violation && (!(force > 0) || !(direction * slip > 0))) {
      summary.violation = {force > 0 ? SlidingEnd::sticking : SlidingEnd::detachment,
                           stepper->time()};
      if (options.stop_at_violation) break;
    }
    if (options.response.size() != 0)
      squares += std::pow(options.response.dot(stepper->acceleration()), 2);
    if ((k + 1) % window != 0) continue;
    const double middle =
        start + (static_cast<double>(k + 1) - 0.5 * static_cast<double>(window)) * h;
    summary.windows.push_back(
        {middle, stepper->path(middle), std::sqrt(squares / static_cast<double>(window))});
    squares = 0.0;
  }
  summary.time = stepper->time();
  return summary;
}

std::vector<SlidingWindow> bursts(const std::vector<SlidingWindow>& windows,
                                  const BurstRule& rule) {
  std::vector<SlidingWindow> found;
  const int count = static_cast<int>(windows.size());
  for (int k = 0; k < count; ++k) {
    const SlidingWindow& w = windows[static_cast<std::size_t>(k)];
    if (w.time < rule.start || w.rms < rule.threshold) continue;
    std::vector<double> near;
    for (int j = std::max(0, k - rule.around); j <= std::min(count - 1, k + rule.around); ++j)
      if (j != k) near.push_back(windows[static_cast<std::size_t>(j)].rms);
    if (near.empty()) continue;
    std::nth_element(near.begin(), near.begin() + static_cast<long>(near.size() / 2), near.end());
    if (w.rms > rule.factor * near[near.size() / 2]) found.push_back(w);
  }
  return found;
}

}  // namespace mortise::gen
