// One training set through every reduction of `reduce.method`, run in the runtime.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generator/ground/jobs/ranks.hpp"
#include "generator/reduce/film/snapshots.hpp"
#include "tests/studies/film/film_trial.hpp"
#include "tests/studies/film/reference_run.hpp"

namespace mortise::gen {

// How a method did on all scenarios.
struct ReductionResult {
  std::string method;        // "ecsw", "deim, 2 r", "full model"
  std::string runs;          // "runtime float64", "full, as defined"
  int modes = 0;             // r of the first basis; 0 without
  int points = 0;            // sampled rows that hold, or nodes of the full model
  double step = 0.0;         // [s]
  FilmErrors errors;         // worst over the scenarios, of those that failed as far as they went
  double ns_per_step = 0.0;  // largest over the scenarios; 0: not measured or not comparable
  int completed = 0;         // of the scenarios
  std::string why;           // of a loss: what failed where, or which limit is exceeded
};

struct ReductionComparison {
  const FilmContactSpec* definition = nullptr;  // with [reduce]
  const FilmSnapshots* snapshots = nullptr;
  const std::vector<ReferenceRun>* cases = nullptr;
  std::vector<int> modes;                   // line contacts; empty: those of the definition
  std::vector<std::string> methods;         // of `reduce.method`; empty: all
  FilmScalar scalar = FilmScalar::float64;  // of the runtime
  int repetitions = 3;                      // of timed runs, at least
  std::function<void(const ReductionResult&)> report;  // called with each made; may be empty
  // Folder that keeps the results, their times too, and ranks that share them; rank 0 has them all.
  std::string cache{};
  std::string key{};  // hash of all that they depend on besides methods, modes and scalar
  Ranks ranks{};
};

// In the order: the full model itself, of line contacts also at the step of the reduced one, then
// the methods. One that cannot be made is a result, too. Throws Error if the definition has no
// [reduce], and RankIsDone.
std::vector<ReductionResult> compare_reductions(const ReductionComparison& comparison);

// At most `most` of the snapshots, evenly spread over the runs: for studies that make many bases.
FilmSnapshots thinned_snapshots(const FilmSnapshots& snapshots, Eigen::Index most);

}  // namespace mortise::gen
