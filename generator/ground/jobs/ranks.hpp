// Which of several processes this one is, as their launcher tells each in its environment: Open MPI
// (OMPI_COMM_WORLD_*), MPICH, Intel MPI and MVAPICH (PMI_*), PMIx, Slurm (SLURM_PROCID,
// SLURM_NTASKS). No MPI is linked: ranks share a folder, never messages.
//
// These variables also reach programs that were not started once per rank, as in the first lines of
// a Slurm script. What builds on ranks must come to its end however many of them there really are.
#pragma once

#include <stdexcept>
#include <string>

namespace mortise::gen {

struct Ranks {
  int rank = 0;  // from 0
  int size = 1;  // 0: several, the launcher does not say how many

  bool alone() const { return size == 1; }
  // "rank 1 of 3"
  std::string name() const;
};

// The rank of this process; one alone without a launcher. The first launcher of the list above that
// says anything counts. Throws Error if what it says is no rank.
Ranks launcher_ranks();

// This rank has nothing left to do, others finish and give out the result: no failure. `mortise`
// ends with a word on it.
class RankIsDone : public std::runtime_error {
 public:
  explicit RankIsDone(const Ranks& ranks)
      : std::runtime_error(ranks.name() + ": done, rank 0 gives out the result") {}
};

}  // namespace mortise::gen
