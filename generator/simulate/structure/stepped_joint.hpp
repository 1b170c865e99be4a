// A joint through the steps of a run: its forces at the start of a step, what its springs hold,
// what friction and impacts have taken.
//
//   friction  - mean force . slip of the rows - change of what the tangential springs store
//   impact    - mean force . opening of the rows - change of what the normal springs store
#pragma once

#include <vector>

#include "generator/contact/joint/joint_forces.hpp"

namespace mortise::gen {

class SteppedJoint {
 public:
  // n: dofs of the model. step: h [s]. Throws Error for bad laws.
  SteppedJoint(const Joint& joint, Eigen::Index n, double step);

  // Tractions of the state (n) as it is, without slip; nothing is remembered and nothing was lost.
  void set_state(const Vector& displacement, const Vector& velocity);

  // Another law from the state on. Friction is remembered if the law keeps its kind; energy that
  // springs lose or gain by the change counts as lost.
  void set_law(const JointLaw& law, const Vector& displacement, const Vector& velocity);

  const JointLaw& law() const { return joint_.law; }

  // Rows W (nr x n): normals, then, with friction, tangents.
  const SparseMatrix& rows() const { return rows_; }
  JointForces& forces() { return forces_; }
  const JointForces& forces() const { return forces_; }
  const Vector& start_force() const { return start_force_; }  // (nr) of the step [N]
  // Of the evaluation that the step ends with (nr) [N].
  Vector mean_force() const { return 0.5 * (start_force_ + forces_.force()); }

  // Mean forces (nr) of the next step if tractions go on as in the last one; those that would turn
  // about are zero [N].
  Vector warm_force() const;

  // Ends the step to the motion (nr) `after` that the rows had `before`; the forces are as they
  // were evaluated last.
  void finish(const Vector& before, const Vector& after);

  double stored() const { return normal_energy_ + friction_energy_; }  // [J]
  double friction() const { return friction_; }                        // lost [J]
  double impact() const { return impact_; }
  // Sums of h times the normal forces of the law points, and the sizes of the tangential ones.
  double normal_impulse() const { return normal_impulse_; }          // [N s]
  double tangential_impulse() const { return tangential_impulse_; }  // [N s]
  double slipping_share() const;                                     // of the law points [-]
  bool touching() const;

 private:
  void restart(const Vector& displacement, const Vector& velocity);
  void take_energies();

  Joint joint_;
  Eigen::Index size_;
  double h_;
  SparseMatrix rows_;
  JointForces forces_;
  Vector start_force_;
  std::vector<PointTraction> before_, end_;  // at the start and at the end of the last step
  double normal_energy_ = 0.0, friction_energy_ = 0.0;
  double impact_ = 0.0, friction_ = 0.0, normal_impulse_ = 0.0, tangential_impulse_ = 0.0;
};

}  // namespace mortise::gen
