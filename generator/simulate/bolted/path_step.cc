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

}  // namespace mortise::gen
