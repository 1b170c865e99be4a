#include "generator/condense/sparse_solver.hpp"

#include <Eigen/SparseCholesky>
#include <cmath>

#include "generator/error.hpp"

namespace mortise::gen {
namespace {

// A pivot this small against its own diagonal entry is rounding: the matrix is singular.
constexpr double kSingular = 1e-14;

class SimplicialSolver final : public SparseSolver {
 public:
  SimplicialSolver(const SparseMatrix& matrix, const std::string& what) : n_(matrix.rows()) {
    solver_.compute(matrix);
    const Vector pivots = solver_.info() == Eigen::Success ? Vector(solver_.vectorD()) : Vector();
    const Vector diagonal = solver_.permutationP() * Vector(matrix.diagonal());
    bool regular = pivots.size() == n_ && pivots.allFinite();
    for (Eigen::Index i = 0; regular && i < n_; ++i)
      regular = std::abs(pivots[i]) > kSingular * std::abs(diagonal[i]);
    if (!regular)
      throw Error(what, "the matrix is singular to working precision",
                  "hold the structure, or check for dofs without stiffness and mass");
    negative_ = (pivots.array() < 0.0).count();
  }

  Matrix solve(const Matrix& rhs) const override { return solver_.solve(rhs); }
  Eigen::Index negative_pivots() const override { return negative_; }
  Eigen::Index size() const override { return n_; }

 private:
  Eigen::SimplicialLDLT<SparseMatrix> solver_;
  Eigen::Index n_ = 0;
  Eigen::Index negative_ = 0;
};

}  // namespace

std::unique_ptr<SparseSolver> factorize(const SparseMatrix& matrix, const std::string& what) {
  return std::make_unique<SimplicialSolver>(matrix, what);
}

}  // namespace mortise::gen
