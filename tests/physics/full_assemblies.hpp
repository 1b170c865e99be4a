// The unreduced twins of assemblies that are built by hand.
#pragma once

#include "tests/physics/assemblies.hpp"

namespace mortise::test {

// Coordinates u = shapes q that mix the modes of every body, well conditioned.
inline gen::Matrix mixed_shapes(const gen::ReducedSystem& s) {
  gen::Dice dice(5);
  gen::Matrix shapes = gen::Matrix::Zero(s.size(), s.size());
  std::vector<Eigen::Index> first = s.groups.empty() ? std::vector<Eigen::Index>{0} : s.groups;
  first.push_back(s.size());
  for (std::size_t b = 0; b + 1 < first.size(); ++b) {
    const Eigen::Index n = first[b + 1] - first[b];
    auto block = shapes.block(first[b], first[b], n, n);
    block.setIdentity();
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j) block(i, j) += dice.between(-0.4, 0.4);
  }
  return shapes;
}

// The system whose modes are those of `s`, in the coordinates u = shapes q, where shapes (n x n)
// couples no two bodies. Damping of a body must be alpha + beta omega^2.
inline gen::FullSystem full_order(const gen::ReducedSystem& s, const gen::Matrix& shapes) {
  using gen::Matrix;
  using gen::Vector;
  gen::FullSystem full;
  const Matrix inverse = shapes.inverse();
  const auto sparse = [](const Matrix& m) {
    return gen::SparseMatrix(Matrix(0.5 * (m + m.transpose())).sparseView());
  };
  full.model.mass = sparse(inverse.transpose() * inverse);
  full.model.stiffness = sparse(inverse.transpose() * s.omega.cwiseAbs2().asDiagonal() * inverse);
  std::vector<Eigen::Index> first = s.groups.empty() ? std::vector<Eigen::Index>{0} : s.groups;
  first.push_back(s.size());
  for (std::size_t b = 0; b + 1 < first.size(); ++b) {
    const Eigen::Index n = first[b + 1] - first[b], last = first[b + 1] - 1;
    full.model.substructures.push_back({"body" + std::to_string(b), first[b], n});
    const double w0 = std::pow(s.omega[first[b]], 2), w1 = std::pow(s.omega[last], 2);
    const double d0 = s.damping[first[b]], d1 = s.damping[last];
    const double beta = n > 1 && w1 != w0 ? (d1 - d0) / (w1 - w0) : 0.0;
    full.damping.push_back({d0 - beta * w0, beta});
  }
  const auto row = [&](const Eigen::RowVectorXd& modal) {
    return gen::SparseRow(Vector((modal * inverse).transpose()).sparseView());
  };
  for (const gen::ReducedInterface& i : s.interfaces) {
    gen::FullInterface& to = full.interfaces.emplace_back();
    to.name = i.name;
    to.law = i.law;
    for (std::size_t c = 0; c < i.contacts.size(); ++c) {
      const auto r = static_cast<Eigen::Index>(3 * c);
      to.contacts.push_back({i.contacts[c], row(i.contact_rows.row(r)),
                             row(i.contact_rows.row(r + 1)), row(i.contact_rows.row(r + 2))});
    }
    if (!i.joint) continue;
    gen::Joint joint;
    const auto nodes = static_cast<Eigen::Index>(i.joint->node_names.size());
    for (Eigen::Index k = 0; k < nodes; ++k) {
      gen::JointNode node;
      node.name = i.joint->node_names[static_cast<std::size_t>(k)];
      node.normal = row(i.joint->rows.row(k));
      if (i.joint->rows.rows() > nodes) node.tangent = row(i.joint->rows.row(nodes + k));
      joint.nodes.push_back(node);
    }
    joint.points = i.joint->points;
    joint.law = i.joint->law;
    to.joint = joint;
  }
  full.inputs = s.inputs;
  for (Eigen::Index k = 0; k < s.input_forces.cols(); ++k)
    full.input_forces.push_back(row(s.input_forces.col(k).transpose()));
  full.outputs = s.outputs;
  for (Eigen::Index k = 0; k < s.output_rows.rows(); ++k)
    full.output_rows.push_back(row(s.output_rows.row(k)));
  full.constant_force = inverse.transpose() * s.constant_force;
  full.initial_displacement = shapes * s.initial_q;
  full.initial_velocity = shapes * s.initial_v;
  return full;
}

// In its own coordinates.
inline gen::FullSystem full_order(const Assembly& a) { return full_order(a.system(), a.shapes()); }

}  // namespace mortise::test
