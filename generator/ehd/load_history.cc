#include "generator/ehd/load_history.hpp"

#include <algorithm>

namespace mortise::gen {

LoadHistory::LoadHistory(const LoadSpec& spec) : base_(spec.base) {
  if (!spec.rise.empty()) {
    times_ = spec.rise;
    values_ = {spec.base, spec.base + spec.step};
  }
  if (!spec.fall.empty()) {
    times_.insert(times_.end(), spec.fall.begin(), spec.fall.end());
    values_.insert(values_.end(), {spec.base + spec.step, spec.base});
  }
}

double LoadHistory::value(double time) const {
  if (times_.empty()) return base_;
  if (time <= times_.front()) return values_.front();
  if (time >= times_.back()) return values_.back();
  const auto next = std::upper_bound(times_.begin(), times_.end(), time);
  const auto k = static_cast<std::size_t>(next - times_.begin());
  const double share = (time - times_[k - 1]) / (times_[k] - times_[k - 1]);
  return values_[k - 1] + share * (values_[k] - values_[k - 1]);
}

double LoadHistory::rate(double time) const {
  if (times_.empty() || time < times_.front() || time >= times_.back()) return 0.0;
  const auto next = std::upper_bound(times_.begin(), times_.end(), time);
  const auto k = static_cast<std::size_t>(next - times_.begin());
  return (values_[k] - values_[k - 1]) / (times_[k] - times_[k - 1]);
}

}  // namespace mortise::gen
