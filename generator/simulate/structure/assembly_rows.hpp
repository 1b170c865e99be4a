// The rows of all interfaces of an assembly over its dofs, and what forces on them do in a step:
// first of contacts, three each, then of joints and films. Those of sliding contacts (gap, slip,
// none) are made anew in every step out of the rows of their nodes, which stay.
#pragma once

#include "generator/simulate/structure/average_motion.hpp"

namespace mortise::gen {

class AssemblyRows {
 public:
  AssemblyRows() = default;
  // contacts: three rows each. sliding: of each one the rows of its nodes. joints: and films.
  // step: h [s].
  AssemblyRows(const std::vector<const SparseRow*>& contacts,
               const std::vector<std::vector<const SparseRow*>>& sliding,
               const std::vector<const SparseRow*>& joints, const AverageMotion& motion,
               double step);

  Eigen::Index size() const { return contact_rows_ + joint_rows_; }  // m
  Eigen::Index contact_rows() const { return contact_rows_; }        // of sliding contacts as well

  // Rows times x (n).
  Vector of(const Vector& x) const;
  // The rows of the nodes of a sliding contact times x (n).
  Vector of_nodes(std::size_t sliding, const Vector& x) const;

  // Rows of gap and slip (2 x nodes) of every sliding contact from here on; before: none.
  void turn(const std::vector<SparseMatrix>& sliding);

  // h W A^-1 W^T (m x m). A sliding contact's third row, which nothing moves, answers itself alone
  // as the first: no force is ever there.
  Matrix delassus() const;

  // h A^-1 W^T F (n) of forces F (m).
  Vector kick(const Vector& forces) const;

 private:
  Eigen::Index contact_rows_ = 0, joint_rows_ = 0, fixed_contact_rows_ = 0;
  std::vector<Eigen::Index> first_node_;  // of every sliding contact, among all rows that stay
  SparseMatrix all_;                      // that stay: contacts, joints, nodes (k x n)
  SparseMatrix turned_;                   // rows out of them (m x k)
  Matrix response_;                       // h A^-1 all^T (n x k)
  Matrix delassus_;                       // h all A^-1 all^T (k x k)
};

}  // namespace mortise::gen
