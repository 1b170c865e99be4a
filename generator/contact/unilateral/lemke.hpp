// Lemke's complementary pivoting for the linear complementarity problem
//   w = M z + q,  0 <= w  _|_  z >= 0.
// C. E. Lemke, Management Science 11 (1965) 681-689; R. W. Cottle, J.-S. Pang, R. E. Stone, The
// Linear Complementarity Problem, algorithm 4.4.5 with the lexicographic ratio test of section 4.9.
#pragma once

#include "generator/contact/unilateral/contact_problem.hpp"
#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

struct LinearComplementarity {
  Matrix M;  // (m x m)
  Vector q;  // (m)
};

enum class LemkeStatus { solved, ray, pivot_limit };

struct LemkeResult {
  LemkeStatus status = LemkeStatus::pivot_limit;
  Vector z;  // (m) last basic solution; a solution of the problem only if `solved`
  Vector w;  // (m) M z + q
  int pivots = 0;
};

// Covering vector 1, lexicographic ratio test (no cycling), at most `max_pivots` pivots. The
// solution is computed anew from the final basis, so it does not carry the rounding of the pivots.
// M and q are expected in units that make them of order 1: entries below 1e-11 count as zero.
// Throws Error if the shapes do not fit or an entry is not finite.
LemkeResult lemke(const LinearComplementarity& problem, int max_pivots = 1000);

// The contact problem as a linear complementarity problem: d = 2 or 3 with the cone replaced by a
// pyramid: D. E. Stewart, J. C. Trinkle, Int. J. Numer. Methods Eng. 39 (1996) 2673-2691. lambda_T
// = sum_k d_k beta_k over `edges` unit directions d_k, sigma = the slip speed; (edges + 2) nc
// unknowns, contact by contact within each part: w = (u_N, d_k.u_T + sigma, mu lambda_N - sum_k
// beta_k), z = (lambda_N, beta, sigma). d = 2: edges = 2, exact. d = 3: edges >= 3, even numbers
// are symmetric; the pyramid lies inside the cone. M is copositive: where b lies in the range of G,
// Lemke ends in a solution.
LinearComplementarity pyramid_lcp(const InterfaceProblem& problem, int edges);

// Forces (d nc) from z of pyramid_lcp.
Vector pyramid_forces(const InterfaceProblem& problem, int edges, const Vector& z);

}  // namespace mortise::gen
