#include "../at_rest.hpp"
#include "../energy_outputs.hpp"

namespace mortise {

Real at_rest::joint(const ModelView& m, const State& s, const OutputRule& rule) {
  const JointLayout& layout = m.joint_layout;
  const JointEnergies& e = *memory_at_rest<JointEnergies>(m, s, layout.memory, layout.energies);
  Real energy;
  if (baseline::stored_energy(e, rule.quantity, &energy)) return energy;
  if (rule.quantity != kOutputNormalTraction) return 0;
  return memory_at_rest<Real>(m, s, layout.memory, layout.normal)[rule.index] /
         m.joint.point[rule.index].length;
}

}  // namespace mortise
