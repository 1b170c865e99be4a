// Contact problems written as linear complementarity problems, and the forces read back from z.
#pragma once

#include "generator/oracle/lemke.hpp"

namespace mortise::gen {

// d = 1: M = G, q = b, z = lambda_n, w = u_n.
LinearComplementarity frictionless_lcp(const ContactProblem& problem);

// d = 2, Schurzig eq. 23-27, 3 nc unknowns: lambda_R = mu lambda_N + lambda_T,
// lambda_L = mu lambda_N - lambda_T, u_T = xi_R - xi_L;
// w = (u_N, xi_R, lambda_L), z = (lambda_N, lambda_R, xi_L).
// M is not copositive: Lemke may end on a ray although a solution exists.
LinearComplementarity planar_lcp(const ContactProblem& problem);

// d = 2, D. E. Stewart, J. C. Trinkle, Int. J. Numer. Methods Eng. 39 (1996) 2673-2691, 4 nc
// unknowns: lambda_T = beta_+ - beta_-, sigma = |u_T|; w = (u_N, u_T + sigma, -u_T + sigma, mu
// lambda_N - beta_+ - beta_-), z = (lambda_N, beta_+, beta_-, sigma). M is copositive: where b lies
// in the range of G, Lemke with lexicographic pivoting ends in a solution.
LinearComplementarity planar_copositive_lcp(const ContactProblem& problem);

struct LemkeContactResult {
  LemkeStatus status = LemkeStatus::pivot_limit;
  Vector lambda;    // (d nc) meaningful if solved
  Vector velocity;  // G lambda + b (d nc)
  int pivots = 0;
  bool copositive = false;  // the second planar form was needed
};

// Frictionless form for d = 1; for d = 2 Schurzig's form, then the copositive one if that ends
// unsolved. Throws Error for d = 3.
LemkeContactResult solve_by_lemke(const ContactProblem& problem, int max_pivots = 1000);

}  // namespace mortise::gen
