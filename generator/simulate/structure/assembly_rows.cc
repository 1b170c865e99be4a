#include "generator/simulate/structure/assembly_rows.hpp"

#include "generator/ground/numbers/rows.hpp"

namespace mortise::gen {

AssemblyRows::AssemblyRows(const std::vector<const SparseRow*>& contacts,
                           const std::vector<TurningRows>& turning,
                           const std::vector<const SparseRow*>& joints, const AverageMotion& motion,
                           double step)
    : contact_rows_(static_cast<Eigen::Index>(contacts.size())),
      joint_rows_(static_cast<Eigen::Index>(joints.size())),
      fixed_contact_rows_(contact_rows_) {
  std::vector<const SparseRow*> rows = contacts;
  rows.insert(rows.end(), joints.begin(), joints.end());
  std::vector<SparseMatrix> none;
  for (const TurningRows& t : turning) {
    first_.push_back(static_cast<Eigen::Index>(rows.size()));
    rows.insert(rows.end(), t.rows.begin(), t.rows.end());
    contact_rows_ += 3 * t.contacts;
    none.emplace_back(3 * t.contacts, static_cast<Eigen::Index>(t.rows.size()));
  }
  all_ = stack_rows(rows, motion.size());
  response_ = step * motion.response(all_);
  delassus_ = all_ * response_;
  delassus_ = (0.5 * (delassus_ + delassus_.transpose())).eval();
  turn(none);
}

Vector AssemblyRows::of(const Vector& x) const {
  const Vector moved = all_ * x;
  return first_.empty() ? moved : Vector(turned_ * moved);
}

void AssemblyRows::turn(const std::vector<SparseMatrix>& turned) {
  Entries entries;
  const auto add = [&](Eigen::Index row, Eigen::Index column, double value) {
    entries.emplace_back(static_cast<int>(row), static_cast<int>(column), value);
  };
  for (Eigen::Index r = 0; r < fixed_contact_rows_; ++r) add(r, r, 1.0);
  for (Eigen::Index r = 0; r < joint_rows_; ++r)
    add(contact_rows_ + r, fixed_contact_rows_ + r, 1.0);
  Eigen::Index row = fixed_contact_rows_;
  for (std::size_t i = 0; i < turned.size(); ++i) {
    for (Eigen::Index c = 0; c < turned[i].outerSize(); ++c)
      for (SparseMatrix::InnerIterator it(turned[i], c); it; ++it)
        add(row + it.row(), first_[i] + it.col(), it.value());
    row += turned[i].rows();
  }
  turned_ = sparse_matrix(size(), all_.rows(), entries);
}

Matrix AssemblyRows::delassus() const {
  if (first_.empty()) return delassus_;
  const Matrix half = turned_ * delassus_;
  Matrix all = half * turned_.transpose();
  all = (0.5 * (all + all.transpose())).eval();
  for (Eigen::Index r = fixed_contact_rows_; r < contact_rows_; r += 3)
    if (all(r + 2, r + 2) == 0.0) all(r + 2, r + 2) = all(r, r);
  return all;
}

Vector AssemblyRows::kick(const Vector& forces) const {
  if (forces.isZero(0.0)) return Vector::Zero(response_.rows());
  if (first_.empty()) return response_ * forces;
  const Vector all = turned_.transpose() * forces;
  Vector kick = Vector::Zero(response_.rows());
  for (Eigen::Index k = 0; k < all.size(); ++k)
    if (all[k] != 0.0) kick += all[k] * response_.col(k);
  return kick;
}

}  // namespace mortise::gen
