// Rayleigh damping of the substructures, from ratios at modes of the structure with or without the
// springs of its joint.
#pragma once

#include <vector>

#include "generator/bodies/condense/modes.hpp"
#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

// K of the bodies plus the springs of a closed joint; without a joint, K. (n x n) [N/m]
SparseMatrix stiffness_with_joint(const FullSystem& system, const JointLaw& law, JointState state);

class DampingRule {
 public:
  // system: outlives the object. where: names the definition in messages.
  DampingRule(const Definition& definition, const FullSystem& system)
      : definition_(definition), system_(system) {}

  // One per substructure, at least one. Bodies with damping of their own keep it.
  // Throws Error for modes that the model does not have.
  std::vector<Rayleigh> of(const DampingSpec& damping, const JointLaw& law);

 private:
  // The modes counted with one set of springs, kept for the next phase.
  struct Counted {
    JointState state;
    double normal, tangential;  // [N/m2]
    Modes modes;
  };
  Rayleigh common(const DampingSpec& damping, const JointLaw& law);
  std::vector<double> frequencies(const DampingSpec& damping, const JointLaw& law);
  const Modes& modes(Eigen::Index elastic, JointState state, const JointLaw& law);

  const Definition& definition_;
  const FullSystem& system_;
  std::vector<Counted> counted_;
};

}  // namespace mortise::gen
