// The factor of a sparse symmetric matrix by MUMPS over all ranks.
//
// By MUMPS itself, not through PETSc: Debian's MUMPS orders by no nested dissection of its own, and
// PETSc hands none in for symmetric factors. Ordering, pivots and what counts as singular are those
// of the embedded solver (ground/sparse/multifrontal.hpp).
#pragma once

#include <dmumps_c.h>

#include <optional>
#include <string>
#include <vector>

#include "generator/tool/petsc/rank_rows.hpp"

namespace mortise::gen {

// Why there is no factor.
struct Refusal {
  bool singular = false;
  std::string what, remedy;  // if it is not singular
};

// All ranks make, use and destroy it together.
class ParallelFactor {
 public:
  // path: of a sparse file, (n x n). Every rank reads its own columns.
  explicit ParallelFactor(const std::string& path);
  ~ParallelFactor();
  ParallelFactor(const ParallelFactor&) = delete;
  ParallelFactor& operator=(const ParallelFactor&) = delete;

  const std::optional<Refusal>& refusal() const { return refusal_; }  // the same on all ranks
  int negative() const { return negative_; }
  RankRows& rows() { return rows_; }

  // Solution in place of `columns` right-hand sides, n values each, on rank 0.
  void solve(double* sides, int columns);

 private:
  void factorize(const std::string& path);
  // Whether the factor has room on every machine; a refusal otherwise.
  bool has_room();
  void call(int job);
  int answer(int which) const { return mumps_.infog[which - 1]; }
  void refuse();

  RankRows rows_;
  DMUMPS_STRUC_C mumps_{};
  std::optional<Refusal> refusal_;
  int negative_ = 0;
};

}  // namespace mortise::gen
