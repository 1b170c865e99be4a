#include "generator/simulate/assemble/attach.hpp"

#include <algorithm>
#include <string>

#include "generator/contact/joint/facing.hpp"
#include "generator/contact/joint/fields.hpp"
#include "generator/contact/unilateral/node_contact.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/locate.hpp"

namespace mortise::gen {
namespace {

// Same sense of direction as side A.
std::vector<std::int64_t> along(const FullModel& model, const std::vector<std::int64_t>& a,
                                std::vector<std::int64_t> b) {
  const auto end = [&](const std::vector<std::int64_t>& side, bool last) {
    return node_position(model, last ? side.back() : side.front(), "contact.sides");
  };
  const Vector3 direction_a = end(a, true) - end(a, false);
  const Vector3 direction_b = end(b, true) - end(b, false);
  if (direction_a.dot(direction_b) < 0.0) std::reverse(b.begin(), b.end());
  return b;
}

// x or y of a node; zero if it is held.
SparseRow component(const FullModel& model, const DofTable& table, std::int64_t node, int axis) {
  SparseRow row(model.size());
  add_translation(table, node, Vector3::Unit(axis), &row);
  return row;
}

std::int64_t slave_node(const FullModel& model, const Place& place, const SlidingNames& names) {
  const std::vector<std::int64_t> nodes = locate(model, place, names.slave);
  if (nodes.size() == 1) return nodes.front();
  throw Error(model.source,
              names.slave + " means " + std::to_string(nodes.size()) + " nodes, one node slides",
              names.choose);
}

Matrix chain_positions(const FullModel& model, const std::vector<std::int64_t>& nodes,
                       const std::string& target) {
  Matrix chain(2, static_cast<Eigen::Index>(nodes.size()));
  for (Eigen::Index i = 0; i < chain.cols(); ++i) {
    chain.col(i) = node_position(model, nodes[static_cast<std::size_t>(i)], target).head<2>();
    if (i == 0 || chain(0, i) > chain(0, i - 1)) continue;
    throw Error(model.source,
                target + ": x does not ascend from node " +
                    std::to_string(nodes[static_cast<std::size_t>(i - 1)]) + " to node " +
                    std::to_string(nodes[static_cast<std::size_t>(i)]),
                "name an edge that runs along x, e.g. the top of a body");
  }
  if (chain.cols() >= 2) return chain;
  throw Error(model.source, target + " has fewer than two nodes", "name an edge set");
}

void check_start(const FullModel& model, const SlidingGeometry& geometry,
                 const SlidingNames& names) {
  const Matrix& chain = geometry.target_positions;
  const double first = chain(0, 0), last = chain(0, chain.cols() - 1);
  if (first <= geometry.start && geometry.start <= last) return;
  throw Error(model.source,
              "the sliding node starts at x = " + std::to_string(geometry.start) + " m, " +
                  names.target + " reaches from " + std::to_string(first) + " to " +
                  std::to_string(last) + " m",
              "set " + names.start + " to an x on the target");
}

}  // namespace

void give_law(const JointSpec& spec, const std::string& what, Joint* joint) {
  joint->law = spec.law;
  vary_along(spec.fields, what, joint);
}

Joint attach_joint(const JointSpec& spec, const std::string& what, const FullModel& model) {
  Facing facing;
  facing.side_a = ordered_set(model, spec.sides.front(), what);
  if (spec.sides.size() > 1) {
    facing.side_b = along(model, facing.side_a, ordered_set(model, spec.sides[1], what));
  }
  facing.projected = spec.projected;
  facing.subdivisions = spec.subdivisions;
  facing.opening = spec.normal.value_or(Vector3::Zero());
  Joint joint = face(model, facing);
  give_law(spec, what, &joint);
  return joint;
}

SlidingContact attach_sliding(const SlidingSpec& spec, const SlidingNames& names,
                              const FullModel& model) {
  const DofTable table(model);
  SlidingContact contact;
  contact.law = spec.law;
  const std::int64_t slave = slave_node(model, spec.slave, names);
  const Vector3 at = node_position(model, slave, names.slave);
  contact.slave_x = component(model, table, slave, 0);
  contact.slave_y = component(model, table, slave, 1);
  const std::vector<std::int64_t> target = ordered_set(model, spec.target, names.target);
  for (const std::int64_t node : target) {
    contact.target_x.push_back(component(model, table, node, 0));
    contact.target_y.push_back(component(model, table, node, 1));
  }
  contact.geometry.target_positions = chain_positions(model, target, names.target);
  contact.geometry.slave_height = at.y();
  contact.geometry.start = spec.start.value_or(at.x());
  check_start(model, contact.geometry, names);
  return contact;
}

}  // namespace mortise::gen
