// A full-order structure with everything attached to it: damping, contacts, inputs, outputs.
//
//   M u'' + D u' + K u = B f(t) + f0 + W^T lambda,   D = alpha M + beta K per substructure
//   gap of contact i:  g_i = clearance_i + normal_i . u     (opening positive)
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "generator/bodies/model/damping.hpp"
#include "generator/bodies/model/full_model.hpp"
#include "generator/contact/system/interface_list.hpp"
#include "generator/contact/system/laws.hpp"
#include "generator/contact/system/output_quantity.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"

namespace mortise::gen {

enum class Hold { zero_order, linear };
template <>
inline constexpr std::array enum_names<Hold> = {"zero_order", "linear"};

struct InputChannel {
  std::string name;
  std::string unit;  // of the signal, e.g. "N"
  double minimum = 0.0, maximum = 0.0, default_value = 0.0;
  Hold hold = Hold::zero_order;
};

// index: as quantity_row() says.
struct OutputChannel {
  std::string name;
  std::string unit;
  OutputQuantity quantity = OutputQuantity::displacement;
  int index = 0;
  int interface = -1;  // assemblies: whose output it is; -1: of the bodies
};

// One way the same structure is run: the law and the damping of a scenario, or of a phase of it.
struct OperatingCase {
  std::string name;
  JointLaw law;
  std::vector<Rayleigh> damping;  // one per substructure
};

// Between bodies or to the ground. Films and bolted contacts are interfaces of assemblies.
using FullInterface = InterfaceOf<FullLaw, UnilateralContacts>;

struct FullSystem : InterfaceList<FullInterface> {
  FullModel model;
  // Factor of the model's stiffness matrix, where one was made and is worth using again; else null.
  std::shared_ptr<const SparseSolver> factor;
  std::vector<Rayleigh> damping;  // none at all, one for all substructures, or one each
  // Beside that, of dofs that are modes of mass 1: 2 zeta omega (n) [1/s]; empty: none.
  Vector modal_damping;
  std::vector<InputChannel> inputs;
  std::vector<SparseRow> input_forces;  // per input: force pattern (n) [N per unit of the signal]
  std::vector<OutputChannel> outputs;
  std::vector<SparseRow> output_rows;  // displacement functionals used by `outputs`
  Vector constant_force;               // f0 (n) [N], e.g. weight or preload
  Vector initial_displacement;         // (n) [m]
  Vector initial_velocity;             // (n) [m/s]
};

// (n) of a vector whose absence means zero.
inline Vector or_zero(const Vector& x, Eigen::Index n) {
  return x.size() > 0 ? x : Vector(Vector::Zero(n));
}

// visit(row): all functionals of the displacement (n): of interfaces, of inputs, of outputs.
template <class Visit>
void each_attached_row(FullSystem* system, const Visit& visit) {
  for (FullInterface& i : system->interfaces)
    for (SparseRow* row : rows_of(&i.law)) visit(*row);
  for (std::vector<SparseRow>* rows : {&system->input_forces, &system->output_rows})
    for (SparseRow& row : *rows) visit(row);
}

inline bool at_position_level(const FullInterface& interface) {
  return interface.contacts().law.level == ContactLevel::position;
}
// Whether contacts at position level are alone.
inline bool at_position_level(const FullSystem& system) { return at_position_level(system.lone()); }

// The joint that is alone. Throws Error without one.
const Joint& joint_of(const FullSystem& system);

// Interface by interface (k x n): rows of contacts, then of their bores, of a joint's nodes
// (normals, then tangents), of a film's opening, of a sliding contact (slave, then targets).
SparseMatrix attached_rows(const FullSystem& system);

// The smallest interface operator that everything in contact needs: an independent subset of
// attached_rows() (m x n). Contact nodes give their translations, a rigid tip at most six motions.
// Throws Error if the system has no contact.
SparseMatrix contact_interface(const FullSystem& system);

// Damping as in damping.hpp, of the system's model.
inline std::vector<Rayleigh> damping_of_substructures(const FullSystem& system) {
  return damping_of_substructures(system.model, system.damping);
}
inline SparseMatrix damping_matrix(const FullSystem& system) {
  const SparseMatrix rayleigh = damping_matrix(system.model, system.damping);
  if (system.modal_damping.size() == 0) return rayleigh;
  SparseMatrix modal(rayleigh.rows(), rayleigh.cols());
  modal.setIdentity();
  return rayleigh + SparseMatrix(modal * system.modal_damping.asDiagonal());
}

}  // namespace mortise::gen
