#include "generator/bake/structure/choose_solver.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

namespace mortise::gen {

namespace {

constexpr int kFewSweeps = 20;  // Newton pays beyond these
constexpr int kSweepsBeforeNewton = 30;
constexpr int kSweepCapMinimum = 20, kSweepCapMaximum = 500;
constexpr double kRegular = 1e10;  // condition number up to which G^-1 is stored

// Spectral radius of -(D + L)^-1 U for the 3 x 3 block splitting, by power iteration (the
// dominant eigenvalue of Gauss-Seidel on a symmetric matrix is real and positive).
double block_contraction(const Matrix& g) {
  const Eigen::Index n = g.rows();
  if (n <= 3) return 0;
  Vector x = Vector::LinSpaced(n, 1.0, 2.0);
  double rho = 0;
  for (int iteration = 0; iteration < 300; ++iteration) {
    Vector y = x;
    for (Eigen::Index i = 0; i < n; i += 3) {
      Eigen::Vector3d r = Eigen::Vector3d::Zero();
      for (Eigen::Index j = 0; j < n; j += 3)
        if (j != i) r -= g.block<3, 3>(i, j) * y.segment<3>(j);
      y.segment<3>(i) = g.block<3, 3>(i, i).completeOrthogonalDecomposition().solve(r);
    }
    const double size = y.norm();
    if (!(size > 1e-300)) return 0;
    rho = size / x.norm();
    x = y / size;
  }
  return rho;
}

}  // namespace

ChosenSolver choose_solver(const StepOperators& op, const SolverOptions& options) {
  ChosenSolver c;
  c.tolerance = options.tolerance;
  const Matrix& g = op.delassus;
  if (g.rows() == 0) return c;
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(g, Eigen::EigenvaluesOnly);
  const double low = eigen.eigenvalues().minCoeff(), high = eigen.eigenvalues().maxCoeff();
  c.condition = low > 0 ? high / low : std::numeric_limits<double>::infinity();
  c.contraction = block_contraction(g);
  const bool regular = c.condition < kRegular;
  const double rate = std::clamp(c.contraction, 1e-6, 1 - 1e-6);
  const double needed = std::ceil(std::log(options.tolerance) / std::log(rate));
  c.newton = options.kind == SolverChoice::newton ||
             (options.kind == SolverChoice::automatic && regular && needed > kFewSweeps);
  if (c.newton) {
    c.sweeps = options.sweeps > 0 ? options.sweeps : kSweepsBeforeNewton;
    c.iterations = options.iterations;
    c.tail_sweeps = options.tail_sweeps;
    if (regular)
      c.inverse = eigen.eigenvalues().size() > 0
                      ? Matrix(g.llt().solve(Matrix::Identity(g.rows(), g.cols())))
                      : Matrix();
    if (regular) c.inverse = (0.5 * (c.inverse + c.inverse.transpose())).eval();
  } else {
    const double cap = std::clamp(3 * needed, double(kSweepCapMinimum), double(kSweepCapMaximum));
    c.sweeps = options.sweeps > 0 ? options.sweeps : static_cast<int>(cap);
  }
  return c;
}

}  // namespace mortise::gen
