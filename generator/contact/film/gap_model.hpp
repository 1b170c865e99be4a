// What a film sees of everything elastic and inertial around it: a gap that is affine in the
// pressure at the stage of a time step,
//   H = base + A P  (+ H0, a free approach, where the load is prescribed).
// The half-space with a point mass and condensed FE bodies are both of this form: a stage of an
// implicit scheme turns their equations of motion into a compliance A(s), s = 1/(a dT)
// (Schmidt 3.4, 3.6; A is constant for a fixed step).
//
// Everything is dimensionless, see FilmScales: pressures by p_H, gaps by b^2/R, lengths by b,
// times by the time unit. Film nodes are those of the grid, both boundary nodes included.
#pragma once

#include <optional>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// A = still + shapes diag(spring) excite: what answers at once, and what moves with the states. All
// but `spring`, which belongs to the stage prepared last, stay the same.
struct ComplianceParts {
  const Matrix* still = nullptr;   // (n x n)
  const Matrix* shapes = nullptr;  // (n x m)
  const Matrix* excite = nullptr;  // (m x n)
  const Vector* spring = nullptr;  // (m)
};

// What a film moves besides the pressure: modal coordinates of bodies, or a point mass; n = 0 under
// a prescribed load. d2q/dT2 + 2 zeta omega dq/dT + omega^2 q = E P + constant.
struct FilmModes {
  Vector omega, damping;        // (n) [1/time unit], damping ratio zeta [-]
  Vector constant;              // (n) constant force, with the default acceleration
  Vector acceleration;          // (n) share of `constant` per dimensionless acceleration
  Matrix shapes;                // (points x n) gap per modal coordinate
  Matrix excitation;            // (n x points) E
  Vector rigid_row;             // (n) opening of the rigid gap per modal coordinate
  Vector initial_q, initial_v;  // (n)
};

// A stage of shift s > 0 of an implicit scheme: q = free() + spring E P, all entry by entry,
// v = s (q - q_start). (n) each.
struct ModalStage {
  Vector spring, position, velocity;

  // q without pressure under a constant force.
  Vector free(const Vector& q_start, const Vector& v_start, const Vector& constant) const {
    return spring.cwiseProduct(position.cwiseProduct(q_start) + velocity.cwiseProduct(v_start) +
                               constant);
  }
};

inline ModalStage modal_stage(const FilmModes& modes, double shift) {
  const Eigen::ArrayXd drag = 2.0 * modes.damping.array() * modes.omega.array();
  return {(modes.omega.array().square() + drag * shift + shift * shift).inverse(),
          shift * (shift + drag), Vector::Constant(modes.omega.size(), shift)};
}

// The equations behind a gap, for those who solve them on their own:
// H = geometry + compliance P + shapes q (+ H0).
struct GapEquations {
  Vector geometry;    // (points)
  Matrix compliance;  // (points x points), in a frame of scale one
  FilmModes modes;
};

class GapModel {
 public:
  virtual ~GapModel() = default;

  // n, number of film nodes.
  virtual Eigen::Index points() const = 0;

  // n_s, number of differential states (positions, then velocities); 0 for a quasi-static model.
  virtual Eigen::Index states() const = 0;
  virtual Vector initial_states() const = 0;  // (n_s)

  // Prepares a stage: its time, s = 1/(a dT), start values of the states (n_s):
  // states = start + f(states) / s. s = 0: steady, for models without states only.
  virtual void begin_stage(double time, double shift, const Vector& start) = 0;

  // What the stage prepared last has:
  virtual const Vector& base() const = 0;                               // (n) gap without pressure
  virtual void add_compliance(const Vector& P, Vector* gap) const = 0;  // gap += A P
  // A (n x n); valid until the next begin_stage().
  virtual const Matrix& compliance() = 0;
  virtual Vector end_states(const Vector& P) const = 0;  // (n_s) states at the end of the stage
  // The parts of A, valid until the next begin_stage(); none (all null) where a model has no such
  // form.
  virtual ComplianceParts compliance_parts() const { return {}; }

  // The equations themselves; nothing where they are not of this form.
  virtual std::optional<GapEquations> equations() const { return std::nullopt; }

  // Prescribed load: weights . P = load(time) with the approach H0 as unknown; an empty vector
  // where the motion follows from the states.
  virtual const Vector& load_weights() const {  // (n) or (0)
    static const Vector none;
    return none;
  }
  virtual double load(double /*time*/) const { return 0.0; }  // dimensionless, as weights . P

  // For outputs: velocity d/dT of the rigid gap (opening positive) for given states (n_s).
  virtual double velocity(const Vector& states) const = 0;
};

}  // namespace mortise::gen
