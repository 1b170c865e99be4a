// The certificate: reduced against full model on scenarios that no reduction step has seen.
#pragma once

#include "generator/simulate/trajectory.hpp"

namespace mortise::gen {

struct HeldOutScenario {
  int index = 0;  // in the model file
  std::string name;
  double duration = 0.0;  // [s]
  std::vector<SourceOptions> sources;
  Vector displacement, velocity;  // start of the full model (n) [m], [m/s]; empty: zero
};

// Runs every scenario through both models with the same step and law and compares them.
// Throws Error as run_full() and compare() do.
std::vector<ScenarioErrors> certify(Instance& reduced, const FullSystem& full,
                                    const FullOrderOptions& options,
                                    const std::vector<HeldOutScenario>& scenarios,
                                    const Progress& progress);

struct Limits {
  double displacement = 0, velocity = 0, force = 0, dissipated_energy = 0;  // relative [-]
};

// One line per error above its limit, naming scenario, quantity, error and limit; empty if all
// hold.
std::vector<std::string> violations(const std::vector<ScenarioErrors>& errors,
                                    const Limits& limits);

}  // namespace mortise::gen
