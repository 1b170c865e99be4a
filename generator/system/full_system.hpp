// A full-order structure with everything attached to it: damping, contacts, inputs, outputs.
//
//   M u'' + D u' + K u = B f(t) + f0 + W^T lambda,   D = alpha M + beta K
//   gap of contact i:  g_i = clearance_i + normal_i . u     (opening positive)
#pragma once

#include <Eigen/SparseCore>
#include <string>
#include <vector>

#include "generator/fe/full_model.hpp"

namespace mortise::gen {

using SparseRow = Eigen::SparseVector<double>;  // a linear functional of the displacement, (n)

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

enum class OutputQuantity { displacement, velocity, modal_coordinate, contact_force, gap };

// displacement, velocity: `row` of the output rows. modal_coordinate: mode index. contact_force:
// 3 * contact + axis (0 normal, 1 and 2 tangents). gap: contact index.
struct OutputChannel {
  std::string name;
  std::string unit;
  OutputQuantity quantity = OutputQuantity::displacement;
  int index = 0;
};

struct FullSystem {
  FullModel model;
  double rayleigh_alpha = 0.0;  // [1/s]
  double rayleigh_beta = 0.0;   // [s]
  std::vector<ContactPoint> contacts;
  std::vector<InputChannel> inputs;
  std::vector<SparseRow> input_forces;  // per input: force pattern (n) [N per unit of the signal]
  std::vector<OutputChannel> outputs;
  std::vector<SparseRow> output_rows;  // displacement functionals used by `outputs`
  Vector constant_force;               // f0 (n) [N], e.g. weight or preload
  Vector initial_displacement;         // (n) [m]
  Vector initial_velocity;             // (n) [m/s]
};

}  // namespace mortise::gen
