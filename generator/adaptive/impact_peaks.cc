#include "generator/adaptive/impact_peaks.hpp"

#include <algorithm>

namespace mortise::gen {
namespace {

// Top of the parabola through sample k and its neighbours.
ImpactPeak top_of(const std::vector<FilmSample>& s, std::size_t k) {
  ImpactPeak peak;
  peak.force = s[k].force;
  peak.time = s[k].time;
  const double before = s[k - 1].time - s[k].time, behind = s[k + 1].time - s[k].time;
  if (before == 0.0 || behind == 0.0) return peak;
  const double left = (s[k - 1].force - s[k].force) / before;
  const double right = (s[k + 1].force - s[k].force) / behind;
  const double curvature = (right - left) / (behind - before);
  if (!(curvature < 0.0)) return peak;
  const double slope = left - curvature * before;
  peak.time -= 0.5 * slope / curvature;
  peak.force -= 0.25 * slope * slope / curvature;
  return peak;
}

}  // namespace

std::vector<ImpactPeak> impact_peaks(const std::vector<FilmSample>& s, double least) {
  double largest = 0.0;
  for (const FilmSample& sample : s) largest = std::max(largest, sample.force);
  std::vector<std::size_t> tops;
  double valley = 0.0;  // smallest force since the last top
  for (std::size_t k = 1; k + 1 < s.size(); ++k) {
    valley = std::min(valley, s[k].force);
    const bool top = s[k].force > s[k - 1].force && s[k].force >= s[k + 1].force;
    if (!top || s[k].force < least * largest) continue;
    if (tops.empty() || valley < 0.5 * std::min(s[tops.back()].force, s[k].force)) {
      tops.push_back(k);
    } else if (s[k].force > s[tops.back()].force) {
      tops.back() = k;
    }
    if (tops.back() == k) valley = s[k].force;
  }
  std::vector<ImpactPeak> peaks;
  for (std::size_t j = 0; j < tops.size(); ++j) {
    peaks.push_back(top_of(s, tops[j]));
    const std::size_t end = j + 1 < tops.size() ? tops[j + 1] : s.size();
    for (std::size_t k = tops[j]; k < end; ++k)
      peaks.back().rebound = std::max(peaks.back().rebound, s[k].velocity);
  }
  return peaks;
}

}  // namespace mortise::gen
