// Semi-smooth Newton method for the contact problem with the round Coulomb cone (d = 1, 2 or 3).
//
// Solves F(lambda) = lambda - P_K(lambda - (u + mu |u_t| e_n)) = 0 (natural map of De Saxce's form:
// G. De Saxce, Z.-Q. Feng, Math. Comput. Model. 28 (1998) 225-245) after scaling every contact so
// that its block of G has the largest eigenvalue 1. The full generalised Jacobian is factored in
// each iteration; steps are damped on |F|, with Levenberg-Marquardt directions where the Newton
// direction does not help. What plain Newton does not solve is approached through proximal points
// (G + eps I, eps decreasing to zero), then from the solution with pyramids for cones (Lemke), then
// from random forces.
#pragma once

#include "generator/contact/unilateral/contact_problem.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

struct SemismoothOptions {
  double tolerance = 1e-12;  // on the residual of contact_problem.hpp
  int max_iterations = 100;  // per Newton run
  int max_starts = 12;       // of the randomised restarts that come last; deterministic
};

struct NewtonResult {
  bool converged = false;
  Vector lambda;          // (d nc) best iterate
  Vector velocity;        // G lambda + b (d nc)
  double residual = 0.0;  // of contact_problem.hpp, at `lambda`
  int iterations = 0;     // Jacobians factored, all runs together
  int runs = 0;           // Newton runs: 1 if plain Newton was enough
};

// `start` (d nc) is the first iterate, empty = zero forces. Never throws for lack of convergence;
// the best iterate is returned and `converged` says so.
NewtonResult semismooth_newton(const InterfaceProblem& problem,
                               const SemismoothOptions& options = {}, const Vector& start = {});

}  // namespace mortise::gen
