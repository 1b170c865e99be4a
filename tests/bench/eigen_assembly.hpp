// What a competent user would write with Eigen in a few days for an assembly of bodies with joints
// and stops: the yardstick of the speed of its step.
//
// Modal coordinates of all bodies stacked, diagonal update by the trapezoidal rule, dense rows of
// all law forces and their Delassus matrix G = W diag(h / A) W^T. Stops take part by the motion
// that the springs push. One semismooth Newton on the natural maps of all forces that take part,
//
//   (D_lambda + D_u G) d = -value,   LU with partial pivoting,
//
// started from the forces of the last step. Nothing is allocated while it steps.
//
// Plain pointers at the interface: this part is compiled for the processor at hand, the rest of the
// bench is not. Matrices are column-major.
#pragma once

namespace mortise::bench {

enum class EigenLaw {
  spring,   // pushes beyond `gap`, pulls beyond `separation_gap`
  slider,   // elastic up to `limit`
  stop,     // Signorini with restitution
  rubbing,  // Coulomb friction of the stop before it
};

struct EigenForce {
  EigenLaw law;
  double stiffness, separation_stiffness;  // [N/m]
  double gap, separation_gap;              // [m]; stop: clearance
  double limit;                            // [N]
  double restitution, friction;            // [-]
};

struct EigenAssemblyProblem {
  int modes, forces;
  double step;                    // [s]
  const double *omega, *damping;  // (modes) [rad/s], [1/s]
  const double* input_force;      // (modes) of the one input
  const double* constant;         // (modes)
  const double* row;              // (forces x modes)
  const EigenForce* force;        // (forces), at most kEigenForces
  const double *initial_q, *initial_v;
  double activation_threshold, activation_hysteresis;  // of the predicted gap [m]
  double restitution_threshold;                        // [m/s]
  double tolerance;  // residual of a row relative to its free velocity [-]
  int newton_cap;
};

constexpr int kEigenForces = 64;

class EigenAssembly {
 public:
  explicit EigenAssembly(const EigenAssemblyProblem& problem);
  ~EigenAssembly();
  EigenAssembly(const EigenAssembly&) = delete;
  EigenAssembly& operator=(const EigenAssembly&) = delete;

  void reset();
  // One step. input: mean over the step.
  void step(double input);

  const double* q() const;   // (modes)
  const double* v() const;   // (modes)
  long iterations() const;   // since the last reset
  long unconverged() const;  // steps since the last reset

 private:
  struct Impl;
  Impl* impl_;
};

}  // namespace mortise::bench
