#include "generator/bodies/condense/component.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <string>
#include <vector>

#include "generator/bodies/condense/interface_rows.hpp"
#include "generator/bodies/condense/modes.hpp"
#include "generator/bodies/condense/shift_invert.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kLoose = 1e-6;  // of the largest motion: masters that hardly move

// K + R^T S R with S of the size of K along each row.
SparseMatrix held_stiffness(const SparseMatrix& stiffness, const SparseMatrix& rows) {
  const Vector diagonal = stiffness.diagonal();
  const Eigen::SparseMatrix<double, Eigen::RowMajor> by_row = rows;
  Vector spring(rows.rows());
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    double energy = 0.0;
    double square = 0.0;
    for (Eigen::SparseMatrix<double, Eigen::RowMajor>::InnerIterator it(by_row, i); it; ++it) {
      energy += it.value() * it.value() * diagonal[it.col()];
      square += it.value() * it.value();
    }
    spring[i] = energy / (square * square);
  }
  const SparseMatrix transposed = rows.transpose();
  const SparseMatrix weighted = spring.asDiagonal() * rows;
  return stiffness + SparseMatrix(transposed * weighted);
}

}  // namespace

ConstraintModes constraint_modes(const SparseMatrix& stiffness, const SparseMatrix& mass,
                                 const SparseMatrix& interface_rows) {
  check_interface(interface_rows, mass.rows());
  const double level = rigid_body_level(stiffness, mass);
  demand(level != 0.0, "interface", "the structure has no stiffness, there is nothing to condense",
         "condense without interface and keep all modes");
  ConstraintModes modes;
  const SparseMatrix below = stiffness - level * mass;
  modes.rigid_body_modes = factorize(below, "K - tau M")->negative_pivots();

  const bool floating = modes.rigid_body_modes > 0;
  const SparseMatrix held = floating ? held_stiffness(stiffness, interface_rows) : stiffness;
  if (floating) {
    const SparseMatrix held_below = held - level * mass;
    const Eigen::Index loose = factorize(held_below, "K - tau M")->negative_pivots();
    demand(loose == 0, "interface",
           "it does not hold the floating structure: " + std::to_string(loose) +
               " rigid-body motion(s) remain",
           "add interface rows (more contact nodes) or condense with free modes");
  }
  modes.solver = factorize(held, "K");
  const Matrix flexible = modes.solver->solve(Matrix(interface_rows.transpose()));
  const Matrix gram = interface_rows * flexible;
  modes.shapes = gram.ldlt().solve(flexible.transpose()).transpose();
  return modes;
}

SparseMatrix with_holding_rows(const SparseMatrix& stiffness, const SparseMatrix& mass,
                               const SparseMatrix& masters) {
  const double level = rigid_body_level(stiffness, mass);
  const Eigen::Index count = level > 0.0 ? count_below(stiffness, mass, SparseMatrix(), level) : 0;
  if (count == 0) return masters;
  const Matrix rigid = lowest_modes(stiffness, mass, {count, 0.0, false}).shapes;
  const Eigen::JacobiSVD<Matrix> svd(masters * rigid, Eigen::ComputeFullV);
  const Eigen::Index held =
      (svd.singularValues().array() > kLoose * rigid.cwiseAbs().maxCoeff()).count();
  const Matrix loose = rigid * svd.matrixV().rightCols(count - held);
  const Eigen::ColPivHouseholderQR<Matrix> qr(loose.transpose());
  Entries entries;
  for (Eigen::Index column = 0; column < masters.cols(); ++column)
    for (SparseMatrix::InnerIterator it(masters, column); it; ++it)
      entries.emplace_back(it.row(), column, it.value());
  for (Eigen::Index i = 0; i < loose.cols(); ++i)
    entries.emplace_back(masters.rows() + i, qr.colsPermutation().indices()[i], 1.0);
  return sparse_matrix(masters.rows() + loose.cols(), masters.cols(), entries);
}

}  // namespace mortise::gen
