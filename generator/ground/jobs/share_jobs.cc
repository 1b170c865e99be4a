#include "generator/ground/jobs/share_jobs.hpp"

#include <unistd.h>

#include <vector>

#include "generator/ground/jobs/job_locks.hpp"
#include "generator/ground/jobs/parallel_for.hpp"

namespace mortise::gen {
namespace {

class Release {
 public:
  Release(JobLocks* locks, std::size_t job) : locks_(*locks), job_(job) {}
  ~Release() { locks_.release(job_); }
  Release(const Release&) = delete;
  Release& operator=(const Release&) = delete;

 private:
  JobLocks& locks_;
  std::size_t job_;
};

// The jobs without a shard, beginning where this rank does.
std::vector<std::size_t> missing_jobs(const SharedJobs& s) {
  std::vector<std::size_t> missing;
  const auto rank = static_cast<std::size_t>(s.ranks.rank);
  const auto size = static_cast<std::size_t>(s.ranks.size);
  const std::size_t first = size > 0 ? rank * s.count / size : rank;
  for (std::size_t k = 0; k < s.count; ++k) {
    const std::size_t job = (first + k) % s.count;
    if (!s.kept(job)) missing.push_back(job);
  }
  return missing;
}

void work_once(const SharedJobs& s, JobLocks* locks, std::size_t job) {
  const Release release(locks, job);
  if (!s.kept(job)) s.work(job);
}

void take_free_jobs(const SharedJobs& s, JobLocks* locks) {
  const std::vector<std::size_t> missing = missing_jobs(s);
  parallel_for(missing.size(), s.jobs, [&](std::size_t k) {
    if (locks->try_take(missing[k])) work_once(s, locks, missing[k]);
  });
}

// Until all are done, here or elsewhere.
void wait_for_jobs(const SharedJobs& s, JobLocks* locks) {
  const std::vector<std::size_t> missing = missing_jobs(s);
  parallel_for(missing.size(), s.jobs, [&](std::size_t k) {
    locks->take(missing[k]);
    work_once(s, locks, missing[k]);
  });
}

void finish_jobs(const SharedJobs& s) {
  if (s.finish && !s.finished()) s.finish();
}

void work_alone(const SharedJobs& s) {
  const std::vector<std::size_t> missing = missing_jobs(s);
  parallel_for(missing.size(), s.jobs, [&](std::size_t k) { s.work(missing[k]); });
  finish_jobs(s);
}

}  // namespace

void share_jobs(const SharedJobs& shared) {
  if (shared.ranks.alone()) return work_alone(shared);
  const bool stays = shared.ranks.rank == 0 || shared.goes_on == GoesOn::every_rank;
  const std::size_t end = shared.count;  // the lock of finish()
  const bool all_done = missing_jobs(shared).empty() && (!shared.finish || shared.finished());
  if (all_done && stays) return;
  if (all_done) throw RankIsDone(shared.ranks);
  JobLocks locks(shared.locks);
  take_free_jobs(shared, &locks);
  if (stays) {
    wait_for_jobs(shared, &locks);
    locks.take(end);
  } else if (!missing_jobs(shared).empty() || !locks.try_take(end)) {
    throw RankIsDone(shared.ranks);
  }
  {
    const Release release(&locks, end);
    finish_jobs(shared);
  }
  if (!stays) throw RankIsDone(shared.ranks);
  // whoever comes later finds all done
  if (shared.ranks.rank == 0) unlink(shared.locks.c_str());
}

}  // namespace mortise::gen
