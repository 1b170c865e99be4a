#include "generator/ground/integrate/step_control.hpp"

#include <algorithm>
#include <cmath>

namespace mortise::gen {

double next_step_factor(ControlKind kind, const ControlFactors& factors, double error, int order) {
  if (!std::isfinite(error)) return factors.shrink;
  if (kind == ControlKind::threshold) {
    if (error > 1.0) return factors.shrink;
    return error < 0.1 ? factors.grow : 1.0;
  }
  if (error <= 0.0) return factors.grow;
  const double wanted = factors.safety * std::pow(error, -1.0 / (order + 1));
  return error > 1.0 ? std::max(factors.shrink, wanted) : std::min(factors.grow, wanted);
}

}  // namespace mortise::gen
