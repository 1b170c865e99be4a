// The golden trace: a power-on self-test that fails on any changed bit of arithmetic,
// operator or law.
#pragma once

#include "mortise/state.hpp"

namespace mortise {

// How the golden trace went.
struct SelfTest {
  bool passed = false;               // all of what follows is as in the file
  bool operators_match = false;      // what lies in memory is what was baked
  bool law_matches = false;          // true as well for files older than schema_minor 1
  std::uint64_t hash = 0;            // of this run
  std::uint64_t expected = 0;        // in the file
  std::uint64_t operator_hash = 0;   // of the operators as they lie in memory
  std::int32_t first_bad_step = -1;  // first checkpoint that differs, in steps; -1 if none
};

// Runs the golden trace of the model in `state` (its content is overwritten, reset afterwards).
// A model without a golden trace does not pass.
SelfTest run_selftest(const Model& model, State& state) noexcept;

// Makes what the laws remember anew for the modal state and clearances as they stand, as the golden
// trace begins.
void begin_selftest(const Model& model, State& state) noexcept;

// FNV-1a 64 over bytes, chained through `hash`.
std::uint64_t fnv1a(std::uint64_t hash, const void* bytes, std::size_t size) noexcept;
inline constexpr std::uint64_t kFnvStart = 14695981039346656037ull;

// The hash over every operator of the model that a step reads.
std::uint64_t hash_operators(const Model& model) noexcept;

// The hash over every number and choice of the law, the solver, the channels and the parameters
// that a step reads and hash_operators leaves out.
std::uint64_t hash_law(const Model& model) noexcept;

// Hash of what one step produced: q, v, y, the status and, of films, pressure and film; chained
// through `hash`.
std::uint64_t hash_step(std::uint64_t hash, const Model& model, const State& state, const Real* y,
                        Status status) noexcept;

}  // namespace mortise
