#include "generator/ground/sparse/sparse_solver.hpp"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "generator/ground/sparse/multifrontal.hpp"

namespace mortise::gen {
namespace {

// A pivot this small against its own diagonal entry is rounding: the matrix is singular.
constexpr double kSingular = 1e-14;
// Unknowns from which dense fronts are faster; below, column by column with minimum degree.
constexpr Eigen::Index kLarge = 20000;
// Right-hand sides that share one pass through the factor, whose entries cost more than the sums.
constexpr int kSideBySide = 8;
using Sides = Eigen::Matrix<double, Eigen::Dynamic, kSideBySide, Eigen::RowMajor>;

class SimplicialSolver final : public SparseSolver {
 public:
  SimplicialSolver(const SparseMatrix& matrix, const std::string& what) : n_(matrix.rows()) {
    solver_.compute(matrix);
    const Vector pivots = solver_.info() == Eigen::Success ? Vector(solver_.vectorD()) : Vector();
    const Vector diagonal = solver_.permutationP() * Vector(matrix.diagonal());
    bool regular = pivots.size() == n_ && pivots.allFinite();
    for (Eigen::Index i = 0; regular && i < n_; ++i)
      regular = std::abs(pivots[i]) > kSingular * std::abs(diagonal[i]);
    if (!regular) throw SingularMatrix(what);
    negative_ = (pivots.array() < 0.0).count();
  }

  Matrix solve(const Matrix& rhs) const override {
    if (rhs.cols() < kSideBySide) return solver_.solve(rhs);
    Matrix x(n_, rhs.cols());
    Sides sides(n_, kSideBySide);
    for (Eigen::Index first = 0; first < rhs.cols(); first += kSideBySide) {
      const Eigen::Index width = std::min<Eigen::Index>(kSideBySide, rhs.cols() - first);
      sides.rightCols(kSideBySide - width).setZero();
      sides.leftCols(width) = solver_.permutationP() * rhs.middleCols(first, width);
      solve_sides(&sides);
      x.middleCols(first, width) = solver_.permutationPinv() * sides.leftCols(width);
    }
    return x;
  }
  Eigen::Index negative_pivots() const override { return negative_; }
  Eigen::Index size() const override { return n_; }

 private:
  // L D L^T x = sides in place.
  void solve_sides(Sides* sides) const {
    const auto& lower = solver_.matrixL().nestedExpression();
    using Entry = std::decay_t<decltype(lower)>::InnerIterator;
    for (Eigen::Index j = 0; j < n_; ++j)
      for (Entry it(lower, j); it; ++it)
        if (it.row() > j) sides->row(it.row()) -= it.value() * sides->row(j);
    sides->array().colwise() /= solver_.vectorD().array();
    for (Eigen::Index j = n_ - 1; j >= 0; --j) {
      Eigen::Matrix<double, 1, kSideBySide> sum = sides->row(j);
      for (Entry it(lower, j); it; ++it)
        if (it.row() > j) sum -= it.value() * sides->row(it.row());
      sides->row(j) = sum;
    }
  }

  Eigen::SimplicialLDLT<SparseMatrix> solver_;
  Eigen::Index n_ = 0;
  Eigen::Index negative_ = 0;
};

}  // namespace

std::unique_ptr<SparseSolver> factorize(const SparseMatrix& matrix, const std::string& what) {
  if (matrix.rows() >= kLarge) return factorize_multifrontal(matrix, what);
  return std::make_unique<SimplicialSolver>(matrix, what);
}

Eigen::Index negative_eigenvalues(const SparseMatrix& matrix, const std::string& what) {
  if (matrix.rows() >= kLarge) return negative_pivots_multifrontal(matrix, what);
  return factorize(matrix, what)->negative_pivots();
}

}  // namespace mortise::gen
