// Energy-conserving sampling and weighting.
#pragma once

#include "generator/reduce/hyper_reduction.hpp"

namespace mortise::gen {

class Ecsw final : public HyperReduction {
 public:
  explicit Ecsw(double tolerance) : tolerance_(tolerance) {}
  SampledRows choose(const HyperReductionInput& input) const override;

 private:
  double tolerance_;
};

}  // namespace mortise::gen
