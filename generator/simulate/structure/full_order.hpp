// Time integration of the unreduced structure with contact: the reference of every certificate.
//
// moreau_jean (theta = 1/2), the scheme of the runtime, on physical coordinates:
//   (M + h/2 D + h^2/4 K) (v* - v) = h (f - D v - K (u + h/2 v)),   v+ = v* + A^-1 W^T h lambda
// schurzig, the modified Newmark scheme as printed (Schurzig eq. 14-18, 27, 28), for comparison:
//   predictor  M a* + D v* + K u* = f  (Newmark, beta = 1/4, gamma = 1/2),
//   v+ = v* + (M/h + D + h/2 K)^-1 W^T lambda,   u+ = u* + h/2 (v+ - v*),   a+ = a*.
//   It may create energy; nothing but comparisons uses it.
#pragma once

#include <memory>
#include <string>

#include "generator/contact/unilateral/law.hpp"
#include "generator/ground/sparse/sparse_solver.hpp"
#include "generator/simulate/run/run_steps.hpp"
#include "generator/simulate/structure/joint_order.hpp"

namespace mortise::gen {

// Sliding contacts have generalised_alpha instead of schurzig (generator/simulate/sliding).
enum class TimeScheme { moreau_jean, schurzig, generalised_alpha };

// By its name; throws Error naming the schemes otherwise.
TimeScheme time_scheme(const std::string& name);

struct FullOrderOptions {
  double step = 0.0;  // h [s]
  double tolerance = 1e-12;
  // schurzig: plain Newton rule and end velocities, whatever the law of the contacts is.
  TimeScheme scheme = TimeScheme::moreau_jean;
  double spectral_radius = 0.9;    // of generalised_alpha [-]
  std::vector<JointPhase> phases;  // of a joint, by start; empty: the system's own law and damping
  std::vector<LawChange> changes;  // of assemblies, by time
  long first_step = 0;             // of the scenario: its inputs are read from there on
};

class ContactStepper;

class FullOrder : public SteppedSystem {
 public:
  // Factorises; `system` must outlive the object. Throws Error if the step matrix is singular.
  FullOrder(const FullSystem& system, const FullOrderOptions& options);
  ~FullOrder() override;

  // displacement [m], velocity [m/s] (n); an empty vector means zero.
  void set_state(const Vector& displacement, const Vector& velocity);

  // One step with the inputs (nu) that the hold leaves for it.
  std::optional<StepReport> step(const Vector& inputs) override;

  const Vector& displacement() const { return u_; }
  const Vector& velocity() const { return v_; }
  double time() const override { return static_cast<double>(steps_) * options_.step; }
  Vector outputs() const override;
  EnergyBooks books() const override;
  Vector contact_impulse() const override { return impulse_; }
  Eigen::Index size() const { return system_.model.size(); }

 private:
  void predict_moreau_jean(const Vector& force);
  void predict_schurzig(const Vector& force);

  const FullSystem& system_;
  FullOrderOptions options_;
  SparseMatrix damping_;  // D (n x n) [N s/m]
  bool in_bore_ = false;
  // W (3 nc x n), in a bore (6 nc x n) with what turns it below; outputs (no x n).
  SparseMatrix contact_rows_, output_rows_;
  std::unique_ptr<SparseSolver> predictor_, corrector_;
  Matrix response_;  // v+ - v* per held force of each row (n x rows of W)
  Matrix delassus_;  // the same of these rows [m/s/N]
  std::unique_ptr<ContactStepper> contact_;
  Vector u_, v_, a_, u_free_, v_free_, lambda_, impulse_;
  Vector clearance_;
  double dissipated_ = 0;
  long steps_ = 0;
  bool has_acceleration_ = false;
};

}  // namespace mortise::gen
