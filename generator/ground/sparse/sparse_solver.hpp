// Factorisation of a sparse symmetric matrix behind a small interface: other engines (parallel,
// out of core) fit in without touching their users.
#pragma once

#include <memory>
#include <string>

#include "generator/ground/numbers/matrix.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

// What is thrown for a matrix that has no factor.
class SingularMatrix : public Error {
 public:
  explicit SingularMatrix(const std::string& what)
      : Error(what, "the matrix is singular to working precision",
              "hold the structure, or check for dofs without stiffness and mass") {}
};

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
// Throws SingularMatrix if a pivot vanishes or is not finite, Error if memory does not suffice.
std::unique_ptr<SparseSolver> factorize(const SparseMatrix& matrix, const std::string& what);

// Number of negative eigenvalues of A. Arguments and errors of factorize(), less time and memory.
Eigen::Index negative_eigenvalues(const SparseMatrix& matrix, const std::string& what);

}  // namespace mortise::gen
