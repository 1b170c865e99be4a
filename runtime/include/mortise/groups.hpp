// How the groups of an assembly's interfaces were solved in the last step. Read on demand.
#pragma once

#include "mortise/state.hpp"

namespace mortise {

// How a group was solved.
struct GroupReport {
  Status status = status::kOk;   // CAPPED, LIMITED, FALLBACK of this group, and what its sliding
                                 // contacts tell
  std::uint32_t interfaces = 0;  // that took part; of substeps the most
  std::uint32_t iterations = 0;  // sweeps and Newton iterations; of a group with a film Newton's
                                 // over film and others, each with a solve of the others' laws, of
                                 // all its substeps
  std::uint32_t reserved = 0;    // 0
  Real residual = 0;  // of all its rows, over the largest free velocity [-]; of substeps the worst
};

// Groups of interfaces that see each other; 0: the model is no assembly.
std::int32_t groups(const Model& model) noexcept;

// Contraction of sweeps over the interfaces of a group, every contact closed and every slider stuck
// (kappa) [-]; 0 if there is no such group.
Real group_coupling(const Model& model, std::int32_t group) noexcept;

// Report of the last step; zeros before the first one, or if there is no such group.
GroupReport group_report(const Model& model, const State& state, std::int32_t group) noexcept;

}  // namespace mortise
