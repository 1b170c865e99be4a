#include "generator/contact/joint/joint_stack.hpp"

#include <algorithm>
#include <utility>

#include "generator/ground/numbers/rows.hpp"

namespace mortise::gen {

JointStack::JointStack(std::vector<RowForces*> joints) : joints_(std::move(joints)) {
  Eigen::Index rows = 0;
  for (const RowForces* joint : joints_) rows += joint->rows();
  force_ = Vector::Zero(rows);
}

void JointStack::evaluate(const Vector& motion, const Vector& rate, double rate_per_motion,
                          double duration) {
  Eigen::Index row = 0;
  for (RowForces* joint : joints_) {
    const Eigen::Index rows = joint->rows();
    joint->evaluate(motion.segment(row, rows), rate.segment(row, rows), rate_per_motion, duration);
    force_.segment(row, rows) = joint->force();
    row += rows;
  }
}

SparseMatrix JointStack::tangent() const {
  Entries entries;
  Eigen::Index row = 0;
  for (const RowForces* joint : joints_) {
    const SparseMatrix own = joint->tangent();
    for (Eigen::Index j = 0; j < own.outerSize(); ++j)
      for (SparseMatrix::InnerIterator it(own, j); it; ++it)
        entries.emplace_back(static_cast<int>(row + it.row()), static_cast<int>(row + it.col()),
                             it.value());
    row += joint->rows();
  }
  return sparse_matrix(rows(), rows(), entries);
}

bool JointStack::tangent_changed() const {
  return std::any_of(joints_.begin(), joints_.end(),
                     [](const RowForces* joint) { return joint->tangent_changed(); });
}

bool JointStack::continuous() const {
  return std::all_of(joints_.begin(), joints_.end(),
                     [](const RowForces* joint) { return joint->continuous(); });
}

}  // namespace mortise::gen
