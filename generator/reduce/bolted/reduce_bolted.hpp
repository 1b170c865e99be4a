// A bolted structure reduced to few unknowns of its contact: training, choice of a layout, offline
// quantities. The result steps by itself (reduced_stepper.hpp) and is what a model file holds.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "generator/contact/bolted/reduced_bolted.hpp"
#include "generator/ground/text/enum_names.hpp"
#include "generator/reduce/bolted/training.hpp"
#include "generator/simulate/bolted/bolted_system.hpp"

namespace mortise::gen {

enum class BoltedMethod : std::uint8_t {
  CLUSTERS,      // patches of points whose tractions keep their shape
  INTERPOLATED,  // points whose tractions carry those of their neighbours
  JENKINS,       // banks of sliders, one for each of few modes
};
template <>
inline constexpr std::array enum_names<BoltedMethod> = {"clusters", "interpolated", "jenkins"};

struct BoltedReductionOptions {
  BoltedMethod method = BoltedMethod::CLUSTERS;
  int closed_clusters = 48, open_clusters = 16;  // of all zones; interpolated: points
  int sliders = 12;                              // of every mode, jenkins
  BoltedTraining training;
  int seeds = 3;                // layouts tried for each weight of the slip: 6 weights
  double largest_error = 0.06;  // of the force on prescribed paths; a larger one is refused
  int jobs = 1;                 // threads; results do not depend on them
};

struct BoltedReduction {
  ReducedBolted reduced;
  // Of every layout tried: force error on the held-out paths; the chosen one is the smallest.
  std::vector<double> candidate_errors;
  double force_error = 0.0;  // e of the chosen one, on prescribed paths that it was not trained on
  // (points) cluster of every point, -1: in none; with a changed preload the same may serve again.
  std::vector<int> labels;
};

// Throws Error where no layout reaches largest_error, naming what to ask for instead.
// progress: share done, 0..1; may be empty.
BoltedReduction reduce_bolted(const BoltedSystem& system, const BoltedReductionOptions& options,
                              const std::function<void(double)>& progress = {});

// The same layout for another preload or friction: offline quantities alone are computed anew.
// labels, shapes: of the training at another preload (BoltedReduction).
BoltedReduction reduce_again(const BoltedSystem& system, const BoltedReduction& trained);

}  // namespace mortise::gen
