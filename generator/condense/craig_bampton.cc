#include "generator/condense/craig_bampton.hpp"

#include <Eigen/Cholesky>
#include <cmath>

#include "generator/condense/interface_rows.hpp"
#include "generator/condense/sparse_solver.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kContained = 1e-12;  // share of the energy of an attachment mode that is worth it

void check_rows(const SparseMatrix& rows, Eigen::Index n) {
  if (rows.cols() != n || rows.rows() == 0)
    throw Error("interface",
                "the interface operator is " + std::to_string(rows.rows()) + " x " +
                    std::to_string(rows.cols()) + ", the model has " + std::to_string(n) + " dofs",
                "give at least one row over all dofs");
  const std::vector<Eigen::Index> independent = independent_rows(rows);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (k < independent.size() && independent[k] == i) continue;
    throw Error("interface",
                "row " + std::to_string(i + 1) + " of " + std::to_string(rows.rows()) +
                    " depends linearly on the others (rank " + std::to_string(independent.size()) +
                    ")",
                "leave it out of the interface");
  }
}

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

// Removes from every column what Phi and the earlier columns contain, in the energy product.
Matrix attachment(const SparseMatrix& stiffness, const Modes& fixed, const Matrix& answers) {
  Matrix kept(answers.rows(), 0);
  for (Eigen::Index i = 0; i < answers.cols(); ++i) {
    Vector a = answers.col(i);
    const double energy = a.dot(stiffness * a);
    for (int pass = 0; pass < 2; ++pass) {
      const Vector share =
          (fixed.shapes.transpose() * (stiffness * a)).array() / fixed.omega.array().square();
      a -= fixed.shapes * share;
      a -= kept * (kept.transpose() * (stiffness * a));
    }
    const double rest = a.dot(stiffness * a);
    if (!(rest > kContained * energy)) continue;
    kept.conservativeResize(Eigen::NoChange, kept.cols() + 1);
    kept.rightCols(1) = a / std::sqrt(rest);
  }
  return kept;
}

}  // namespace

CraigBamptonBasis craig_bampton(const SparseMatrix& stiffness, const SparseMatrix& mass,
                                const SparseMatrix& interface_rows, const ModeRequest& request,
                                const Matrix& loads) {
  check_rows(interface_rows, mass.rows());
  CraigBamptonBasis basis;
  const double level = rigid_body_level(stiffness, mass);
  if (level == 0.0)
    throw Error("interface", "the structure has no stiffness, there is nothing to condense",
                "condense without interface and keep all modes");
  const SparseMatrix below = stiffness - level * mass;
  basis.rigid_body_modes = factorize(below, "K - tau M")->negative_pivots();

  const bool floating = basis.rigid_body_modes > 0;
  const SparseMatrix held = floating ? held_stiffness(stiffness, interface_rows) : stiffness;
  if (floating) {
    const SparseMatrix held_below = held - level * mass;
    const Eigen::Index loose = factorize(held_below, "K - tau M")->negative_pivots();
    if (loose > 0)
      throw Error("interface",
                  "it does not hold the floating structure: " + std::to_string(loose) +
                      " rigid-body motion(s) remain",
                  "add interface rows (more contact nodes) or condense with free modes");
  }
  const auto solver = factorize(held, "K");
  const Matrix rows = Matrix(interface_rows.transpose());
  const Matrix flexible = solver->solve(rows);
  const Matrix gram = rows.transpose() * flexible;
  basis.constraint_modes = gram.ldlt().solve(flexible.transpose()).transpose();
  basis.fixed_interface = lowest_modes(stiffness, mass, request, interface_rows);

  basis.attachment_modes = Matrix(mass.rows(), 0);
  if (loads.cols() > 0) {
    Matrix answers = solver->solve(loads);
    answers -= basis.constraint_modes * (interface_rows * answers);
    basis.attachment_modes = attachment(stiffness, basis.fixed_interface, answers);
  }
  return basis;
}

}  // namespace mortise::gen
