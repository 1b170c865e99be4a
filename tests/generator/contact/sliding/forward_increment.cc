#include "tests/generator/contact/sliding/forward_increment.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "generator/ground/text/error.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {

ForwardIncrementSliding::ForwardIncrementSliding(const ReducedSystem& system, double step)
    : SlidingStepper(system, step) {
  const double limit = step_limit(system);
  if (step > limit)
    throw Error("explicit scheme",
                "a step of " + number_text(1e9 * step) + " ns is above its limit of " +
                    number_text(1e9 * limit) + " ns",
                "take a smaller step, fewer modes or an implicit scheme");
  if (law_.kind != SlidingKind::bilateral)
    throw Error("explicit scheme", "a unilateral contact", "give contact.law = \"bilateral\"");
}

double ForwardIncrementSliding::step_limit(const ReducedSystem& system) {
  double limit = std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < system.size(); ++i) {
    const double omega = system.omega[i];
    if (!(omega > 0)) continue;
    const double zeta = 0.5 * system.damping[i] / omega;
    limit = std::min(limit, 2 / omega * (std::sqrt(1 + zeta * zeta) - zeta));
  }
  return limit;
}

void ForwardIncrementSliding::begin() { increment_ = h_ * v_; }

void ForwardIncrementSliding::step(const SlidingInputs& inputs) {
  const double h2 = h_ * h_;
  const auto loaded = [&](const Vector& f) {
    a_.array() = f.array() - system_.damping.array() * increment_.array() / h_ -
                 stiffness_.array() * q_.array();
  };
  if (inputs) {
    loaded(modal_force(inputs, time()));
  } else {
    loaded(system_.constant_force);
  }
  increment_ += h2 * a_;
  q_ += increment_;
  evaluate_geometry(q_, path(time() + h_));
  force_ = -place_.gap / (h2 * gap_row_.dot(force_row_));
  a_ += force_ * force_row_;
  increment_ += h2 * force_ * force_row_;
  q_ += h2 * force_ * force_row_;
  v_ = increment_ / h_;
  ++count_;
}

}  // namespace mortise::gen
