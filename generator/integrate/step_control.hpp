// Step size control by an estimated local error.
#pragma once

namespace mortise::gen {

enum class ControlKind { standard, threshold };

struct ControlFactors {
  double shrink = 0.25;  // f_min < 1
  double grow = 2.0;     // f_max > 1
  double safety = 0.6;   // f_safety
};

// Factor for the next step size after an error measure (1 = at the tolerance; infinity = failed).
// standard: keeps the error at the tolerance, safety * error^(-1/(order + 1)) within the bounds
// (Schmidt 2.80). threshold: shrink above 1, grow below 0.1, else unchanged (Schmidt 2.79).
double next_step_factor(ControlKind kind, const ControlFactors& factors, double error, int order);

}  // namespace mortise::gen
