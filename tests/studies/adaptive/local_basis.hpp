// A space for the pressure of one stage, made of the stages solved before it: their differences as
// modes, and every node by itself where those do not suffice,
//   P = P_now + modes c + sum over free nodes s of e_s p_s.
#pragma once

#include <deque>
#include <vector>

#include "generator/contact/film/gap_model.hpp"

namespace mortise::gen {

// A pressure and the part of the gap that answers to it at once (ComplianceParts): of a solved
// stage, or a direction.
struct PressureField {
  Vector P, still;  // (n) both
};

struct LocalBasis {
  Matrix modes, still;     // (n x k), and the gap that answers to them at once
  Matrix tests;            // (n x k) modes without the free nodes, orthonormal
  std::vector<int> nodes;  // free nodes, ascending
  struct Run {
    int first = 0, count = 0;
  };
  std::vector<Run> runs;  // the free nodes as runs of neighbours, ascending

  Eigen::Index size() const { return modes.cols() + static_cast<Eigen::Index>(nodes.size()); }
};

// stages: newest first, at least one. directions: modes besides their differences. free: (n).
// noise: a mode that leaves less (Euclidean norm) beside the free nodes and the modes before it is
// left out: its direction would be that of rounding and of Newton's tolerance.
LocalBasis make_local_basis(const std::deque<PressureField>& stages,
                            const std::vector<PressureField>& directions,
                            const std::vector<bool>& free, double noise);

}  // namespace mortise::gen
