// A map over independent jobs whose results are kept in the folder of a StageCache, each under the
// hash of all that it depends on: what is there is not made again, and several ranks share the rest
// (jobs/share_jobs.hpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generator/ground/files/matrix_json.hpp"
#include "generator/ground/files/stage_cache.hpp"
#include "generator/ground/jobs/share_jobs.hpp"

namespace mortise::gen {

struct KeptMap {
  std::string folder;             // of the cache; empty: nothing is kept, one rank alone
  std::string stage;              // what the results are, part of their names
  std::vector<std::string> keys;  // one hash per job; equal ones have equal results
  int jobs = 1;                   // at a time, see parallel_for()
  Ranks ranks{};
  GoesOn goes_on = GoesOn::rank_0;
};

// The file that several ranks lock their jobs in. Throws Error if they have no folder.
std::string locks_of(const KeptMap& map);

// work(k) of every key, in their order. Result: has a form as JSON, by NLOHMANN_DEFINE_TYPE... .
// Throws what `work` throws, Error if the folder cannot be used, and RankIsDone.
template <class Result, class Work>
std::vector<Result> kept_map(const KeptMap& map, const Work& work) {
  const StageCache cache(map.folder);
  std::vector<std::optional<Result>> results(map.keys.size());
  const auto load = [&](std::size_t k) {
    if (const auto kept = cache.load(map.stage, map.keys[k])) results[k] = read_json<Result>(*kept);
    return results[k].has_value();
  };
  const auto make = [&](std::size_t k) {
    results[k] = work(k);
    cache.store(map.stage, map.keys[k], *results[k]);
  };
  SharedJobs shared;
  shared.count = map.keys.size();
  shared.jobs = map.jobs;
  shared.ranks = map.ranks;
  shared.goes_on = map.goes_on;
  if (!map.ranks.alone()) shared.locks = locks_of(map);
  shared.kept = [&](std::size_t k) {
    return map.ranks.alone() ? load(k) : cache.has(map.stage, map.keys[k]);
  };
  shared.work = make;
  share_jobs(shared);
  std::vector<Result> all;
  for (std::size_t k = 0; k < results.size(); ++k) {
    if (!results[k] && !load(k)) make(k);  // a shard that was damaged
    all.push_back(*std::move(results[k]));
  }
  return all;
}

}  // namespace mortise::gen
