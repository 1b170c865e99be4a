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

}  // namespace mortise::gen
