// Which interface solver a model gets, and the caps that bound its step.
#pragma once

#include "generator/bake/structure/discretise.hpp"

namespace mortise::gen {

struct ChosenSolver {
  bool newton = false;
  int sweeps = 1;      // cap; with Newton: of the sweeps tried first
  int iterations = 0;  // Newton cap
  int tail_sweeps = 0;
  double tolerance = 1e-10;
  double contraction = 0;  // of block Gauss-Seidel with every contact sticking [-]
  double condition = 0;    // of the Delassus operator; infinite if singular
  Matrix inverse;          // G^-1 (3 nc x 3 nc), Newton only; empty if G is close to singular
};

// Gauss-Seidel where its contraction reaches the tolerance within a few sweeps or the Delassus
// operator is singular (more rows than motions), status Newton for strong coupling.
ChosenSolver choose_solver(const StepOperators& op, const SolverOptions& options);

}  // namespace mortise::gen
