#include "../at_rest.hpp"

namespace mortise {

Real at_rest::joint(const ModelView& m, const State& s, const OutputRule& rule) {
  const JointLayout& layout = m.joint_layout;
  const JointEnergies& e = *memory_at_rest<JointEnergies>(m, s, layout.memory, layout.energies);
  switch (rule.quantity) {
    case kOutputEnergyTotal:
      return e.kinetic + e.strain;
    case kOutputEnergyKinetic:
      return e.kinetic;
    case kOutputEnergyStrain:
      return e.strain;
    case kOutputNormalTraction:
      return memory_at_rest<Real>(m, s, layout.memory, layout.normal)[rule.index] /
             m.joint.point[rule.index].length;
    default:
      return 0;
  }
}

}  // namespace mortise
