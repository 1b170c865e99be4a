// Slip of a joint that stays closed by few shapes (slip POD), its friction read at few points.
//
// With D the points that the preload closes, B = C_r,DD^-1, and s = V z the slip of all of them:
//
//   eta'' + 2 zeta omega eta' + omega^2 eta = G_D^T B V z + Phi^T f u
//   lambda_z = V^T (lambda_0 - B (G_D eta + W_D Q f u)) + z           with V^T B V = I
//   N = lambda_0,n - (B (G_D eta + W_D Q f u))_n + (B V)_n z          of every point
//   lambda_z + sum_i w_i V_i^T q_i = 0,   |q_i| <= mu N_i, at the edge along V_i dz
//
// Galerkin's projection of the contact of all points of D: in the shapes elasticity is exact, and
// friction's potential sum_i mu N_i |V_i dz| is read at few points with weights w > 0 (ECSW, Farhat
// et al. 2014). Tractions of slip, by contrast, are not local: DEIM of them leaves the cone between
// its points.
//
// Normal contact is bilateral: nothing opens or closes, and where the model pulls it is wrong
// (pulling()). N follows bending, loads and the slip that a step starts from. It is known within a
// step, which then is the minimum of a convex potential; N of the preload alone would leave out how
// bending shifts the pressure.
//
// A point at rest is a spring rho that knows its force q, not a damper mu N V dz / epsilon: that
// would creep under mean loads. Sliding loses w mu N |slip| >= 0 whatever z is, so also where
// Newton's iterations are used up.
#pragma once

#include <vector>

#include "generator/contact/bolted/reduced_bolted.hpp"
#include "generator/ground/integrate/modal_flow.hpp"
#include "generator/reduce/bolted/reduce_bolted.hpp"
#include "generator/reduce/bolted/training.hpp"
#include "generator/simulate/bolted/bolted_system.hpp"

namespace mortise::gen {

struct SlipPodOptions {
  int modes = 16;          // r, at most
  int points = 80;         // that friction is read at, at most; of d and more all, their weights 1
  double holding = 100.0;  // rho: so many times what the point itself resists slip with, B_ii
};

struct SlipPod {
  Vector omega, zeta;                 // (m) of the preloaded structure [rad/s], [-]
  Matrix shapes;                      // V (2 d x r): two tangents of every point [m/sqrt(J)]
  Vector constant;                    // (r) of lambda_z, as the read points hold it [sqrt(J)]
  Matrix from_modes;                  // (r x m) of lambda_z
  Matrix from_inputs;                 // (r x nu)
  Vector normal;                      // (d) N of the preload [N]
  Matrix normal_modes;                // (d x m)
  Matrix normal_inputs;               // (d x nu)
  Matrix normal_slip;                 // (d x r)
  std::vector<Eigen::Index> sampled;  // (e) points that friction is read at, of D, ascending
  Vector weight;                      // (e) w > 0 [-]
  Vector friction;                    // (e) mu [-]
  Vector stiffness;                   // (e) rho [N/m]
  Matrix held;                        // (2 x e) q in the preload [N]
  Matrix input_force;                 // Phi^T f (m x nu)
  BoltedRows motions, resultants;     // as of ReducedBolted, `contact` by z (k x r)
  double missed = 0.0;    // of training's slip and its increments, energy outside the shapes [-]
  double residual = 0.0;  // of the read friction on the shapes, in training [-]
};

// The basis: slip and its increments in training, both alike in energy, by singular values; from
// steps in which at most a tenth as many points as D has open or close. seen: see follow().
// Throws Error where training has no such step.
SlipPod slip_pod(const BoltedSystem& system, const std::vector<BoltedSnapshots>& seen,
                 const SlipPodOptions& options);

struct SlipPodSolver {
  double tolerance = 1e-6;  // of lambda_z, of the largest friction on the shapes
  int iterations = 40;      // of Newton's method in a step, at most
};

// The contact at given eta and u.
class SlipPodContact {
 public:
  // pod: outlives this, and stays where it is.
  explicit SlipPodContact(const SlipPod& pod, const SlipPodSolver& solver = {});

  void reset();  // to the preload

  // Moves on to eta (m) and inputs (nu). Returns the work that friction took [J], by the means of
  // its forces at both ends, as ReducedContact::advance(). Where the iterations do not suffice it
  // ends with a lower potential than without slip: energy is lost all the same.
  double advance(const Vector& eta, const Vector& inputs);

  const Vector& z() const { return z_; }
  const Matrix& held() const { return held_; }    // (2 x e) q [N]
  const Vector& limit() const { return limit_; }  // (e) mu N [N]
  // Of the last step:
  double lost() const { return lost_; }           // sum w mu N |slip| >= 0 [J]
  int iterations() const { return iterations_; }  // of Newton's method
  bool converged() const { return converged_; }
  int pulling() const { return pulling_; }  // points of D that are held by tension

 private:
  void press(const Vector& eta, const Vector& inputs);
  Matrix tried(const Vector& moved) const;
  Matrix in_cone(const Matrix& forces) const;
  Vector on_shapes(const Matrix& forces) const;
  Matrix tangent(const Matrix& forces) const;
  double potential(const Vector& drive, const Vector& moved) const;
  Vector solve(const Vector& drive);

  const SlipPod& pod_;
  SlipPodSolver solver_;
  Matrix rows_;         // V of the read points (2 e x r)
  double scale_ = 0.0;  // largest friction on the shapes [sqrt(J)]
  Vector z_, force_;    // force_: lambda_z (r)
  Vector limit_;        // (e)
  Matrix held_;         // (2 x e)
  double lost_ = 0.0;
  int iterations_ = 0, pulling_ = 0;
  bool converged_ = true;
};

// The error as of a ReducedBolted.
ForceError force_error(const SlipPod& pod, const std::vector<BoltedSnapshots>& paths);

// In time: kick, exact flow of the bonded modes, contact at its end, kick.
class SlipPodStepper {
 public:
  // pod: outlives this. h [s] is that of a step.
  SlipPodStepper(const SlipPod& pod, double h, const SlipPodSolver& solver = {});

  // See ReducedBoltedStepper. inputs (nu) hold on the way.
  void start_from(const Vector& eta, const Vector& inputs, int increments = 20);
  void step(const Vector& at_start, const Vector& at_end);

  const Vector& eta() const { return eta_; }
  const Vector& velocity() const { return velocity_; }
  const SlipPodContact& contact() const { return contact_; }
  double dissipated() const { return dissipated_; }  // by friction since start_from() [J]
  Vector observed(const BoltedRows& rows, const Vector& inputs) const;

 private:
  Vector contact_force() const { return -pod_.from_modes.transpose() * contact_.z(); }

  const SlipPod& pod_;
  double h_;
  ModalFlow flow_;
  SlipPodContact contact_;
  Vector eta_, velocity_;
  double dissipated_ = 0.0;
};

}  // namespace mortise::gen
