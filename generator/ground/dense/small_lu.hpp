// Gaussian elimination by Eigen, compiled here alone: for the small systems of Newton's steps, with
// the same bits on every machine. Large ones: dense_solver.hpp.
#pragma once

#include <Eigen/LU>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// P A = L U of a regular (n x n) matrix, rows pivoted.
class SmallLu {
 public:
  SmallLu() = default;
  explicit SmallLu(const Matrix& a);
  void compute(const Matrix& a);

  Vector solve(const Vector& b) const;  // A^-1 b (n)
  Matrix solve(const Matrix& b) const;  // A^-1 B (n x k)

 private:
  Eigen::PartialPivLU<Matrix> factor_;
};

Matrix inverse(const Matrix& a);  // A^-1 (n x n)

using Matrix6 = Eigen::Matrix<double, 6, 6>;
Matrix6 inverse_of_six(const Matrix6& a);

// A^-1 b in extended precision.
using ExtendedMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
ExtendedMatrix solve_extended(const ExtendedMatrix& a, const ExtendedMatrix& b);

// Columns (n x k) that span the x with A x = 0, A (m x n) pivoted fully; pivots below `threshold`
// of the largest count as zero. k may be 0.
Matrix kernel(const Matrix& a, double threshold);

}  // namespace mortise::gen
