// The prescribed load of a line contact, or what else is prescribed over time: straight lines
// between corners (Schmidt 4.1), or cubics through them with a continuous slope.
#pragma once

#include <algorithm>
#include <vector>

#include "generator/contact/film/film_case.hpp"

namespace mortise::gen {

class LoadHistory {
 public:
  // spec.times, if given: ascending, spec.values as many. Else its rise and fall.
  explicit LoadHistory(const LoadSpec& spec);

  // Another quantity, constant without corners.
  LoadHistory(double constant, const Corners& corners)
      : base_(constant), times_(corners.times), values_(corners.values) {}

  // Load over the reference load, and its exact derivative [1/s] (from the right at a kink), at a
  // time [s]. Between two corners the load lies between their values, smooth or not.
  double value(double time) const;
  double rate(double time) const;

  // Ascending times of the corners [s]: the rate jumps there, its derivative if the load is smooth.
  // Steps that end there keep the order of the integration.
  const std::vector<double>& kinks() const { return times_; }

  // Largest |rate| over all times [1/s].
  double largest_rate() const;

 private:
  struct Place {
    std::size_t k;        // corner at its start
    double width, share;  // of the interval [s]; of it, 0..1
  };
  Place place(double time) const {
    const auto next = std::upper_bound(times_.begin(), times_.end(), time);
    const auto k = static_cast<std::size_t>(next - times_.begin()) - 1;
    const double width = times_[k + 1] - times_[k];
    return {k, width, (time - times_[k]) / width};
  }
  void round_corners();

  double base_;                         // without corners
  std::vector<double> times_, values_;  // corners; constant before and behind
  std::vector<double> slopes_;          // there [1/s]; empty: straight lines
};

}  // namespace mortise::gen
