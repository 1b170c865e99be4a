#include "generator/simulate/assemble/joint_phases.hpp"

namespace mortise::gen {

std::vector<JointPhase> joint_phases(const AssembledSystem& assembled, std::size_t scenario) {
  std::vector<JointPhase> phases;
  if (!assembled.system.joint || scenario >= assembled.scenario_phases.size()) return phases;
  double start = 0.0;
  for (const Phase& phase : assembled.scenario_phases[scenario]) {
    phases.push_back({start, assembled.cases.at(phase.operating_case)});
    start += phase.duration;
  }
  return phases;
}

}  // namespace mortise::gen
