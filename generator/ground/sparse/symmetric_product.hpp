// A sparse symmetric matrix times many columns.
#pragma once

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// A x. a: (n x n) symmetric, both triangles; x: (n x k). Eight columns share one pass through A;
// every sum has the order of a product column by column.
Matrix symmetric_product(const SparseMatrix& a, const Matrix& x);

}  // namespace mortise::gen
