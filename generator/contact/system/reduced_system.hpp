// A condensed structure in mass-normalised modal coordinates: the input of the bake stage.
//
//   q_i'' + d_i q_i' + omega_i^2 q_i =
//       (input_forces f(t) + constant_force + contact_rows^T lambda)_i
//   gap of contact c:  clearance_c + contact_rows(3 c) . q
#pragma once

#include <string>
#include <vector>

#include "generator/contact/system/full_system.hpp"

namespace mortise::gen {

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
