// Non-negative least squares with few positive entries.
#pragma once

#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

struct SparseSolution {
  std::vector<int> columns;  // ascending
  Vector values;             // > 0, of those columns
  double residual = 0.0;     // |A x - b| / |b|
};

// Lawson and Hanson's active sets, stopped as soon as |A x - b| <= tolerance |b|: x >= 0 grows by
// one entry at a time, so that an early stop leaves few of them.
// a: (rows x columns), b: (rows) not zero. fewest: entries wanted even where fewer would do.
// If the tolerance is out of reach, the best x of non-negative entries is returned.
SparseSolution sparse_nnls(const Matrix& a, const Vector& b, double tolerance,
                           Eigen::Index fewest = 0);

// sparse_nnls() with a given number of positive entries, or fewer if the best x has fewer: x grows
// to `growth` times as many, then loses those that matter least, since growth takes early what
// later entries make superfluous. growth: >= 1
SparseSolution sparse_nnls_of(const Matrix& a, const Vector& b, Eigen::Index entries,
                              double growth);

}  // namespace mortise::gen
