#include "generator/simulate/bolted/exact_modes.hpp"

#include <fmt/format.h>

#include <cmath>

#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

// The rule's matrix for (q, v), with X = (h omega / 2)^2, Y = h d / 2, A = 1 + X + Y, is
//   [ 1 - 2 X / A   h / A ;  -4 X / (h A)   (1 - Y - X) / A ]
// X and Y are those whose determinant and trace are those of the exact flow.
ExactModes exact_modes(const Vector& omega, const Vector& damping, double h) {
  ExactModes m;
  m.omega = m.damping = m.shift = Vector::Zero(omega.size());
  m.scale = Vector::Ones(omega.size());
  for (Eigen::Index i = 0; i < omega.size(); ++i) {
    const double w = omega[i], decay = 0.5 * damping[i];
    if (w == 0.0) {
      m.damping[i] = damping[i];
      continue;
    }
    demand(decay < w, "damping", fmt::format("mode {} is damped so that it does not swing", i + 1),
           "lower damping.ratio below 1");
    demand(w * h <= kLargestWarped, "step.size",
           fmt::format("mode {} at {:.5g} Hz has omega h = {:.3g}, {} is the most beside other "
                       "interfaces",
                       i + 1, w / kTwoPi, w * h, kLargestWarped),
           "reduce step.size, or keep fewer modes of the bolted structure");
    const double rate = std::sqrt(w * w - decay * decay), half = 0.5 * rate * h;
    const double e = std::exp(-decay * h), lost = -std::expm1(-decay * h);
    const double minus = lost * lost + 4.0 * e * std::sin(half) * std::sin(half);  // 1 - Tr + det
    const double plus = lost * lost + 4.0 * e * std::cos(half) * std::cos(half);   // 1 + Tr + det
    const double x = minus / plus;
    const double y = (1.0 + x) * -std::expm1(-2.0 * decay * h) / (1.0 + e * e);
    const double a = 1.0 + x + y, sine = std::sin(rate * h) / rate;
    const double f0 = e * (std::cos(rate * h) + decay * sine), f1 = e * sine;
    m.omega[i] = 2.0 / h * std::sqrt(x);
    m.damping[i] = 2.0 / h * y;
    m.scale[i] = f1 * a / h;
    m.shift[i] = (f0 - (1.0 - 2.0 * x / a)) * a / h;
  }
  return m;
}

}  // namespace mortise::gen
