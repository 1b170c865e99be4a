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

void check_joint(const Joint& joint, Eigen::Index n) {
  for (const JointNode& node : joint.nodes) {
    check_size(node.normal.size(), n, "the normal row of joint node " + node.name);
    check_size(node.tangent.size(), n, "the tangential row of joint node " + node.name);
  }
  const int nodes = static_cast<int>(joint.nodes.size());
  for (std::size_t i = 0; i < joint.points.size(); ++i)
    for (const int node : joint.points[i].node)
      if (node < 0 || node >= nodes)
        throw Error("joint",
                    "point " + std::to_string(i) + " names node " + std::to_string(node) +
                        ", the joint has " + std::to_string(nodes),
                    "count its nodes from 0");
}

void check_sliding(const SlidingContact& sliding, Eigen::Index n) {
  check_size(sliding.slave_x.size(), n, "the x row of the sliding node");
  check_size(sliding.slave_y.size(), n, "the y row of the sliding node");
  for (const auto* rows : {&sliding.target_x, &sliding.target_y})
    for (const SparseRow& row : *rows) check_size(row.size(), n, "a row of the sliding target");
  const auto nodes = static_cast<std::size_t>(sliding.geometry.target_positions.cols());
  if (sliding.target_x.size() != nodes || sliding.target_y.size() != nodes)
    throw Error("sliding contact", "its target rows and target positions differ in number",
                "give one row x, one row y and one position per target node");
}

void check_contacts(const std::vector<ContactPoint>& contacts, Eigen::Index n) {
  for (const ContactPoint& contact : contacts)
    for (const SparseRow* row : {&contact.normal, &contact.tangent1, &contact.tangent2,
                                 &contact.bore[0], &contact.bore[1], &contact.bore[2]})
      check_size(row->size(), n, "a row of contact " + contact.parameters.name);
}

void check_attached(const FullInterface& interface, Eigen::Index n) {
  check_contacts(interface.contacts, n);
  if (interface.joint) check_joint(*interface.joint, n);
  if (interface.film) check_size(interface.film->opening.size(), n, "the opening of a film");
  if (interface.sliding) check_sliding(*interface.sliding, n);
  const int laws = (interface.contacts.empty() ? 0 : 1) + (interface.joint ? 1 : 0) +
                   (interface.film ? 1 : 0) + (interface.sliding ? 1 : 0) +
                   (interface.bolted ? 1 : 0);
  if (laws == 1) return;
  throw Error("interface \"" + interface.name + "\"",
              "is no contacts, joint, film, sliding or bolted contact, or several of them",
              "give it one law");
}

std::vector<const SparseRow*> contact_row_list(const std::vector<ContactPoint>& contacts) {
  std::vector<const SparseRow*> rows;
  for (const ContactPoint& c : contacts)
    rows.insert(rows.end(), {&c.normal, &c.tangent1, &c.tangent2});
  return rows;
}

std::vector<const SparseRow*> bore_row_list(const std::vector<ContactPoint>& contacts) {
  std::vector<const SparseRow*> rows;
  for (const ContactPoint& c : contacts)
    if (c.in_bore())
      for (const SparseRow& row : c.bore) rows.push_back(&row);
  return rows;
}

}  // namespace

SparseMatrix contact_rows(const std::vector<ContactPoint>& contacts, Eigen::Index n) {
  return stack_rows(contact_row_list(contacts), n);
}

SparseMatrix bore_rows(const std::vector<ContactPoint>& contacts, Eigen::Index n) {
  return stack_rows(bore_row_list(contacts), n);
}

namespace {

bool has_tangents(const Joint& joint) {
  return std::any_of(joint.nodes.begin(), joint.nodes.end(),
                     [](const JointNode& node) { return node.tangent.nonZeros() > 0; });
}

bool rubs(const FullInterface& interface) {
  return interface.joint && interface.joint->law.tangential.kind != TangentialKind::none;
}

ReducedJoint project(const Joint& joint, const Matrix& shapes, bool friction_rows) {
  ReducedJoint reduced;
  const bool tangents = friction_rows && has_tangents(joint);
  reduced.rows = stack_rows(rows_of(joint, tangents), shapes.rows()) * shapes;
  for (const JointNode& node : joint.nodes) reduced.node_names.push_back(node.name);
  reduced.points = joint.points;
  reduced.law = joint.law;
  return reduced;
}

ReducedSliding project(const SlidingContact& sliding, const Matrix& shapes) {
  ReducedSliding reduced;
  reduced.slave_rows = stack_rows(slave_rows(sliding), shapes.rows()) * shapes;
  reduced.target_rows = stack_rows(target_rows(sliding), shapes.rows()) * shapes;
  reduced.geometry = sliding.geometry;
  reduced.law = sliding.law;
  return reduced;
}

// friction_rows: of a joint, if it has any.
ReducedInterface project(const FullInterface& interface, const Matrix& shapes, bool friction_rows) {
  ReducedInterface reduced;
  reduced.name = interface.name;
  reduced.law = interface.law;
  reduced.contact_rows = contact_rows(interface.contacts, shapes.rows()) * shapes;
  reduced.bore_rows = bore_rows(interface.contacts, shapes.rows()) * shapes;
  for (const ContactPoint& contact : interface.contacts)
    reduced.contacts.push_back(contact.parameters);
  reduced.stacked = interface.stacked;
  if (interface.joint) reduced.joint = project(*interface.joint, shapes, friction_rows);
  if (interface.film) {
    FilmPlace& place = reduced.film.emplace();
    place.opening = shapes.transpose() * interface.film->opening;
    place.clearance = interface.film->clearance;
    place.width = interface.film->width;
  }
  if (interface.sliding) reduced.sliding = project(*interface.sliding, shapes);
  if (interface.bolted)
    reduced.bolted = BoltedPlace{shapes.middleRows(interface.first_mode, interface.modes), 0};
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
  const auto add = [&rows](const std::vector<const SparseRow*>& more) {
    rows.insert(rows.end(), more.begin(), more.end());
  };
  for (const FullInterface& interface : system.interfaces) {
    add(contact_row_list(interface.contacts));
    add(bore_row_list(interface.contacts));
    if (interface.joint) add(rows_of(*interface.joint, true));
    if (interface.film) rows.push_back(&interface.film->opening);
    if (interface.sliding) add(slave_rows(*interface.sliding));
    if (interface.sliding) add(target_rows(*interface.sliding));
  }
  return stack_rows(rows, system.model.size());
}

const Joint& joint_of(const FullSystem& system) {
  const auto& joint = system.lone().joint;
  demand(joint.has_value(), "joint", "the system has none", "give contact.kind = \"joint\"");
  return *joint;
}

const ReducedSliding& sliding_of(const ReducedSystem& system) {
  const auto& sliding = system.lone().sliding;
  demand(sliding.has_value(), "sliding contact", "the system has none",
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
