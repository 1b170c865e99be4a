// The bodies of a structure in steps of average acceleration (Newmark; Moreau-Jean with theta =
// 1/2) under forces that interfaces hold over a step:
//
//   A (v1 - v0) = h (f - D v0 - K (u0 + h/2 v0)) + h W^T F,   A = M + h/2 D + h^2/4 K
//   u1 = u0 + h/2 (v0 + v1),   f: mean of the applied forces over the step
//
// so that, exactly,  kinetic + strain at the end - at the start = work - material loss + h F . W v,
// v the mean of v0 and v1.
//
// TimeScheme::schurzig instead, the modified Newmark scheme as printed (Schurzig eq. 14-18, 27,
// 28):
//   predictor  M a* + D v* + K u* = f  (Newmark, beta = 1/4, gamma = 1/2),
//   v1 = v* + (M/h + D + h/2 K)^-1 W^T F,   u1 = u* + h/2 (v1 - v*),   a1 = a*.
// It may create energy; nothing but comparisons uses it.
#pragma once

#include <memory>

#include "generator/ground/sparse/sparse_solver.hpp"
#include "generator/simulate/structure/full_options.hpp"

namespace mortise::gen {

// Force of the constant load and of the inputs (nu) on the dofs (n) [N].
Vector applied_force(const FullSystem& system, const Vector& inputs);

class AverageMotion {
 public:
  // Factorises, with the damping of the system; `system` must outlive the object. step: h [s].
  // Throws Error for a step that is not positive, a singular A and a scheme of sliding contacts.
  AverageMotion(const FullSystem& system, double step, TimeScheme scheme);

  // Another damping of the substructures from here on; none: that of the system.
  void set_damping(const std::vector<Rayleigh>& damping);

  // displacement [m], velocity [m/s] (n), empty: zero. Work and loss count from here.
  void set_state(const Vector& displacement, const Vector& velocity);

  // A^-1 W^T (n x k) of rows W (k x n), that of the scheme.
  Matrix response(const SparseMatrix& rows) const;

  // The free motion of a step with the inputs (nu) that the hold leaves for it. held (n; empty:
  // none): half of what kicks the dofs at its start, and once more seen in the free velocity.
  void predict(const Vector& inputs, const Vector& held = {});
  const Vector& free_displacement() const { return u_next_; }  // (n) at its end [m]
  const Vector& free_velocity() const { return v_next_; }      // [m/s]

  // Ends the step: kick = h A^-1 W^T F (n) is what the interfaces add to the free velocity.
  void finish(const Vector& kick);
  // Between steps: the velocity changes by so much (n).
  void push(const Vector& change);

  const Vector& displacement() const { return u_; }
  const Vector& velocity() const { return v_; }
  // Mean of the last step (n) [m/s2]; 0 before the first.
  Vector acceleration() const { return (v_ - v_before_) / h_; }
  double kinetic() const;                        // [J]
  double strain() const;                         // of the bodies [J]
  double material() const { return material_; }  // lost in the bodies [J]
  double external() const { return external_; }  // work of the applied forces [J]

  long steps() const { return steps_; }
  double time() const { return static_cast<double>(steps_) * h_; }
  Eigen::Index size() const { return system_.model.size(); }

 private:
  void predict_schurzig();

  const FullSystem& system_;
  double h_;
  TimeScheme scheme_;
  SparseMatrix damping_;                     // D
  std::unique_ptr<SparseSolver> solver_;     // A
  std::unique_ptr<SparseSolver> corrector_;  // of schurzig: M + h D + h^2/2 K
  Vector applied_, u_, v_, v_before_, u_next_, v_next_, damping_force_;
  Vector a_;  // of schurzig (n); empty at the start [m/s2]
  double material_ = 0.0, external_ = 0.0;
  long steps_ = 0;
};

}  // namespace mortise::gen
