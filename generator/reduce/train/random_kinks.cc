#include "generator/reduce/train/random_kinks.hpp"

#include <algorithm>
#include <cmath>

namespace mortise::gen {
namespace {

constexpr double kLongestRest = 3.0;  // [unit of time]
constexpr double kSlowestRamp = 0.2;  // of the steepest one

}  // namespace

void add_random_kinks(const TrainSpec& t, double time, Dice* dice, std::vector<double>* times,
                      std::vector<double>* values) {
  const auto any_load = [&] {
    return t.load.minimum + dice->share() * (t.load.maximum - t.load.minimum);
  };
  const auto add = [&](double at, double value) {
    times->push_back(at);
    values->push_back(value);
  };
  const double steepest = (t.load.maximum - t.load.minimum) / t.ramp.minimum;
  double now = time * dice->between(0.5, 2.0), value = any_load();
  add(now, value);
  while (now < t.duration) {
    const double next = any_load();
    const double rate = steepest * dice->between(kSlowestRamp, 1.0);
    now += std::max(std::abs(next - value) / rate, 1e-3 * time);
    value = next;
    add(now, value);
    const double rest = kLongestRest * std::max(0.0, dice->between(-1.0, 1.0));
    if (rest <= 0.0) continue;
    now += rest * time;
    add(now, value);
  }
}

}  // namespace mortise::gen
