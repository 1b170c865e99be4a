// An elastic body as a contact sees it: nodes along a line of the surface, how they answer to
// forces, and which of its modes move on their own (Schmidt 3.1-3.3).
//
// All motion is measured along the opening direction: positive where the surface recedes from the
// other body. A contact force is positive where it pushes the body away, so it acts along the
// same direction and the response is symmetric:
//   q'' + 2 zeta omega q' + omega^2 q = Phi^T F + constant,   u = Phi q + D F      (Schmidt 3.11)
#pragma once

#include <string>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

struct CondensedBody {
  std::string name;          // for messages
  Vector position;           // x of the contact nodes, ascending [m]; (n_S), odd: 3-node elements
  Vector height;             // undeformed surface, share of the gap that the body gives [m] (n_S)
  Vector omega;              // (n_dc) dynamically considered modes [rad/s], ascending, 0 = rigid
  Vector damping;            // (n_dc) ratios zeta [-]
  Matrix shapes;             // Phi (n_S x n_dc), mass-normalised [1/sqrt(kg)]
  Matrix static_compliance;  // D (n_S x n_S) [m/N]; zero where every mode moves on its own
  Vector constant_force;     // (n_dc) modal force of gravity [N/sqrt(kg)]
  Vector initial_q;          // (n_dc)
  Vector initial_v;          // (n_dc)
  Vector rigid_row;          // (n_dc) motion of the centre of mass along the opening direction is
                             // rigid_row . q; zero for a fixed body
  double mass = 0.0;         // of the free body [kg], per metre [kg/m] if plane; 0 = fixed
  Eigen::Index full_dofs = 0, constraint_modes = 0, normal_modes = 0;
};

}  // namespace mortise::gen
