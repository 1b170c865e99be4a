// How far a quantity is from its reference: the measures that certificates and studies have in
// common. Each is relative; zero over zero was not measured, a NaN counts as everything wrong.
#pragma once

#include <cstddef>
#include <optional>

namespace mortise::gen {

// difference / size; absent for zero over zero, 1 where only the size is zero, 1e300 for what is
// not finite.
std::optional<double> relative_error(double difference, double size);

// Channels of one quantity are judged beside each other: one counts for at least this share of the
// largest, and one that stays below the other share in both runs is rounding, which nothing judges.
inline constexpr double kMinorChannel = 1e-4, kRoundingShare = 1e-9;

// The larger of both in `worst`.
void take_worse(const std::optional<double>& error, std::optional<double>* worst);

// Differences of one quantity, gathered value by value.
class Difference {
 public:
  void add(double value, double reference);

  double reference() const { return reference_; }  // largest size of the reference
  double norm() const;                             // root of the sum of squares of the reference
  double largest() const { return largest_; }      // difference

  // Largest difference over the largest reference, at least `least`: displacements, gaps, forces
  // and pressures.
  std::optional<double> peak(double least = 0.0) const;
  // Norm of the difference over that of the reference, at least `least`: velocities, which jump.
  std::optional<double> mean(double least = 0.0) const;
  // Root mean square of the difference over the largest reference.
  std::optional<double> mean_of_peak() const;

 private:
  double largest_ = 0.0, squares_ = 0.0, reference_ = 0.0, reference_squares_ = 0.0;
  std::size_t count_ = 0;
};

}  // namespace mortise::gen
