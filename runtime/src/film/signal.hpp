// How the inputs of a film run from t_n to t_n+1, theta = 0..1.
#pragma once

#include "mortise/kernel/kernels.hpp"
#include "mortise/model.hpp"

namespace mortise::MORTISE_ISA {

struct Signal {
  Real start = 0;   // at t_n [unit of the input]
  Real change = 0;  // to t_n+1
  Real slope = 0;   // at t_n, per step
  Real minimum = 0, maximum = 0;
  bool cubic = false;

  struct Value {
    Real value, rate;  // rate per step
  };

  // Hermite's cubic through both ends, with the slope of the last step at t_n and that of the
  // straight line at t_n+1. Where it leaves the range of the input, the limit holds.
  MORTISE_INLINE Value at(Real theta) const {
    if (!cubic) return {start + theta * change, change};
    const Real rest = 1 - theta;
    Value x{start + (theta * theta * (2 - theta) * change + theta * rest * rest * slope),
            theta * (4 - 3 * theta) * change + rest * (1 - 3 * theta) * slope};
    if (x.value < minimum) x = {minimum, 0};
    if (x.value > maximum) x = {maximum, 0};
    return x;
  }
  MORTISE_INLINE Real end() const { return start + change; }
};

// Moves the signal's end to where the largest change per step allows; true if that was needed.
MORTISE_INLINE bool limit_change(Signal* s, Real largest) {
  if (absolute(s->change) <= largest) return false;
  s->change = s->change < 0 ? -largest : largest;
  return true;
}

}  // namespace mortise::MORTISE_ISA
