#include "generator/simulate/bolted/path_step.hpp"

#include "generator/ground/text/error.hpp"

namespace mortise::gen {

double path_step(const Vector& from, const Vector& to, CoulombNewton* contact, SurfaceState* state,
                 int halvings) {
  try {
    return contact->advance(to, state);
  } catch (const Error&) {
    if (halvings == 0) throw;
  }
  const Vector middle = 0.5 * (from + to);
  const double first = path_step(from, middle, contact, state, halvings - 1);
  return first + path_step(middle, to, contact, state, halvings - 1);
}

Vector bend(const BoltedSystem& system, const Vector& eta, const Vector& inputs,
            SurfaceState* contact, int increments) {
  CoulombNewton quasi_static(system.compliance(), system.friction);
  quasi_static.set_base(*contact);
  Vector before = system.still;
  if (!eta.isZero())
    for (int k = 1; k <= increments; ++k) {
      const Vector gap = system.free_gap(eta * (double(k) / increments), inputs);
      path_step(before, gap, &quasi_static, contact);
      before = gap;
    }
  return before;
}

double sliding_work(const SurfaceState& before, const SurfaceState& after) {
  double work = 0.0;
  for (Eigen::Index p = 0; p < before.force.size() / 3; ++p) {
    const auto at = Eigen::seqN(3 * p + 1, 2);
    work -= 0.5 * (before.force(at) + after.force(at)).dot(after.gap(at) - before.gap(at));
  }
  return work;
}

}  // namespace mortise::gen
