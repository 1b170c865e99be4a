// A full-order structure with everything attached to it: damping, contacts, inputs, outputs.
//
//   M u'' + D u' + K u = B f(t) + f0 + W^T lambda,   D = alpha M + beta K per substructure
//   gap of contact i:  g_i = clearance_i + normal_i . u     (opening positive)
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "generator/bodies/model/damping.hpp"
#include "generator/bodies/model/full_model.hpp"
#include "generator/contact/film/film_case.hpp"
#include "generator/contact/joint/joint.hpp"
#include "generator/contact/sliding/sliding.hpp"
#include "generator/contact/system/interface_list.hpp"
#include "generator/contact/system/output_quantity.hpp"
#include "generator/contact/unilateral/contact_point.hpp"
#include "generator/contact/unilateral/law.hpp"
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

// A film between two sides, or a side and the ground, that move as a whole.
struct FilmBetween {
  SparseRow opening;       // (n) mean opening of the gap
  double clearance = 0.0;  // the gap at its smallest, of undeformed bodies at rest [m]
  double width = 1.0;      // of a line contact, across the film [m]; 1 around an axis
  FilmCase film;           // lubricant, grid, shape and elasticity of the surfaces
  int substeps = 1;        // that its bodies take within a step of the model
  int entrainment = -1;    // inputs of the system that drive it; -1: the value of `film`
  int viscosity = -1;
};

struct BondedBody;  // of the simulation, which knows bolted structures

// Between bodies or to the ground: unilateral contacts, a joint, a film, a sliding contact, or
// bolted contacts. Films and bolted contacts are interfaces of assemblies.
struct FullInterface {
  std::string name;
  std::vector<ContactPoint> contacts;
  // Interfaces of the definition whose contacts are solved as those of one; none: it is one.
  std::vector<ContactRange> stacked;
  LawSpec law;  // of the contacts
  std::optional<Joint> joint;
  std::optional<FilmBetween> film;
  std::optional<SlidingContact> sliding;
  // Bolted contacts: of the body whose dofs are the modes of the preloaded structure from
  // `first_mode` on, as many as `modes`.
  std::shared_ptr<const BondedBody> bolted;
  std::size_t zones = 0;
  Eigen::Index first_mode = 0, modes = 0;
};

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

// visit(row): all functionals of the displacement (n): of contacts, joints, films and sliding
// contacts, of inputs, of outputs.
template <class Visit>
void each_attached_row(FullSystem* system, const Visit& visit) {
  for (FullInterface& i : system->interfaces) {
    for (ContactPoint& c : i.contacts) {
      for (SparseRow* row : {&c.normal, &c.tangent1, &c.tangent2}) visit(*row);
      for (SparseRow& row : c.bore)
        if (c.in_bore()) visit(row);
    }
    if (i.joint)
      for (JointNode& node : i.joint->nodes)
        for (SparseRow* row : {&node.normal, &node.tangent}) visit(*row);
    if (i.sliding) {
      for (SparseRow* row : {&i.sliding->slave_x, &i.sliding->slave_y}) visit(*row);
      for (std::vector<SparseRow>* rows : {&i.sliding->target_x, &i.sliding->target_y})
        for (SparseRow& row : *rows) visit(row);
    }
    if (i.film) visit(i.film->opening);
  }
  for (std::vector<SparseRow>* rows : {&system->input_forces, &system->output_rows})
    for (SparseRow& row : *rows) visit(row);
}

inline bool at_position_level(const FullInterface& interface) {
  return !interface.contacts.empty() && interface.law.level == ContactLevel::position;
}
// Whether contacts at position level are alone.
inline bool at_position_level(const FullSystem& system) { return at_position_level(system.lone()); }

// The joint that is alone. Throws Error without one.
const Joint& joint_of(const FullSystem& system);

// Rows of the contacts (3 nc x n), per contact normal, tangent 1, tangent 2.
SparseMatrix contact_rows(const std::vector<ContactPoint>& contacts, Eigen::Index n);
// Rows that turn them in a bore (3 nc x n); without one (0 x n).
SparseMatrix bore_rows(const std::vector<ContactPoint>& contacts, Eigen::Index n);

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
