// Decompositions of dense matrices by LAPACK, on one thread.
#pragma once

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// A = left diag(values) right^T of an (m x n) matrix, k = min(m, n).
struct ThinSvd {
  Matrix left;    // (m x k) orthonormal columns
  Vector values;  // (k) descending, >= 0
  Matrix right;   // (n x k) orthonormal columns
};
// Error if A is empty, not finite, or the iteration does not converge.
ThinSvd thin_svd(const Matrix& a);

// Eigenvalues of A (n x n), not symmetric, balanced first; conjugate pairs stand together, the one
// with the positive imaginary part first. vectors (n x n): columns of unit length, empty if not
// wanted. Error if A is empty, not square, not finite, or the iteration does not converge.
struct GeneralEigen {
  Eigen::VectorXcd values;
  Eigen::MatrixXcd vectors;
};
GeneralEigen general_eigen(Matrix a, bool vectors);

// Moore-Penrose inverse (n x m); singular values below 1e-13 of the largest count as zero.
Matrix pseudo_inverse(const ThinSvd& svd);

// R (n x n) of A = Q R, m >= n >= 1 (else Error): |A x| = |R x|.
Matrix triangular_factor(Matrix a);

// Orthonormal columns that span those of A (m x n), m >= n >= 1 (else Error), of full rank.
Matrix orthonormal(Matrix a);

// x (n x k) with the smallest |A x - b|, A (m x n) of full rank, m >= n >= 1, b (m x k); else
// Error.
Matrix least_squares(Matrix a, Matrix b);

}  // namespace mortise::gen
