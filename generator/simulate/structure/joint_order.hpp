// Time integration of the unreduced structure with a compliant joint, on physical coordinates: the
// steps of average_motion.hpp under the mean of the joint's forces at both ends. The motions of the
// interface nodes are found by Newton with the compliance H = h^2/2 W A^-1 W^T. Energy, exactly:
//   d(kinetic + strain) = external work - material loss - friction loss - impact loss
#pragma once

#include <memory>

#include "generator/contact/joint/interface_newton.hpp"
#include "generator/simulate/run/run_steps.hpp"
#include "generator/simulate/structure/average_motion.hpp"
#include "generator/simulate/structure/stepped_joint.hpp"

namespace mortise::gen {

// State now, losses and work since set_state [J].
struct JointEnergies {
  double kinetic = 0.0;
  double strain = 0.0;    // of the bodies and of the joint's springs
  double material = 0.0;  // dissipated in the bodies
  double friction = 0.0;  // dissipated: work of friction minus what its springs took
  double impact = 0.0;    // dissipated: work of the normal units minus what their springs took
  double external = 0.0;  // work of the applied forces

  double total() const { return kinetic + strain; }
};

// From a time of a run on, the structure is in this case.
struct JointPhase {
  double start = 0.0;  // [s]
  OperatingCase operating_case;
};

class JointOrder : public SteppedSystem {
 public:
  // system: with a joint; must outlive the object. step: h [s]. The law and the damping are those
  // of the system until set_case. Throws Error for bad laws or a singular step matrix.
  JointOrder(const FullSystem& system, double step);

  // displacement [m], velocity [m/s] (n), empty: zero. Friction starts there without shear.
  void set_state(const Vector& displacement, const Vector& velocity);

  // Another law and damping from here on; the motion carries over, friction if the law keeps its
  // kind. Energy that springs lose or gain by the change counts as dissipated.
  void set_case(const OperatingCase& operating_case);

  // One step with the inputs (nu) that the hold leaves for it.
  std::optional<StepReport> step(const Vector& inputs) override;

  const Vector& displacement() const { return motion_.displacement(); }
  const Vector& velocity() const { return motion_.velocity(); }
  const std::vector<PointTraction>& tractions() const { return joint_.forces().tractions(); }
  double slipping_share() const { return joint_.slipping_share(); }  // of the law points [-]
  JointEnergies energies() const;
  double time() const override { return motion_.time(); }
  Vector outputs() const override;
  // Work is that of the applied forces; dissipated is what friction and impacts took.
  EnergyBooks books() const override;

  long unsolved_steps() const { return unsolved_; }  // whose law had no solution
  int iterations() const { return newton_->iterations(); }
  Eigen::Index size() const { return motion_.size(); }

 private:
  void prepare();
  double output(const OutputChannel& channel, const JointEnergies& energies) const;

  const FullSystem& system_;
  double h_;
  AverageMotion motion_;
  SteppedJoint joint_;
  Matrix response_;    // A^-1 W^T (n x nr)
  Matrix compliance_;  // H (nr x nr)
  std::unique_ptr<InterfaceNewton> newton_;
  long unsolved_ = 0;
};

}  // namespace mortise::gen
