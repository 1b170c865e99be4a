// Keeps some modes of a diagonalised structure as coordinates; a joint and contacts at position
// level see the others as compliance with one lag.
//
//   mode i with omega_i far above what is wanted:  q_i = f_i / (omega_i^2 (1 + beta d/dt))
//
// which sums up over all left-out modes to a constant matrix if beta, the stiffness-proportional
// damping, is the same for all of them; of bodies with different ones, the lag that takes as much
// of slow forces stands for them where it is off by 5 % of the compliance at most.
// Contacts at velocity level and sliding ones see the kept modes only: with impulses such a
// compliance would make energy.
#pragma once

#include <vector>

#include "generator/contact/system/reduced_system.hpp"

namespace mortise::gen {

// dominant: by the largest share that a mode has in the static answer of an output to an input or
// to a force of the joint; of modes in the same place the lower one. A mode that no output shows is
// nothing but compliance.
enum class ModeSelection { lowest, dominant };

struct KeptModes {
  Eigen::Index count = 0;  // at most so many, of all substructures together; 0 = no limit
  double cutoff_hz = 0.0;  // modes below this frequency [Hz]; 0 = no limit
  ModeSelection selection = ModeSelection::lowest;  // which of them, if count is the limit
};

struct Truncation {
  ReducedSystem system;
  std::vector<Eigen::Index> kept;  // indices into the modes of the input, ascending
};

// system:  without a residual. Its groups may lose all their modes.
// keep:    empty: everything stays and there is no residual.
// damping: of each group of `system` (one if it has no groups).
// statics: indices (ascending) of coordinates without mass and of unit stiffness, whose omega is 1;
//          they are always left out, and of the residual of who sees them.
// Throws Error if a mode that would be left out has frequency 0, if no one lag stands for groups
// that differ in beta, if two interfaces of an assembly see the same statics, if other modes of an
// assembly would be left out, or if nothing is kept.
Truncation truncate(const ReducedSystem& system, const KeptModes& keep,
                    const std::vector<Rayleigh>& damping,
                    const std::vector<Eigen::Index>& statics = {});

}  // namespace mortise::gen
