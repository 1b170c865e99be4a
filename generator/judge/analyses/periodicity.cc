#include "generator/judge/analyses/periodicity.hpp"

namespace mortise::gen {

PeriodicityDetector::PeriodicityDetector(const PeriodicityOptions& options)
    : options_(options), consecutive_(static_cast<std::size_t>(options.maximum_multiple) + 1, 0) {}

int PeriodicityDetector::add(const Vector& state) {
  ++periods_;
  const double limit = options_.tolerance * state.norm();
  int found = 0;
  for (int m = 1; m <= options_.maximum_multiple; ++m) {
    const auto k = static_cast<std::size_t>(m);
    const bool repeats = history_.size() >= k && (state - history_[k - 1]).norm() <= limit;
    consecutive_[k] = repeats ? consecutive_[k] + 1 : 0;
    if (found == 0 && consecutive_[k] >= 2 * m) found = m;
  }
  history_.push_front(state);
  if (history_.size() > static_cast<std::size_t>(options_.maximum_multiple)) history_.pop_back();
  return periods_ >= options_.minimum_periods ? found : 0;
}

}  // namespace mortise::gen
