// Contact problems without friction or in the plane by Lemke's algorithm.
#pragma once

#include "generator/contact/unilateral/lemke.hpp"

namespace mortise::gen {

// d = 1: M = G, q = b, z = lambda_n, w = u_n.
LinearComplementarity frictionless_lcp(const InterfaceProblem& problem);

// d = 2, Schurzig eq. 23-27, 3 nc unknowns: lambda_R = mu lambda_N + lambda_T,
// lambda_L = mu lambda_N - lambda_T, u_T = xi_R - xi_L;
// w = (u_N, xi_R, lambda_L), z = (lambda_N, lambda_R, xi_L).
// M is not copositive: Lemke may end on a ray although a solution exists.
LinearComplementarity planar_lcp(const InterfaceProblem& problem);

struct LemkeContactResult {
  LemkeStatus status = LemkeStatus::pivot_limit;
  Vector lambda;    // (d nc) meaningful if solved
  Vector velocity;  // G lambda + b (d nc)
  int pivots = 0;
  bool pyramid = false;  // the copositive form was needed
};

// Frictionless form for d = 1; for d = 2 Schurzig's form, then the copositive one if that ends
// unsolved. Throws Error for d = 3, which no linear complementarity problem states exactly.
LemkeContactResult solve_by_lemke(const InterfaceProblem& problem, int max_pivots = 1000);

}  // namespace mortise::gen
