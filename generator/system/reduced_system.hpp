// A condensed structure in mass-normalised modal coordinates: the input of the bake stage.
//
//   q_i'' + d_i q_i' + omega_i^2 q_i =
//       (input_forces f(t) + constant_force + contact_rows^T lambda)_i
//   gap of contact c:  clearance_c + contact_rows(3 c) . q
#pragma once

#include <string>
#include <vector>

#include "generator/system/full_system.hpp"

namespace mortise::gen {

// Modes that were left out, kept as massless Kelvin-Voigt compliance: their common lag filters the
// forces, phi' = (f - phi) / lag with f = (row forces, inputs), and rows and outputs see
//   s = rows q + row_compliance phi + row_offset,   y = output_rows q + output_compliance phi + ...
struct ResidualCompliance {
  double lag = 0.0;          // beta of the Rayleigh damping [s]; 0: follows at once
  Matrix row_compliance;     // (nr x (nr + nu)) [m/N]
  Matrix input_compliance;   // (nu x nu) displacement of the inputs' patterns, for their work [m/N]
  Matrix output_compliance;  // (no x (nr + nu)) [m/N]
  Vector row_offset;         // (nr) answer to the constant force [m]
  Vector output_offset;      // (no) [m]
};

// A compliant joint seen by the modes: nr = nn rows without friction, else 2 nn: the normal rows of
// all nodes, then the tangential ones.
struct ReducedJoint {
  Matrix rows;                          // (nr x n)
  std::vector<std::string> node_names;  // (nn)
  std::vector<JointPoint> points;
  JointLaw law;
  std::optional<ResidualCompliance> residual;
};

// A sliding contact seen by the modes; geometry as in SlidingContact.
struct ReducedSliding {
  Matrix slave_rows;   // (2 x n) x, y of the slave node
  Matrix target_rows;  // (2 nt x n) x, y of target node 0, 1, ...
  SlidingGeometry geometry;
  SlidingLaw law;
};

struct ReducedSystem {
  Vector omega;    // (n) circular eigenfrequencies [rad/s], 0 allowed
  Vector damping;  // (n) d_i = 2 zeta_i omega_i [1/s]
  // Modes are grouped by substructure, ascending frequencies within a group: first mode of each
  // group; empty: one group.
  std::vector<Eigen::Index> groups;
  Matrix contact_rows;                      // (3 nc x n) per contact normal, tangent 1, tangent 2
  std::vector<ContactParameters> contacts;  // (nc)
  std::optional<ReducedJoint> joint;
  std::optional<ReducedSliding> sliding;
  std::vector<InputChannel> inputs;    // (nu)
  Matrix input_forces;                 // (n x nu)
  std::vector<OutputChannel> outputs;  // (ny)
  Matrix output_rows;                  // (no x n) displacement functionals
  Vector constant_force;               // (n)
  Vector initial_q;                    // (n)
  Vector initial_v;                    // (n)

  Eigen::Index size() const { return omega.size(); }
};

}  // namespace mortise::gen
