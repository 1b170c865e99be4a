// What a joint answers as an interface.
#include <algorithm>

#include "generator/contact/joint/laws.hpp"
#include "generator/ground/numbers/rows.hpp"

namespace mortise::gen {
namespace {

bool has_tangents(const Joint& joint) {
  return std::any_of(joint.nodes.begin(), joint.nodes.end(),
                     [](const JointNode& node) { return node.tangent.nonZeros() > 0; });
}

}  // namespace

std::vector<SparseRow*> rows_of(Joint* joint) {
  std::vector<SparseRow*> rows;
  for (JointNode& node : joint->nodes) rows.push_back(&node.normal);
  for (JointNode& node : joint->nodes) rows.push_back(&node.tangent);
  return rows;
}

std::string fault_of(const Joint& joint) {
  const int nodes = static_cast<int>(joint.nodes.size());
  for (std::size_t i = 0; i < joint.points.size(); ++i)
    for (const int node : joint.points[i].node)
      if (node < 0 || node >= nodes)
        return "names node " + std::to_string(node) + " at point " + std::to_string(i) +
               ", of nodes 0 .. " + std::to_string(nodes - 1);
  return "";
}

ReducedJoint project(const Joint& joint, const Matrix& shapes, bool friction) {
  ReducedJoint reduced;
  const bool tangents = friction && has_tangents(joint);
  reduced.rows = stack_rows(rows_of(joint, tangents), shapes.rows()) * shapes;
  for (const JointNode& node : joint.nodes) reduced.node_names.push_back(node.name);
  reduced.points = joint.points;
  reduced.law = joint.law;
  return reduced;
}

std::vector<Matrix*> rows_of(ReducedJoint* joint) { return {&joint->rows}; }

bool fits(const ReducedJoint&, Eigen::Index) { return true; }

// Forces of its points on the rows of their nodes.
RowUnknowns unknowns_of(const ReducedJoint& joint) {
  const Eigen::Index nodes = joint.nodes(), axes = joint.axes();
  RowUnknowns u;
  u.by_displacement = true;
  u.rows = joint.rows;
  u.shares = Matrix::Zero(joint.rows.rows(), axes * static_cast<Eigen::Index>(joint.points.size()));
  u.compliance = Vector::Zero(u.shares.cols());
  u.step_rows = u.shares.rows();
  u.step_unknowns = u.shares.cols();
  Eigen::Index k = 0;
  for (const JointPoint& p : joint.points) {
    const JointLaw law = law_at(joint.law, p);
    for (Eigen::Index axis = 0; axis < axes; ++axis, ++k) {
      for (std::size_t e = 0; e < 2; ++e) u.shares(axis * nodes + p.node[e], k) = p.share[e];
      const double stiffness =
          p.length * (axis == 0 ? law.normal.stiffness : law.tangential.friction_modulus);
      u.compliance[k] = stiffness > 0 ? 2 / stiffness : kInf;
      // as stiff as may be: the deeper, the stiffer
      if (axis == 0 && !joint.law.normal.linear()) u.compliance[k] = 0.0;
    }
  }
  return u;
}

}  // namespace mortise::gen
