#include "generator/simulate/certify.hpp"

#include <cstdio>

namespace mortise::gen {

std::vector<ScenarioErrors> certify(Instance& reduced, const FullSystem& full,
                                    const FullOrderOptions& options,
                                    const std::vector<HeldOutScenario>& scenarios,
                                    const Progress& progress) {
  std::vector<ScenarioErrors> errors;
  const double share = scenarios.empty() ? 1 : 1.0 / static_cast<double>(scenarios.size());
  for (const HeldOutScenario& s : scenarios) {
    const double done = share * static_cast<double>(errors.size());
    const Progress part =
        progress ? Progress([&](double x) { progress(done + share * x); }) : Progress();
    const Trajectory exact =
        run_full(full, options, s.sources, s.displacement, s.velocity, s.duration, 1, part);
    const Trajectory fast = run_reduced(reduced, s.index, s.duration, 1, Progress());
    errors.push_back(compare(s.name, fast, exact));
  }
  return errors;
}

std::vector<std::string> violations(const std::vector<ScenarioErrors>& errors,
                                    const Limits& limits) {
  std::vector<std::string> out;
  const auto check = [&](const ScenarioErrors& e, const char* what, double error, double limit) {
    if (error <= limit) return;
    char line[256];
    std::snprintf(line, sizeof line, "scenario %s: %s error %.3g is above its limit %.3g",
                  e.scenario.c_str(), what, error, limit);
    out.emplace_back(line);
  };
  for (const ScenarioErrors& e : errors) {
    check(e, "displacement", e.displacement, limits.displacement);
    check(e, "velocity", e.velocity, limits.velocity);
    check(e, "force", e.force, limits.force);
    check(e, "dissipated energy", e.dissipated_energy, limits.dissipated_energy);
  }
  return out;
}

}  // namespace mortise::gen
