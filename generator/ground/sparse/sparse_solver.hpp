// Factorisation of a sparse symmetric matrix behind a small interface: other engines (parallel,
// out of core) fit in without touching their users.
#pragma once

#include <memory>
#include <string>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

class SparseSolver {
 public:
  virtual ~SparseSolver() = default;

  // Solution of A x = rhs, column by column: rhs (n x k) -> (n x k).
  virtual Matrix solve(const Matrix& rhs) const = 0;

  // Number of negative eigenvalues of A (Sylvester: the negative pivots).
  virtual Eigen::Index negative_pivots() const = 0;

  // Order n of the matrix.
  virtual Eigen::Index size() const = 0;
};

// A = L D L^T with a fill-reducing order. A may be indefinite.
// matrix: (n x n) symmetric, both triangles. what: what it is, for the message.
// Throws Error if a pivot vanishes or is not finite (singular matrix).
std::unique_ptr<SparseSolver> factorize(const SparseMatrix& matrix, const std::string& what);

}  // namespace mortise::gen
