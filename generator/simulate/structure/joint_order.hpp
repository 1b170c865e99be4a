// Time integration of the unreduced structure with a compliant joint, on physical coordinates:
// Newmark's average acceleration in velocities,
//
//   A (v1 - v0) = h (f - D v0 - K (u0 + h/2 v0)) + h W^T (F0 + F1) / 2,   A = M + h/2 D + h^2/4 K
//   u1 = u0 + h/2 (v0 + v1),   f: mean of the applied forces over the step
//
// with the joint's forces F at both ends. The motions of the interface nodes are found by Newton
// with the compliance H = h^2/2 W A^-1 W^T. Energy, exactly:
//   d(kinetic + strain) = external work - material loss - friction loss - impact loss
#pragma once

#include <memory>

#include "generator/contact/joint/interface_newton.hpp"
#include "generator/contact/system/full_system.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"
#include "generator/simulate/run/run_steps.hpp"

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

  const Vector& displacement() const { return u_; }
  const Vector& velocity() const { return v_; }
  const std::vector<PointTraction>& tractions() const { return forces_->tractions(); }
  double slipping_share() const;  // of the law points [-]
  JointEnergies energies() const;
  double time() const override { return static_cast<double>(steps_) * h_; }
  Vector outputs() const override;
  // Work is that of the applied forces; dissipated is what friction and impacts took.
  EnergyBooks books() const override;

  long unsolved_steps() const { return unsolved_; }  // whose law had no solution
  int iterations() const { return newton_->iterations(); }
  Eigen::Index size() const { return system_.model.size(); }

 private:
  void prepare(const JointLaw& law, const std::vector<Rayleigh>& damping);
  void restart_forces();
  void book(const Vector& applied, const Vector& row_motion, const Vector& mean_force,
            const Vector& mean_velocity);
  double output(const OutputChannel& channel, const JointEnergies& energies) const;

  const FullSystem& system_;
  double h_;
  SparseMatrix damping_, rows_;           // D, W (nr x n)
  std::unique_ptr<SparseSolver> solver_;  // A
  Matrix response_;                       // A^-1 W^T (n x nr)
  Matrix compliance_;                     // H (nr x nr)
  std::unique_ptr<InterfaceNewton> newton_;
  std::unique_ptr<JointForces> forces_;
  Vector u_, v_, v_before_, damping_force_, start_force_;
  JointEnergies booked_;  // losses and work
  double normal_energy_ = 0.0, friction_energy_ = 0.0;
  long steps_ = 0, unsolved_ = 0;
};

// Force of the constant load and of the inputs (nu) on the dofs (n) [N].
Vector applied_force(const FullSystem& system, const Vector& inputs);

}  // namespace mortise::gen
