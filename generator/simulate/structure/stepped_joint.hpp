// A joint through the steps of a run: its forces at the start of a step, what its springs hold,
// what friction and impacts have taken. Impulses are sums of h times the normal forces of the law
// points, and the sizes of the tangential ones.
//
//   friction  - mean force . slip of the rows - change of what the tangential springs store
//   impact    - mean force . opening of the rows - change of what the normal springs store
#pragma once

#include <vector>

#include "generator/contact/joint/joint_forces.hpp"
#include "generator/simulate/structure/stepped_interface.hpp"

namespace mortise::gen {

class SteppedJoint final : public SteppedInterface {
 public:
  // n: dofs of the model. step: h [s]. Throws Error for bad laws.
  SteppedJoint(const FullInterface& interface, Eigen::Index n, double step);

  // Normals, then, with friction, tangents (nr).
  std::vector<const SparseRow*> row_list() const override;
  RowForces* forces() override { return &forces_; }
  void change(const LawChange& change, const BodyState& state) override;
  // Another law from the state on. Friction is remembered if the law keeps its kind; energy that
  // springs lose or gain by the change counts as lost.
  void set_law(const JointLaw& law, const BodyState& state) override;

  Vector start_force() const override { return start_force_; }
  // Forces that would turn about are zero.
  Vector warm_force() const override;
  void report(StepReport* report) const override;
  // Law points: open without pressure, slipping with friction at its limit.
  void add_states(std::vector<Touch>* states) const override;

 protected:
  // Tractions of the state as it is, without slip.
  void start(const BodyState& state) override;
  void finish(const RowStep& step, const BodyState& state) override;
  std::optional<double> own_output(const OutputChannel& channel,
                                   const BodyState& state) const override;
  const char* choice() const override { return "a traction, slipping_share"; }

 private:
  void restart(const BodyState& state);
  void take_energies();

  Joint joint_;
  Eigen::Index size_;
  SparseMatrix rows_;  // W (nr x n)
  JointForces forces_;
  Vector start_force_;
  std::vector<PointTraction> before_, end_;  // at the start and at the end of the last step
  double normal_energy_ = 0.0, friction_energy_ = 0.0;
};

}  // namespace mortise::gen
