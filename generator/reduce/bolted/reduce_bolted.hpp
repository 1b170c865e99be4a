// A bolted structure reduced to few unknowns of its contact: training, choice of a layout, offline
// quantities. The result steps by itself (reduced_stepper.hpp) and is what a model file holds.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generator/contact/bolted/reduced_bolted.hpp"
#include "generator/reduce/bolted/training.hpp"
#include "generator/simulate/bolted/bolted_system.hpp"

namespace mortise::gen {

struct BoltedReductionOptions {
  int closed_clusters = 48, open_clusters = 16;  // of all zones
  BoltedTraining training;
  int seeds = 3;                // layouts tried for each of six weights of tractions against places
  int fit_rounds = 40;          // of the best layout's shapes (fit_shapes.hpp); 0: as the pressure
  double largest_error = 0.06;  // of the force on prescribed paths; a larger one is refused
  int jobs = 1;                 // threads; results do not depend on them
};

struct BoltedReduction {
  ReducedBolted reduced;
  // Error of every layout tried: ForceError::of_paths on prescribed paths that training did not
  // see; the smallest one is chosen.
  std::vector<double> candidate_errors;
  double force_error = 0.0;  // ForceError::whole of the chosen one
  Vector amplitudes;         // (m) of training
  std::vector<int> labels;   // (n) cluster of every point, -1: in none
  Vector pressure;           // (n) mean in training [N]
  Vector fitted;             // (n) shapes are this times the pressure
};

// What a reduction learns from and is judged by: the full contact along training_paths() and
// judging_paths().
struct BoltedTrainingRuns {
  Vector amplitudes;  // (m) of training
  std::vector<BoltedSnapshots> seen, judged;
};
BoltedTrainingRuns training_runs(const BoltedSystem& system, const BoltedReductionOptions& options,
                                 const std::function<void(double)>& progress = {});

// Throws Error where no layout reaches largest_error, saying what to ask for instead.
// progress: share done, 0..1; may be empty.
BoltedReduction reduce_bolted(const BoltedSystem& system, const BoltedReductionOptions& options,
                              const std::function<void(double)>& progress = {});

// Error of the contact's force F on the modes, e = |(F_reduced - F) / omega| / |F / omega|.
struct ForceError {
  double whole = 0.0;     // over all paths as one
  double of_paths = 0.0;  // root of the mean square of each path's own
};
ForceError force_error(const ReducedBolted& reduced, const std::vector<BoltedSnapshots>& paths);
// Error of any model. weight: 1/omega (m). forces: F (m x steps) along one of the paths.
ForceError force_error(const Vector& weight, const std::vector<BoltedSnapshots>& paths,
                       const std::function<Matrix(const BoltedSnapshots&)>& forces);

}  // namespace mortise::gen
