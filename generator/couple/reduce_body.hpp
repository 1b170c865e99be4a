// Modes of a body with its contact nodes as masters: component mode synthesis, diagonalised.
// Private to this folder.
#pragma once

#include "generator/couple/contact_line.hpp"

namespace mortise::gen {

struct BodyModes {
  Vector omega;     // (p) [rad/s] ascending, 0 = rigid
  Matrix shapes;    // (n_S x p) openings of the contact nodes, mass-normalised [1/sqrt(kg)]
  Vector momentum;  // (p) of unit modal rates along the opening direction [sqrt(kg)]
  // (n_S x n_S) of directions without mass, which follow statically [m/N]; zero without them
  Matrix massless_compliance;
  Eigen::Index rigid_body_modes = 0, constraint_modes = 0, normal_modes = 0;
};

// Throws Error naming the body for extra masters that are not in the model, a method of full for
// too many dofs, and if the reduced body lost a rigid-body mode.
BodyModes reduce_body(const FullModel& model, const BodySetup& setup, const ContactLine& line);

}  // namespace mortise::gen
