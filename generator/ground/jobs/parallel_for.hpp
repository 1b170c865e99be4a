// The one pool of workers: a map over independent jobs, each a function of its number alone.
// Results never depend on how many work at a time, so that jobs may as well run elsewhere.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace mortise::gen {

// Calls work(k) for k = 0..count-1 on up to `jobs` threads (0: one per processor), begun in this
// order. After a failure no other job is begun; those in hand are finished, then the failure with
// the smallest k is rethrown: the same one whatever `jobs` is.
// progress: share of the jobs that are done, 0..1, from one thread at a time; may be empty.
void parallel_for(std::size_t count, int jobs, const std::function<void(std::size_t)>& work,
                  const std::function<void(double share)>& progress = {});

// parallel_for() of jobs with a result: work(0), work(1), ... in this order.
template <class Work>
auto parallel_map(std::size_t count, int jobs, const Work& work,
                  const std::function<void(double share)>& progress = {}) {
  std::vector<decltype(work(count))> results(count);
  parallel_for(
      count, jobs, [&](std::size_t k) { results[k] = work(k); }, progress);
  return results;
}

}  // namespace mortise::gen
