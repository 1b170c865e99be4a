// Where the large problems of a condensation are solved: in this process, or by others. An engine
// factorises and finds eigenvectors; what they are used for, checked by and made into (Sturm
// counts, Rayleigh-Ritz, rigid-body and loose motions) is the same code for all of them.
#pragma once

#include <memory>
#include <string>

#include "generator/bodies/condense/shift_invert.hpp"
#include "generator/ground/numbers/matrix.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"

namespace mortise::gen {

class CondensationEngine {
 public:
  CondensationEngine() = default;
  CondensationEngine(const CondensationEngine&) = delete;
  CondensationEngine& operator=(const CondensationEngine&) = delete;
  virtual ~CondensationEngine() = default;

  // Factorises as factorize() of ground/sparse: symmetric, perhaps indefinite. The engine outlives
  // the solver.
  virtual std::unique_ptr<SparseSolver> factorize(const SparseMatrix& matrix,
                                                  const std::string& what) = 0;

  // Counts as negative_eigenvalues() of ground/sparse.
  virtual Eigen::Index negative_eigenvalues(const SparseMatrix& matrix, const std::string& what) {
    return factorize(matrix, what)->negative_pivots();
  }

  // Iterates as lanczos() of shift_invert.hpp. pencil: its solver is this engine's.
  virtual Matrix lanczos(const ShiftInvert& pencil, const Matrix& known, Eigen::Index wanted,
                         int attempt) = 0;
};

// The engine in use; that of this process unless an EngineInUse lives.
CondensationEngine& condensation_engine();

// While it lives, all that is condensed in this process is solved by `engine`: what solves is no
// property of a problem, and its result does not depend on it (but for rounding). Made and
// destroyed while nothing is condensed; one at a time.
class EngineInUse {
 public:
  explicit EngineInUse(CondensationEngine* engine);
  ~EngineInUse();
  EngineInUse(const EngineInUse&) = delete;
  EngineInUse& operator=(const EngineInUse&) = delete;
};

}  // namespace mortise::gen
