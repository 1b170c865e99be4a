#include "generator/condense/interface_rows.hpp"

#include <algorithm>
#include <cmath>

#include "generator/contact/dof_table.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kDependent = 1e-10;  // squared sine of the angle to the span of the other rows
constexpr double kTie = 1e-9;

}  // namespace

std::vector<Eigen::Index> independent_rows(const SparseMatrix& rows) {
  const SparseMatrix transposed = rows.transpose();
  Matrix gram = Matrix(SparseMatrix(rows * transposed));
  const Vector length = gram.diagonal().cwiseSqrt();
  const Vector inverse = length.unaryExpr([](double l) { return l > 0.0 ? 1.0 / l : 0.0; });
  gram = inverse.asDiagonal() * gram * inverse.asDiagonal();

  // Cholesky with diagonal pivoting: what remains of a row after the chosen ones
  std::vector<Eigen::Index> chosen;
  for (Eigen::Index step = 0; step < rows.rows(); ++step) {
    Eigen::Index pivot = 0;
    for (Eigen::Index i = 1; i < rows.rows(); ++i)
      if (gram(i, i) > gram(pivot, pivot) + kTie) pivot = i;
    if (!(gram(pivot, pivot) > kDependent)) break;
    chosen.push_back(pivot);
    const Vector column = gram.col(pivot) / std::sqrt(gram(pivot, pivot));
    gram -= column * column.transpose();
    gram.row(pivot).setZero();
    gram.col(pivot).setZero();
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

SparseMatrix contact_interface(const FullSystem& system) {
  if (system.contacts.empty())
    throw Error("interface", "the system has no contact",
                "add a contact or condense without interface");
  std::vector<Eigen::Triplet<double>> entries;
  int row = 0;
  for (const ContactPoint& contact : system.contacts)
    for (const SparseRow* r : {&contact.normal, &contact.tangent1, &contact.tangent2}) {
      for (SparseRow::InnerIterator it(*r); it; ++it)
        entries.emplace_back(row, static_cast<int>(it.index()), it.value());
      ++row;
    }
  SparseMatrix all(row, system.model.size());
  all.setFromTriplets(entries.begin(), entries.end());

  const std::vector<Eigen::Index> chosen = independent_rows(all);
  std::vector<Eigen::Triplet<double>> selection;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    selection.emplace_back(static_cast<int>(i), static_cast<int>(chosen[i]), 1.0);
  SparseMatrix select(static_cast<Eigen::Index>(chosen.size()), row);
  select.setFromTriplets(selection.begin(), selection.end());
  return select * all;
}

SparseMatrix dof_interface(const FullModel& model, const std::vector<Dof>& dofs) {
  const DofTable table(model);
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t i = 0; i < dofs.size(); ++i)
    entries.emplace_back(static_cast<int>(i), static_cast<int>(table.at(dofs[i], "interface")),
                         1.0);
  SparseMatrix rows(static_cast<Eigen::Index>(dofs.size()), model.size());
  rows.setFromTriplets(entries.begin(), entries.end());
  return rows;
}

}  // namespace mortise::gen
