// The basis of Rubin: free-interface modes and residual attachment modes, brought into the form of
// Craig-Bampton.
//
//   span [Phi_free, G_res R^T],   G_res = G - Phi Lambda^-1 Phi^T   (G: elastic_answers.hpp)
//
// If the body is held, this is the span of Craig and Chang, as K^-1 R^T = Psi K_rr^-1. If it
// floats, G answers to an interface load together with the inertia of the rigid-body motion it
// starts, which Psi does not know: the answers at rest to that inertia join the normal modes.
#include <cmath>

#include "generator/bodies/condense/elastic_answers.hpp"

namespace mortise::gen {

Modes rubin(const Component& c, const ModeRequest& request) {
  const Modes free = lowest_modes(c.stiffness, c.mass, request);
  if (c.rigid_body_modes == 0) return modes_at_rest(c, free.shapes, free);
  Matrix rigid = free.shapes.leftCols(free.rigid_body_modes);
  if (rigid.cols() < c.rigid_body_modes)
    rigid = lowest_modes(c.stiffness, c.mass, {c.rigid_body_modes, 0.0, false}).shapes;
  Matrix relief = answers_at_rest(c, c.mass * rigid);
  for (Eigen::Index i = 0; i < relief.cols(); ++i) {
    const double mass = relief.col(i).dot(c.mass * relief.col(i));
    if (mass > 0.0) relief.col(i) /= std::sqrt(mass);
  }
  Matrix motions(free.shapes.rows(), free.shapes.cols() + relief.cols());
  motions << free.shapes, relief;
  return modes_at_rest(c, motions, free);
}

}  // namespace mortise::gen
