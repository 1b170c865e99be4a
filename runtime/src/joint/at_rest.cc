#include "../at_rest.hpp"
#include "../energy_outputs.hpp"

namespace mortise {

Real at_rest::joint(const ModelView& m, const State& s, const OutputRule& rule) {
  const JointLayout& layout = m.joint_layout;
  const JointEnergies& e = *memory_at_rest<JointEnergies>(m, s, layout.memory, layout.energies);
  Real energy;
  if (baseline::stored_energy(e, rule.quantity, &energy)) return energy;
  const bool normal = rule.quantity == quantity::normal_traction;
  if (!normal && rule.quantity != quantity::friction_traction) return 0;
  const std::uint32_t force = normal ? layout.normal : layout.tangent;
  return memory_at_rest<Real>(m, s, layout.memory, force)[rule.index] /
         m.joint.point[rule.index].length;
}

}  // namespace mortise
