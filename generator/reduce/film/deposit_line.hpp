// What has entered a rolling contact, as points that move with the fluid: a monotone cubic through
// them (Fritsch, Butland) is the film wherever it has come to.
#pragma once

#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

class DepositLine {
 public:
  // One film y everywhere, `count` >= 4 deposits `spacing` > 0 apart, the newest at `place`.
  DepositLine(int count, double place, double spacing, double y);

  double newest() const { return place_.front(); }
  double newest_content() const { return content_.front(); }

  // Film at a place, the fluid having gone on by `way` since the last deposit.
  // entry, entering: where the next deposit will be, entry < newest() + way, and its film: places
  //   before the newest deposit lie on the straight line to it.
  // share: of `entering` in the value; may be null.
  double at(double x, double way, double entry, double entering, double* share) const;

  // A step ends: all points go on by `way`, a new one appears at `entry`.
  void deposit(double way, double entry, double entering);

 private:
  void set_slope(std::size_t k);

  std::vector<double> place_, content_, slope_;  // newest first: places ascend
};

}  // namespace mortise::gen
