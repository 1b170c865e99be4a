// Energy-conserving sampling and weighting.
#pragma once

#include "generator/reduce/hyper_reduction.hpp"

namespace mortise::gen {

class Ecsw final : public HyperReduction {
 public:
  // points: rows; 0: as many as the tolerance takes. growth: see Sampling
  Ecsw(int points, double tolerance, double growth)
      : points_(points), tolerance_(tolerance), growth_(growth) {}
  SampledRows choose(const HyperReductionInput& input) const override;

 private:
  int points_;
  double tolerance_, growth_;
};

}  // namespace mortise::gen
