// A room that solves by itself: tests/lint/solvers.py must name three lines.
#include <Eigen/Dense>

double planted_solvers(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(a);
  return modes.info() == Eigen::Success ? a.ldlt().solve(b).norm() : 0.0;
}
