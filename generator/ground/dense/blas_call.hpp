// What every call of BLAS and LAPACK needs. Private to this folder.
#pragma once

#include <algorithm>
#include <limits>
#include <string>

#include "generator/ground/dense/fortran.hpp"
#include "generator/ground/numbers/matrix.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

inline void use_one_thread() {
#ifdef MORTISE_OPENBLAS
  static const bool done = (openblas_set_num_threads(1), true);
  static_cast<void>(done);
#endif
}

// An extent as BLAS takes it.
inline int extent(Eigen::Index n) {
  if (n > std::numeric_limits<int>::max())
    throw Error("dense", "a matrix with extent " + std::to_string(n) + " is too large",
                "use fewer unknowns");
  return static_cast<int>(n);
}

// Leading dimensions are at least 1, also of empty matrices.
inline int leading(Eigen::Index stride) { return std::max(1, extent(stride)); }

inline void check_equal(Eigen::Index found, Eigen::Index expected, const std::string& what) {
  if (found != expected)
    throw Error("dense",
                what + " is " + std::to_string(found) + " instead of " + std::to_string(expected),
                "pass matrices of matching sizes");
}

}  // namespace mortise::gen
