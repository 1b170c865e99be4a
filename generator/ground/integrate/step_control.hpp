// Step size control by an estimated local error.
#pragma once

namespace mortise::gen {

enum class ControlKind { standard, threshold };

struct ControlFactors {
  double shrink = 0.25;  // f_min < 1
  double grow = 2.0;     // f_max > 1
  double safety = 0.6;   // f_safety
};

// Factor for the next step size after a step with an error measure.
// standard: keeps the error at the tolerance, safety * error^(-1/(order + 1)), not below shrink
// where error > 1 and not above grow elsewhere (Schmidt 2.80). threshold: shrink above 1, grow
// below 0.1, else unchanged (Schmidt 2.79).
// error: >= 0, 1 = at the tolerance; infinite or NaN (a failed step): shrink.
// order: of the method behind the estimate, p^ (standard only).
double next_step_factor(ControlKind kind, const ControlFactors& factors, double error, int order);

}  // namespace mortise::gen
