#include "generator/contact/system/reduced_system.hpp"

#include <algorithm>

#include "generator/bodies/condense/interface_rows.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

void check_size(Eigen::Index size, Eigen::Index n, const std::string& what) {
  if (size != 0 && size != n)
    throw Error("condense",
                what + " has " + std::to_string(size) + " entries, the model " + std::to_string(n),
                "build it from the same model");
}

void check_attached(const FullInterface& interface, Eigen::Index n) {
  const std::string what = "interface \"" + interface.name + "\"";
  const std::vector<const SparseRow*> rows = rows_of(interface.law);
  for (std::size_t k = 0; k < rows.size(); ++k)
    check_size(rows[k]->size(), n, "row " + std::to_string(k) + " of " + what);
  const std::string fault =
      std::visit([](const auto& law) { return fault_of(law); }, interface.law);
  demand(fault.empty(), what, fault,
         "give it rows, points and numbers of one model, counted from 0");
}

bool rubs(const FullInterface& interface) {
  const Joint* joint = interface.as<Joint>();
  return joint && joint->law.tangential.kind != TangentialKind::none;
}

// friction: rows of it, of a joint that has any.
ReducedInterface project(const FullInterface& interface, const Matrix& shapes, bool friction) {
  ReducedInterface reduced;
  reduced.name = interface.name;
  reduced.law = std::visit(
      [&](const auto& law) -> ReducedLaw { return project(law, shapes, friction); }, interface.law);
  return reduced;
}

Vector modal_damping(const FullSystem& system, const Vector& omega,
                     const std::vector<Eigen::Index>& groups) {
  const std::vector<Rayleigh> parts = damping_of_substructures(system);
  Vector damping(omega.size());
  for (std::size_t b = 0; b < groups.size(); ++b) {
    const Eigen::Index first = groups[b];
    const Eigen::Index count = (b + 1 < groups.size() ? groups[b + 1] : omega.size()) - first;
    damping.segment(first, count) =
        parts[b].alpha + parts[b].beta * omega.segment(first, count).array().square();
  }
  return damping;
}

}  // namespace

void check_system(const FullSystem& system) {
  const Eigen::Index n = system.model.size();
  check_size(system.model.stiffness.rows(), n, "the stiffness matrix");
  for (const FullInterface& interface : system.interfaces) check_attached(interface, n);
  demand(!system.alone || system.interfaces.size() <= 1, "condense",
         "the system has more than one interface, and one is alone",
         "make all of them interfaces of an assembly");
  for (const SparseRow& row : system.input_forces) check_size(row.size(), n, "an input pattern");
  for (const SparseRow& row : system.output_rows) check_size(row.size(), n, "an output row");
  check_size(system.constant_force.size(), n, "the constant force");
  check_size(system.initial_displacement.size(), n, "the initial displacement");
  check_size(system.initial_velocity.size(), n, "the initial velocity");
  if (system.inputs.size() != system.input_forces.size())
    throw Error("condense", "inputs and their force patterns differ in number",
                "give one force pattern per input");
}

SparseMatrix attached_rows(const FullSystem& system) {
  std::vector<const SparseRow*> rows;
  for (const FullInterface& interface : system.interfaces)
    for (const SparseRow* row : rows_of(interface.law)) rows.push_back(row);
  return stack_rows(rows, system.model.size());
}

const Joint& joint_of(const FullSystem& system) {
  const Joint* joint = system.lone().as<Joint>();
  demand(joint != nullptr, "joint", "the system has none", "give contact.kind = \"joint\"");
  return *joint;
}

const ReducedSliding& sliding_of(const ReducedSystem& system) {
  const ReducedSliding* sliding = system.lone().as<ReducedSliding>();
  demand(sliding != nullptr, "sliding contact", "the system has none",
         "give contact.kind = \"sliding\"");
  return *sliding;
}

SparseMatrix contact_interface(const FullSystem& system) {
  const SparseMatrix all = attached_rows(system);
  if (all.rows() == 0)
    throw Error("interface", "the system has no contact, joint or sliding contact",
                "add one or condense without interface");
  return select_rows(all, independent_rows(all));
}

ReducedSystem project(const FullSystem& system, const Modes& modes,
                      const std::vector<Eigen::Index>& groups, bool friction_rows) {
  const Eigen::Index n = system.model.size();
  const Matrix& shapes = modes.shapes;
  ReducedSystem reduced;
  reduced.omega = modes.omega;
  reduced.damping = modal_damping(system, modes.omega, groups);
  if (system.modal_damping.size() > 0)
    reduced.damping += shapes.cwiseAbs2().transpose() * system.modal_damping;
  if (groups.size() > 1) reduced.groups = groups;
  reduced.alone = system.alone;
  for (const FullInterface& interface : system.interfaces)
    reduced.interfaces.push_back(
        project(interface, shapes, system.alone ? friction_rows : rubs(interface)));
  reduced.inputs = system.inputs;
  reduced.input_forces = (stack_rows(system.input_forces, n) * shapes).transpose();
  reduced.outputs = system.outputs;
  reduced.output_rows = stack_rows(system.output_rows, n) * shapes;
  reduced.constant_force = shapes.transpose() * or_zero(system.constant_force, n);
  const SparseMatrix& mass = system.model.mass;
  reduced.initial_q = shapes.transpose() * (mass * or_zero(system.initial_displacement, n));
  reduced.initial_v = shapes.transpose() * (mass * or_zero(system.initial_velocity, n));
  return reduced;
}

}  // namespace mortise::gen
