// The rows of all interfaces of an assembly over its dofs, and what forces on them do in a step:
// first of contacts, three each, then of joints and films. Rows of contacts that turn are made anew
// in every step out of rows that stay.
#pragma once

#include "generator/simulate/structure/average_motion.hpp"

namespace mortise::gen {

// Contacts whose rows turn, out of these that stay.
struct TurningRows {
  std::vector<const SparseRow*> rows;  // (k)
  Eigen::Index contacts = 0;
};

class AssemblyRows {
 public:
  AssemblyRows() = default;
  // contacts: three rows each. joints: and films. step: h [s].
  AssemblyRows(const std::vector<const SparseRow*>& contacts,
               const std::vector<TurningRows>& turning, const std::vector<const SparseRow*>& joints,
               const AverageMotion& motion, double step);

  Eigen::Index size() const { return contact_rows_ + joint_rows_; }  // m
  Eigen::Index contact_rows() const { return contact_rows_; }        // of those that turn as well

  // Rows times x (n).
  Vector of(const Vector& x) const;

  // Every one of `turning` has its rows (3 nc x k) from here on; before: none.
  void turn(const std::vector<SparseMatrix>& turned);

  // h W A^-1 W^T (m x m). The third row of a contact that turns answers itself alone as the first
  // if nothing moves it, as of sliding contacts: no force is ever there.
  Matrix delassus() const;

  // h A^-1 W^T F (n) of forces F (m).
  Vector kick(const Vector& forces) const;

 private:
  Eigen::Index contact_rows_ = 0, joint_rows_ = 0, fixed_contact_rows_ = 0;
  std::vector<Eigen::Index> first_;  // of all that turn, among all rows that stay
  SparseMatrix all_;                 // that stay: contacts, joints, what turns (k x n)
  SparseMatrix turned_;              // rows out of them (m x k)
  Matrix response_;                  // h A^-1 all^T (n x k)
  Matrix delassus_;                  // h all A^-1 all^T (k x k)
};

}  // namespace mortise::gen
