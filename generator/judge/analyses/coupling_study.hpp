// How strongly the interfaces of an assembly see each other, and what a step makes of it.
#pragma once

#include <string>
#include <vector>

#include "generator/bake/file/options.hpp"
#include "generator/contact/system/reduced_system.hpp"

namespace mortise::gen {

// Two interfaces of a group that share a body.
struct PairCoupling {
  std::string first, second;
  std::vector<std::string> shared;  // bodies
  double kappa = 0.0;               // of sweeps over these two alone
};

// Interfaces that share bodies, directly or by others: they are solved together.
struct GroupCoupling {
  std::vector<std::string> interfaces, bodies;
  double kappa = 0.0;  // spectral radius of a sweep, every contact closed, every slider stuck
  int sweeps = 0;      // that reduce an error to the solver's tolerance; 0: one interface alone
  int sweep_cap = 0;   // of the file; beyond it Newton solves all active rows at once
  std::vector<PairCoupling> pairs;  // the strongest first
  std::string meaning;              // a sentence
};

// system:     with interfaces; bodies: names of its groups of modes.
// options:    step and solver of the file to be.
// Throws Error for a system without interfaces.
std::vector<GroupCoupling> study_coupling(const ReducedSystem& system,
                                          const std::vector<std::string>& bodies,
                                          const BakeOptions& options);

}  // namespace mortise::gen
