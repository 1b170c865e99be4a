// Contact problems with pyramids for cones, written as linear complementarity problems, and the
// forces read back from z.
#pragma once

#include "generator/contact/unilateral/lemke.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// d = 2 or 3 with the cone replaced by a pyramid: D. E. Stewart, J. C. Trinkle, Int. J. Numer.
// Methods Eng. 39 (1996) 2673-2691. lambda_T = sum_k d_k beta_k over `edges` unit directions d_k,
// sigma = the slip speed; (edges + 2) nc unknowns, contact by contact within each part: w = (u_N,
// d_k.u_T + sigma, mu lambda_N - sum_k beta_k), z = (lambda_N, beta, sigma). d = 2: edges = 2,
// exact. d = 3: edges >= 3, even numbers are symmetric; the pyramid lies inside the cone. M is
// copositive: where b lies in the range of G, Lemke ends in a solution.
LinearComplementarity pyramid_lcp(const InterfaceProblem& problem, int edges);

// Forces (d nc) from z of pyramid_lcp.
Vector pyramid_forces(const InterfaceProblem& problem, int edges, const Vector& z);

}  // namespace mortise::gen
