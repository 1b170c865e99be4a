// What a competent user would write with Eigen in a day: the yardstick of the speed of a step.
//
// Modal coordinates, diagonal update, Delassus operator precomputed, projected Gauss-Seidel
// warm-started from the last step, no allocation unless the active set grows. Same scheme, same
// law, same tolerance as the problems of tests/data/modal (Moreau-Jean theta = 1/2, friction on the
// end velocity, restitution 0, activation g + h/2 w <= 0).
//
// Plain pointers at the interface: this part is compiled for the processor at hand, the rest of
// the bench is not.
#pragma once

namespace mortise::bench {

struct ModalProblem {
  int modes, contacts;
  const double *omega, *damping;        // (modes) [rad/s], d = 2 zeta omega [1/s]
  const double* rows;                   // (3 contacts x modes) row-major: normal, two tangents
  const double *gap, *friction;         // (contacts) [m], [-]
  const double *force, *constant;       // (modes) pattern of the input, constant force
  const double *initial_q, *initial_v;  // (modes)
  double step, tolerance;               // [s], natural-map residual relative to the largest |b|
  int sweep_cap;
};

// How much work went into the program.
//   direct    a day: the formulas on vectors of all contacts; free velocities of every row, sweeps
//             over the active contacts by three rows of G
//   gathered  another day with a profiler: rows and Delassus block of the active contacts gathered
//             when the set changes, normal rows on their own
//   tuned     and another: u = G r + b kept up to date by three columns of G, residual only once
//             the forces have settled
enum class SweepStyle { direct, gathered, tuned };

class EigenModal {
 public:
  EigenModal(const ModalProblem& problem, SweepStyle style);
  ~EigenModal();
  EigenModal(const EigenModal&) = delete;
  EigenModal& operator=(const EigenModal&) = delete;

  void reset();
  // One step under the input's mean over the step.
  void step(double input);

  const double* q() const;      // (modes)
  const double* v() const;      // (modes)
  const double* force() const;  // (3 contacts) of the last step, zero where inactive [N]
  int sweeps() const;           // of the last step
  int active() const;           // contacts of the last step

 private:
  struct Impl;
  Impl* impl_;
};

}  // namespace mortise::bench
