// Contact problems written as linear complementarity problems, and the forces read back from z.
#pragma once

#include "generator/oracle/lemke.hpp"

namespace mortise::gen {

// d = 1: M = G, q = b, z = lambda_n, w = u_n.
LinearComplementarity frictionless_lcp(const InterfaceProblem& problem);

// d = 2, Schurzig eq. 23-27, 3 nc unknowns: lambda_R = mu lambda_N + lambda_T,
// lambda_L = mu lambda_N - lambda_T, u_T = xi_R - xi_L;
// w = (u_N, xi_R, lambda_L), z = (lambda_N, lambda_R, xi_L).
// M is not copositive: Lemke may end on a ray although a solution exists.
LinearComplementarity planar_lcp(const InterfaceProblem& problem);

// d = 2 or 3 with the cone replaced by a pyramid: D. E. Stewart, J. C. Trinkle, Int. J. Numer.
// Methods Eng. 39 (1996) 2673-2691. lambda_T = sum_k d_k beta_k over `edges` unit directions d_k,
// sigma = the slip speed; (edges + 2) nc unknowns, contact by contact within each part: w = (u_N,
// d_k.u_T + sigma, mu lambda_N - sum_k beta_k), z = (lambda_N, beta, sigma). d = 2: edges = 2,
// exact. d = 3: edges >= 3, even numbers are symmetric; the pyramid lies inside the cone. M is
// copositive: where b lies in the range of G, Lemke ends in a solution.
LinearComplementarity pyramid_lcp(const InterfaceProblem& problem, int edges);

// Forces (d nc) from z of pyramid_lcp.
Vector pyramid_forces(const InterfaceProblem& problem, int edges, const Vector& z);

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
