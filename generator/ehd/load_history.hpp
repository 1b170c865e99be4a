// The prescribed load of a line contact: piecewise linear (Schmidt 4.1).
#pragma once

#include <vector>

#include "generator/define/film_definition.hpp"

namespace mortise::gen {

class LoadHistory {
 public:
  explicit LoadHistory(const LoadSpec& spec);

  // Load over the reference load, and its rate [1/s] (from the right at a kink), at a time [s].
  double value(double time) const;
  double rate(double time) const;

  // Ascending times of the kinks [s].
  const std::vector<double>& kinks() const { return times_; }

 private:
  double base_;
  std::vector<double> times_, values_;  // corners; constant before and behind
};

}  // namespace mortise::gen
