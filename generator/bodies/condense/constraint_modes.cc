#include "generator/bodies/condense/component.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "generator/bodies/condense/engine.hpp"
#include "generator/bodies/condense/interface_rows.hpp"
#include "generator/bodies/condense/modes.hpp"
#include "generator/bodies/condense/shift_invert.hpp"
#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/dense/decompositions.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/dense/orthogonal.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/files/long_work.hpp"
#include "generator/ground/numbers/dice.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/sparse/symmetric_product.hpp"
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

// The lowest omega^2 of (A, M), from above and near enough where it is rounding: such a motion is
// nearly all that one step of inverse iteration leaves of a random one.
double lowest_square(const SparseSolver& solver, const SparseMatrix& mass) {
  Dice dice(1);
  Matrix x(mass.rows(), 3);
  for (double& v : x.reshaped()) v = dice.share() - 0.5;
  const Matrix load = symmetric_product(mass, x);
  const Matrix y = solver.solve(load);
  const Matrix inertia = symmetric_product(mass, y);
  double lowest = std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < y.cols(); ++i) {
    const double square = y.col(i).dot(inertia.col(i));
    if (square > 0.0) lowest = std::min(lowest, std::abs(y.col(i).dot(load.col(i))) / square);
  }
  return lowest;
}

// Null if it is singular, or has a rigid-body motion within rounding.
std::shared_ptr<const SparseSolver> factorize_held(const SparseMatrix& stiffness,
                                                   const SparseMatrix& mass, double level) {
  try {
    std::shared_ptr<const SparseSolver> solver = condensation_engine().factorize(stiffness, "K");
    if (lowest_square(*solver, mass) > level) return solver;
  } catch (const SingularMatrix&) {
  }
  return nullptr;
}

bool single_entries(const SparseMatrix& rows) { return rows.nonZeros() == rows.rows(); }

// Motions of the interface that load nothing. What it holds has none, so the free structure has as
// many as K - level M has negative eigenvalues on the constraint modes.
Eigen::Index rigid_motions(const SparseMatrix& stiffness, const SparseMatrix& mass,
                           const Matrix& shapes, double level) {
  const Matrix inertia = transposed_product(shapes, symmetric_product(mass, shapes));
  const Matrix pencil =
      transposed_product(shapes, symmetric_product(stiffness, shapes)) - level * inertia;
  const Vector scale = inertia.diagonal().cwiseSqrt().cwiseInverse();
  const Matrix scaled = scale.asDiagonal() * pencil * scale.asDiagonal();
  const SymmetricEigen eigen(0.5 * (scaled + scaled.transpose()), kEigenvaluesOnly);
  return (eigen.eigenvalues().array() < 0.0).count();
}

}  // namespace

std::shared_ptr<const SparseSolver> regular_factor(const SparseMatrix& stiffness,
                                                   const SparseMatrix& mass) {
  const double level = rigid_body_level(stiffness, mass);
  return level > 0.0 ? factorize_held(stiffness, mass, level) : nullptr;
}

ConstraintModes constraint_modes(const SparseMatrix& stiffness, const SparseMatrix& mass,
                                 const SparseMatrix& interface_rows,
                                 std::shared_ptr<const SparseSolver> factor) {
  check_interface(interface_rows, mass.rows());
  const double level = rigid_body_level(stiffness, mass);
  demand(level != 0.0, "interface", "the structure has no stiffness, there is nothing to condense",
         "condense without interface and keep all modes");
  const LongWork work("constraint modes of " + std::to_string(interface_rows.rows()) +
                      " interface motions");
  ConstraintModes modes;
  modes.solver = std::move(factor);
  if (!modes.solver && !single_entries(interface_rows))
    modes.solver = factorize_held(stiffness, mass, level);
  const bool plain = modes.solver != nullptr;
  if (!plain) {
    const SparseMatrix held = held_stiffness(stiffness, interface_rows);
    modes.solver = factorize_held(held, mass, level);
    if (!modes.solver)
      throw Error("interface",
                  "it does not hold the floating structure: " +
                      std::to_string(count_below(held, mass, SparseMatrix(), level)) +
                      " rigid-body motion(s) remain",
                  "add interface rows (more contact nodes) or condense with free modes");
  }
  const Matrix flexible = modes.solver->solve(Matrix(interface_rows.transpose()));
  const Matrix gram = interface_rows * flexible;
  if (gram.rows() < kWorthBlas) {
    modes.shapes = PivotedCholesky(gram).divide(flexible);
  } else {
    DenseLu lu;
    demand(lu.factorise(gram), "interface", "its motions are not independent statically",
           "leave some of its rows out");
    Matrix across = flexible.transpose();
    lu.solve(across);
    modes.shapes = across.transpose();
  }
  modes.rigid_body_modes = plain && modes.solver->negative_pivots() == 0
                               ? 0  // K itself has its lowest mode above the level
                               : rigid_motions(stiffness, mass, modes.shapes, level);
  return modes;
}

Matrix interface_stiffness(const SparseMatrix& stiffness, const SparseMatrix& rows,
                           const Matrix& shapes) {
  Matrix force = SparseMatrix(rows * stiffness) * shapes;
  if (!single_entries(rows)) {  // R R^T F so far
    const Matrix gram = Matrix(SparseMatrix(rows * SparseMatrix(rows.transpose())));
    force = PivotedCholesky(gram).solve(force);
  } else {
    const Vector square = rows.cwiseAbs2() * Vector::Ones(rows.cols());
    force = square.cwiseInverse().asDiagonal() * force;
  }
  return 0.5 * (force + force.transpose());
}

namespace {

// Orthonormal combinations of the columns of `motions` that stay below `limit`.
Matrix unmoved_combinations(const Matrix& motions, double limit) {
  const Eigen::Index all = motions.cols();
  if (motions.rows() == 0) return Matrix::Identity(all, all);
  const ThinSvd svd = thin_svd(motions);
  const Eigen::Index moved = (svd.values.array() > limit).count();
  if (moved == 0) return Matrix::Identity(all, all);
  return complement_of_independent(svd.right.leftCols(moved));
}

}  // namespace

SparseMatrix with_holding_rows(const SparseMatrix& stiffness, const SparseMatrix& mass,
                               const SparseMatrix& masters) {
  const double level = rigid_body_level(stiffness, mass);
  const Eigen::Index count = level > 0.0 ? count_below(stiffness, mass, SparseMatrix(), level) : 0;
  if (count == 0) return masters;
  const Matrix rigid = lowest_modes(stiffness, mass, {count, 0.0, false}).shapes;
  const Matrix loose =
      rigid * unmoved_combinations(masters * rigid, kLoose * rigid.cwiseAbs().maxCoeff());
  const PivotedColumns columns = pivoted_columns(loose.transpose());
  Entries entries;
  for (Eigen::Index column = 0; column < masters.cols(); ++column)
    for (SparseMatrix::InnerIterator it(masters, column); it; ++it)
      entries.emplace_back(it.row(), column, it.value());
  for (Eigen::Index i = 0; i < loose.cols(); ++i)
    entries.emplace_back(masters.rows() + i, columns.order[static_cast<std::size_t>(i)], 1.0);
  return sparse_matrix(masters.rows() + loose.cols(), masters.cols(), entries);
}

}  // namespace mortise::gen
