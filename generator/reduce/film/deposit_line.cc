#include "generator/reduce/film/deposit_line.hpp"

#include <algorithm>
#include <cmath>

namespace mortise::gen {

DepositLine::DepositLine(int count, double place, double spacing, double y) {
  for (int k = 0; k < count; ++k) place_.push_back(place + k * spacing);
  content_.assign(place_.size(), y);
  slope_.assign(place_.size(), 0.0);
}

double DepositLine::at(double x, double way, double entry, double entering, double* share) const {
  if (share != nullptr) *share = 0.0;
  const double s = x - way;  // where it was at the last deposit
  if (s < place_.front()) {
    const double part = (place_.front() - s) / (place_.front() - (entry - way));
    if (share != nullptr) *share = part;
    return content_.front() + part * (entering - content_.front());
  }
  const auto next = std::upper_bound(place_.begin() + 1, place_.end() - 1, s);
  const auto k = static_cast<std::size_t>(next - place_.begin()) - 1;
  const double width = place_[k + 1] - place_[k];
  const double t = std::min((s - place_[k]) / width, 1.0), r = 1.0 - t;
  return r * r * ((1.0 + 2.0 * t) * content_[k] + t * width * slope_[k]) +
         t * t * ((3.0 - 2.0 * t) * content_[k + 1] - r * width * slope_[k + 1]);
}

void DepositLine::deposit(double way, double entry, double entering) {
  for (double& x : place_) x += way;
  place_.insert(place_.begin(), entry);
  content_.insert(content_.begin(), entering);
  slope_.insert(slope_.begin(), 0.0);
  place_.pop_back();
  content_.pop_back();
  slope_.pop_back();
  set_slope(1);
  set_slope(0);
}

void DepositLine::set_slope(std::size_t k) {
  if (k == 0) {
    const double h0 = place_[1] - place_[0], h1 = place_[2] - place_[1];
    const double d0 = (content_[1] - content_[0]) / h0, d1 = (content_[2] - content_[1]) / h1;
    double slope = ((2.0 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
    if (slope * d0 <= 0.0) slope = 0.0;
    if (d0 * d1 <= 0.0 && std::abs(slope) > 3.0 * std::abs(d0)) slope = 3.0 * d0;
    slope_[0] = slope;
    return;
  }
  const double h0 = place_[k] - place_[k - 1], h1 = place_[k + 1] - place_[k];
  const double d0 = (content_[k] - content_[k - 1]) / h0, d1 = (content_[k + 1] - content_[k]) / h1;
  slope_[k] = d0 * d1 > 0.0 ? 3.0 * (h0 + h1) / ((2.0 * h1 + h0) / d0 + (h1 + 2.0 * h0) / d1) : 0.0;
}

}  // namespace mortise::gen
