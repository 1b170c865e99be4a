#include "generator/contact/film/load_history.hpp"

#include <algorithm>
#include <cmath>

namespace mortise::gen {

LoadHistory::LoadHistory(const LoadSpec& spec) : base_(spec.base) {
  if (!spec.times.empty()) {
    times_ = spec.times;
    values_ = spec.values;
    if (spec.smooth) round_corners();
    return;
  }
  if (!spec.rise.empty()) {
    times_ = spec.rise;
    values_ = {spec.base, spec.base + spec.step};
  }
  if (!spec.fall.empty()) {
    times_.insert(times_.end(), spec.fall.begin(), spec.fall.end());
    values_.insert(values_.end(), {spec.base + spec.step, spec.base});
  }
}

// Harmonic means of the slopes on both sides, zero at extrema and ends: no cubic overshoots
// (Fritsch and Butland 1984).
void LoadHistory::round_corners() {
  slopes_.assign(times_.size(), 0.0);
  for (std::size_t k = 1; k + 1 < times_.size(); ++k) {
    const double before = times_[k] - times_[k - 1], behind = times_[k + 1] - times_[k];
    const double left = (values_[k] - values_[k - 1]) / before;
    const double right = (values_[k + 1] - values_[k]) / behind;
    if (left * right <= 0.0) continue;
    const double a = 2.0 * behind + before, b = behind + 2.0 * before;
    slopes_[k] = (a + b) / (a / left + b / right);
  }
}

double LoadHistory::value(double time) const {
  if (times_.empty()) return base_;
  if (time <= times_.front()) return values_.front();
  if (time >= times_.back()) return values_.back();
  const Place at = place(time);
  const double s = at.share, low = values_[at.k], rise = values_[at.k + 1] - low;
  if (slopes_.empty()) return low + s * rise;
  const double r = 1.0 - s;
  return low + s * s * (3.0 - 2.0 * s) * rise +
         s * r * at.width * (r * slopes_[at.k] - s * slopes_[at.k + 1]);
}

double LoadHistory::rate(double time) const {
  if (times_.empty() || time < times_.front() || time >= times_.back()) return 0.0;
  const Place at = place(time);
  const double s = at.share, slope = (values_[at.k + 1] - values_[at.k]) / at.width;
  if (slopes_.empty()) return slope;
  return 6.0 * s * (1.0 - s) * slope + (1.0 - s) * (1.0 - 3.0 * s) * slopes_[at.k] +
         s * (3.0 * s - 2.0) * slopes_[at.k + 1];
}

double LoadHistory::largest_rate() const {
  double largest = 0.0;
  for (std::size_t k = 0; k + 1 < times_.size(); ++k) {
    const double width = times_[k + 1] - times_[k];
    largest = std::max(largest, std::abs(rate(times_[k])));
    if (slopes_.empty()) continue;
    // the extremum of a quadratic through its ends and its middle
    const double a = slopes_[k], b = slopes_[k + 1];
    const double m = (values_[k + 1] - values_[k]) / width;
    const double bend = 3.0 * (a + b - 2.0 * m);  // rate = a + (2 (3m - 2a - b)) s + bend s^2
    const double top = bend != 0.0 ? -(3.0 * m - 2.0 * a - b) / bend : -1.0;
    if (top > 0.0 && top < 1.0) {
      largest = std::max(largest, std::abs(rate(times_[k] + top * width)));
    }
  }
  return largest;
}

}  // namespace mortise::gen
