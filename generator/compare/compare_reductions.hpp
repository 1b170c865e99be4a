// One training set through every reduction: sampled rows by five methods in the runtime, other test
// spaces, manifolds and windows of the load offline, and the full film on few, well placed nodes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generator/compare/film_case.hpp"
#include "generator/compare/film_trial.hpp"
#include "generator/reduce/snapshots.hpp"

namespace mortise::gen {

// How a method did on all scenarios.
struct ReductionResult {
  std::string method;        // "ecsw", "quadratic manifold", "full on 60 nodes"
  std::string family;        // sampled, offline or coarse
  std::string runs;          // "runtime float64", "offline", "coarse float32"
  int modes = 0;             // r of the first basis; 0 without
  int points = 0;            // sampled rows that hold, or nodes where all count
  double step = 0.0;         // [s]
  FilmErrors errors;         // worst over the scenarios, of those that failed as far as they went
  double ns_per_step = 0.0;  // largest over the scenarios; 0: not measured or not comparable
  int completed = 0;         // of the scenarios
  std::string why;           // of a loss: what failed where, or which limit is exceeded
};

struct ReductionComparison {
  const FilmDefinition* definition = nullptr;  // with [reduce]
  const FilmSnapshots* snapshots = nullptr;
  const std::vector<FilmCase>* cases = nullptr;
  std::vector<int> modes;                   // line contacts; empty: those of the definition
  std::vector<int> coarse = {60, 90, 120};  // nodes; line contacts
  const FilmCase* tuning = nullptr;  // a run of the training: places the nodes of coarse films
  int tuning_trials = 120;
  bool sampled = true, offline = true;
  FilmScalar scalar = FilmScalar::float64;             // of the runtime
  int repetitions = 3;                                 // of timed runs, at least
  std::function<void(const ReductionResult&)> report;  // called with each; may be empty
};

// In the order: the full model itself, sampled rows, offline, coarse. A method that cannot be made
// is a result, too. Throws Error if the definition has no [reduce].
std::vector<ReductionResult> compare_reductions(const ReductionComparison& comparison);

}  // namespace mortise::gen
