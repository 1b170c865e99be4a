// The runtime's contact solvers, called with a problem of the oracles.
#pragma once

#include "generator/contact/unilateral/contact_problem.hpp"

namespace mortise::gen {

enum class RuntimeSolver {
  gauss_seidel,
  newton_primal,  // unknown: forces of the closed contacts
  newton_dual     // unknown: velocities that are not zero; needs a regular G
};

struct RuntimeSolution {
  Vector lambda;          // (3 nc)
  double residual = 0.0;  // as the runtime reports it
  bool converged = false;
  bool fell_back = false;  // Newton only
  int iterations = 0;
};

// Cold start: zero forces, every contact sticks unless it is frictionless, as in the first step in
// contact. `problem` has any number of directions; absent tangents become rows of zeros.
RuntimeSolution solve_by_runtime(const InterfaceProblem& problem, RuntimeSolver solver,
                                 double tolerance, int iterations);

}  // namespace mortise::gen
