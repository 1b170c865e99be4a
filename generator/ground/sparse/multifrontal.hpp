// The factorisation for large matrices: library MUMPS, in one process.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "generator/ground/sparse/sparse_solver.hpp"

namespace mortise::gen {

// A = L D L^T of dense fronts along a nested dissection. Arguments and errors of factorize().
// megabytes: memory that it may take [MB]; 0: what is free. Where the factor does not fit, it goes
// to files in TMPDIR; where even its fronts do not, an Error says what is needed.
std::unique_ptr<SparseSolver> factorize_multifrontal(const SparseMatrix& matrix,
                                                     const std::string& what,
                                                     std::size_t megabytes = 0);

// The negative pivots of that factor alone, none of which is kept.
Eigen::Index negative_pivots_multifrontal(const SparseMatrix& matrix, const std::string& what,
                                          std::size_t megabytes = 0);

}  // namespace mortise::gen
