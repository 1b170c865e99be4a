// How interfaces of an assembly push each other, and how fast sweeps over them converge.
#pragma once

#include "generator/bake/structure/assembly_modes.hpp"
#include "generator/contact/unilateral/law.hpp"

namespace mortise::gen {

// Motion of the rows of `to` per force on those of `from`, in the unit of `to`.
struct InterfaceCoupling {
  int to = 0, from = 0;
  Matrix pushed;  // (rows of `to` x rows of `from`) contacts [m/s/N], joints [m/N]
};

// Couplings of every pair that shares a body.
std::vector<InterfaceCoupling> find_couplings(const AssemblyModes& modes, const Vector& damping,
                                              double step);

// kappa of a group: spectral radius of sweeps that solve one interface after another exactly, every
// contact closed and sticking, every joint in touch and elastic. 0 for one interface.
double contraction_of(const AssemblyModes& modes, const std::vector<int>& members,
                      const std::vector<InterfaceCoupling>& couplings, double step,
                      const Vector& damping);

// Sweeps over a group that are made at most: few, or Newton.
inline int sweep_cap_of(const SolverSpec& solver) { return solver.sweeps > 0 ? solver.sweeps : 8; }

}  // namespace mortise::gen
