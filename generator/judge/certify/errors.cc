#include "generator/judge/certify/errors.hpp"

#include <algorithm>
#include <cmath>

namespace mortise::gen {

std::optional<double> relative_error(double difference, double size) {
  if (difference == 0.0 && size == 0.0) return std::nullopt;
  const double error = size == 0.0 ? 1.0 : difference / size;
  return std::isfinite(error) ? error : 1e300;
}

void take_worse(const std::optional<double>& error, std::optional<double>* worst) {
  if (error && (!*worst || *error > **worst)) *worst = error;
}

void Difference::add(double value, double reference) {
  const double off = std::abs(value - reference), size = std::abs(reference);
  // a NaN is the largest of all
  if (!(off <= largest_) && !std::isnan(largest_)) largest_ = off;
  squares_ += off * off;
  reference_ = std::max(reference_, size);
  reference_squares_ += size * size;
  ++count_;
}

double Difference::norm() const { return std::sqrt(reference_squares_); }

std::optional<double> Difference::peak(double least) const {
  return relative_error(largest_, std::max(reference_, least));
}

std::optional<double> Difference::mean(double least) const {
  return relative_error(std::sqrt(squares_), std::max(norm(), least));
}

std::optional<double> Difference::mean_of_peak() const {
  return relative_error(std::sqrt(squares_ / static_cast<double>(count_)), reference_);
}

}  // namespace mortise::gen
