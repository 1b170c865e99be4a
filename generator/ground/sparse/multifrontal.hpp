// The factorisation for large matrices: library MUMPS, in one process.
#pragma once

#include <memory>
#include <string>

#include "generator/ground/sparse/sparse_solver.hpp"

namespace mortise::gen {

// A = L D L^T of dense fronts along a nested dissection. Arguments and errors of factorize(). Where
// the factor does not fit into the memory that is free, it goes to files in TMPDIR; where even its
// fronts do not, an Error says what is needed.
std::unique_ptr<SparseSolver> factorize_multifrontal(const SparseMatrix& matrix,
                                                     const std::string& what);

}  // namespace mortise::gen
