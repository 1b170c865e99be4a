// A reduced film stepped through one scenario: how far off it was and what a step cost.
#pragma once

#include <string>
#include <vector>

#include "generator/reduce/film/reduced_film.hpp"
#include "tests/studies/film/reference_run.hpp"

namespace mortise::gen {

// What a film said of itself at a step, and how far off it was.
struct TrustSample {
  double time = 0.0;      // [s]
  double residual = 0.0;  // at the watched rows, over the largest seen in training [-]
  double distance = 0.0;  // largest distance of an input from the training box, over its width [-]
  bool warned = false;    // the runtime held an input or slowed the load down
  FilmErrors errors;      // at this time
};

struct FilmTrial {
  FilmErrors errors;         // worst over the scenario, as far as it went
  double ns_per_step = 0.0;  // processor time, best of the repetitions
  double step = 0.0;         // [s]
  long steps = 0;
  std::string failure;  // "stopped at 12.3 us"; empty: it went through
  std::vector<TrustSample> trust;
};

struct TrialOptions {
  int repetitions = 3;      // timed runs at least, the fastest counts; 0: not timed
  double timed_for = 0.05;  // [s] of processor time, at least
  bool keep_trust = false;
};

// The film in the runtime, baked in double or single precision with the steps and holds of the
// definition. A step that is rolled back ends the trial. scalar, hold: see FilmBakeOptions.
// Throws Error if it cannot be baked.
FilmTrial try_in_runtime(const ReducedFilm& film, const ReferenceRun& scenario, FilmScalar scalar,
                         FilmHold hold, const TrialOptions& options);

}  // namespace mortise::gen
