// A full-order structure with everything attached to it: damping, contacts, inputs, outputs.
//
//   M u'' + D u' + K u = B f(t) + f0 + W^T lambda,   D = alpha M + beta K per substructure
//   gap of contact i:  g_i = clearance_i + normal_i . u     (opening positive)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/fe/full_model.hpp"
#include "generator/system/joint.hpp"
#include "generator/system/sliding.hpp"

namespace mortise::gen {

// Law parameters of one contact point.
struct ContactParameters {
  std::string name;                     // unique, e.g. "tip.0"
  double clearance = 0.0;               // gap at u = 0 [m]
  double friction = 0.0;                // Coulomb coefficient [-], >= 0
  double restitution = 0.0;             // Newton, normal [-], 0..1
  double restitution_tangential = 0.0;  // Newton, tangential [-], 0..1
};

struct ContactPoint {
  ContactParameters parameters;
  SparseRow normal;    // gap opening positive
  SparseRow tangent1;  // right-handed with normal; empty rows = frictionless direction
  SparseRow tangent2;
};

enum class Hold { zero_order, linear };

struct InputChannel {
  std::string name;
  std::string unit;  // of the signal, e.g. "N"
  double minimum, maximum, default_value;
  Hold hold = Hold::zero_order;
};

// Numbered as in the schema.
enum class OutputQuantity {
  displacement = 0,
  velocity = 1,
  modal_coordinate = 2,
  contact_force = 3,
  gap = 4,
  acceleration = 13,
  energy_total = 14,
  energy_kinetic = 15,
  energy_strain = 16,
  dissipated_material = 17,
  dissipated_friction = 18,
  dissipated_impact = 19,
  work_external = 20,
  normal_traction = 21,
  friction_traction = 22,
  slipping_share = 23,
  sliding_velocity = 24,
  contact_position = 25
};

// displacement, velocity, acceleration (mean over the step): `row` of the output rows.
// modal_coordinate: mode index. contact_force: 3 * contact + axis (0 normal, 1 and 2 tangents); of
// a sliding contact 0 is normal, 1 friction. gap: contact index. Of joints: energies and losses [J]
// since the start, of the whole system, springs of the joint included in energy_strain;
// normal_traction, friction_traction at law point `index` [N/m]; slipping_share of the points [-].
// Of sliding contacts: sliding_velocity of the slave relative to its target [m/s], contact_position
// along the undeformed chain [m].
struct OutputChannel {
  std::string name;
  std::string unit;
  OutputQuantity quantity = OutputQuantity::displacement;
  int index = 0;
};

struct FullSystem {
  FullModel model;
  std::vector<Rayleigh> damping;  // none at all, one for all substructures, or one each
  // At most one kind of interface: unilateral contacts, a compliant joint, or a sliding contact.
  std::vector<ContactPoint> contacts;
  std::optional<Joint> joint;
  std::optional<SlidingContact> sliding;
  std::vector<InputChannel> inputs;
  std::vector<SparseRow> input_forces;  // per input: force pattern (n) [N per unit of the signal]
  std::vector<OutputChannel> outputs;
  std::vector<SparseRow> output_rows;  // displacement functionals used by `outputs`
  Vector constant_force;               // f0 (n) [N], e.g. weight or preload
  Vector initial_displacement;         // (n) [m]
  Vector initial_velocity;             // (n) [m/s]
};

}  // namespace mortise::gen
