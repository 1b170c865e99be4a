// Condensation by MPI ranks: factors by MUMPS, eigenvectors by SLEPc, in the program mortise_petsc,
// which is launched when there is something to do and keeps its factors until it is done.
//
// Every result is a file in the job folder as soon as it exists, under the hash of the matrices and
// the request: what is there is not computed again, so that a job that was killed resumes, also on
// another number of ranks.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "generator/bodies/condense/engine.hpp"

namespace mortise::gen {

class RankProcess;

struct PetscSettings {
  std::string folder;    // of the job, made when needed; empty: a temporary one, nothing resumes
  std::string launcher;  // command in front of the program, words between blanks
  // The program. Empty: mortise_petsc beside the running program.
  std::string program;
};

class PetscEngine final : public CondensationEngine {
 public:
  // Throws Error, naming the packages, if this build has no mortise_petsc.
  explicit PetscEngine(PetscSettings settings);
  ~PetscEngine() override;

  // Throws Error also if the ranks end before their work is done: which one and how, as the
  // launcher says it, what is kept and how to go on.
  std::unique_ptr<SparseSolver> factorize(const SparseMatrix& matrix,
                                          const std::string& what) override;
  Matrix lanczos(const ShiftInvert& pencil, const Matrix& known, Eigen::Index wanted,
                 int attempt) override;

 private:
  class Solver;
  class Job;
  std::unique_ptr<Job> job_;
};

}  // namespace mortise::gen
