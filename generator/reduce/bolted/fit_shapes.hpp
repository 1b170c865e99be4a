// Traction shapes fitted to what the full contact did on training paths: clusters keep their
// points, and the share of every point is found by Gauss and Newton's method (damped as by
// Levenberg and Marquardt), so that the force on the modes is met over loops of all sizes. Shapes
// stay positive: Coulomb's cone, symmetry and dissipation are as before (project_tractions.hpp).
#pragma once

#include <functional>

#include "generator/reduce/bolted/project_tractions.hpp"
#include "generator/reduce/bolted/training.hpp"

namespace mortise::gen {

struct ShapeFit {
  int rounds = 40;       // at most
  double enough = 2e-3;  // a round that lessens the cost by a smaller share is the last
  double largest = 2.0;  // |log| of a weight's change in all
  int jobs = 1;          // threads; results do not depend on them
};

// shapes: of clusters that share no point. paths: with their scale. Returns by what the weight of
// every point changes (n of the structure, 1 where there is no shape). progress: share done.
Vector fit_shapes(const BoltedSystem& system, const TractionShapes& shapes,
                  const std::vector<BoltedSnapshots>& paths, const ShapeFit& fit,
                  const std::function<void(double)>& progress = {});

}  // namespace mortise::gen
