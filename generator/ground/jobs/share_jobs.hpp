// A map over independent jobs that several ranks share: each leaves the result of a job in a shard
// of its own, a file that is there as a whole or not at all, and takes no job whose shard is there.
// So a rank that dies costs the jobs it had in hand, any number of ranks goes on with what is left,
// and the results are those of one rank alone.
//
// Ranks start at different places and take what is free, not a fixed share: jobs of unequal length
// balance, and those of a rank that never came are done by the others.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "generator/ground/jobs/ranks.hpp"

namespace mortise::gen {

// Who goes on when all jobs are done: every rank, where others follow that need their results, or
// rank 0, which gives out the result of a command. The others then leave by RankIsDone as soon as
// no job is free.
enum class GoesOn { every_rank, rank_0 };

struct SharedJobs {
  std::size_t count = 0;
  int jobs = 1;  // at a time in this rank, see parallel_for()
  Ranks ranks{};
  GoesOn goes_on = GoesOn::rank_0;
  std::string locks{};  // file of JobLocks, for these jobs alone; several ranks only
  // Is its shard there? From any thread.
  std::function<bool(std::size_t job)> kept;
  // Makes its shard. From any thread.
  std::function<void(std::size_t job)> work;
  // What is made of all shards, and whether it is there; both may be empty. Called by the rank that
  // first finds all shards, in one at a time, and again only if that one dies.
  std::function<bool()> finished{};
  std::function<void()> finish{};
};

// Ends when all is done. What another rank has in hand is waited for; if that one dies, the job is
// done here. Throws what `work` and `finish` throw, as parallel_for(), Error where locks fail, and
// RankIsDone.
void share_jobs(const SharedJobs& shared);

}  // namespace mortise::gen
