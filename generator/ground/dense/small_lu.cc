#include "generator/ground/dense/small_lu.hpp"

namespace mortise::gen {

SmallLu::SmallLu(const Matrix& a) : factor_(a) {}

void SmallLu::compute(const Matrix& a) { factor_.compute(a); }

Vector SmallLu::solve(const Vector& b) const { return factor_.solve(b); }

Matrix SmallLu::solve(const Matrix& b) const { return factor_.solve(b); }

Matrix inverse(const Matrix& a) { return a.inverse(); }

Matrix6 inverse_of_six(const Matrix6& a) { return a.inverse(); }

ExtendedMatrix solve_extended(const ExtendedMatrix& a, const ExtendedMatrix& b) {
  return Eigen::PartialPivLU<ExtendedMatrix>(a).solve(b);
}

Matrix kernel(const Matrix& a, double threshold) {
  Eigen::FullPivLU<Matrix> lu(a);
  lu.setThreshold(threshold);
  return lu.dimensionOfKernel() > 0 ? Matrix(lu.kernel()) : Matrix(a.cols(), 0);
}

}  // namespace mortise::gen
