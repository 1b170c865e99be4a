// The golden trace: a state from which every operator is exercised, and the hashes it leads to.
#pragma once

#include "generator/bake/file/options.hpp"
#include "generator/ground/numbers/aligned_bytes.hpp"

namespace mortise::gen {

struct GoldenTrace {
  Vector q, v;       // (n)
  Vector clearance;  // (nc) [m]
  Vector inputs;     // (2 nu)
  int steps = 0, every = 1;
  std::uint64_t operator_hash = 0, law_hash = 0, hash = 0;
  std::vector<std::uint64_t> checkpoints;
};

// Start of the trace: pseudo-random motion with every contact approaching and closed, except for
// every fourth one, so that partial contact sets are gathered too. Depends on the sizes and rows
// only.
GoldenTrace start_golden(const ReducedSystem& system, int steps);

// Runs the trace on a model that was written without it and fills the hashes.
void record_golden(const AlignedBytes& model, GoldenTrace* trace);

}  // namespace mortise::gen
