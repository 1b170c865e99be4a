// What a competent user would write with Eigen in a day for a node that slides along a chain of
// target segments, bilaterally and with Coulomb friction: the yardstick of the speed of a step.
//
// Modal coordinates, diagonal update by the trapezoidal rule, dense signed rows B of the interface,
// velocity-level constraint with position feedback (Brunetti et al. eq. 34-44).
//
// Plain pointers at the interface: this part is compiled for the processor at hand, the rest of the
// bench is not. Matrices are column-major.
#pragma once

namespace mortise::bench {

struct EigenSlidingOutput {
  int quantity, index;  // as gen::OutputQuantity and gen::OutputChannel
};

struct EigenSlidingProblem {
  int modes, nodes, inputs, outputs, output_rows;
  double step;                             // [s]
  const double *omega, *damping;           // (modes) [rad/s], [1/s]
  const double *input_forces, *constant;   // (modes x inputs), (modes)
  const double *slave_rows, *target_rows;  // (2 x modes), (2 nodes x modes)
  const double* positions;                 // (2 x nodes) undeformed [m]
  double height, start;                    // of the undeformed slave [m]
  double velocity, friction, feedback;     // [m/s], [-], [-]
  const double* output_row;                // (output_rows x modes)
  const EigenSlidingOutput* output;        // (outputs)
  const double *initial_q, *initial_v;     // (modes)
};

// How much work went into the program.
//   direct  a day: B of the whole interface, deformed positions B q of all nodes, the segment found
//           among them
//   local   another day with a profiler: only the rows of the slave and of the segments it passes
enum class RowStyle { direct, local };

class EigenSliding {
 public:
  EigenSliding(const EigenSlidingProblem& problem, RowStyle style);
  ~EigenSliding();
  EigenSliding(const EigenSliding&) = delete;
  EigenSliding& operator=(const EigenSliding&) = delete;

  void reset();
  // One step. inputs: means over the step (inputs). y: outputs at its end (outputs), may be null.
  void step(const double* inputs, double* y);

  const double* q() const;  // (modes)
  const double* v() const;  // (modes)
  int segment() const;      // of the last step

 private:
  struct Impl;
  Impl* impl_;
};

}  // namespace mortise::bench
