// What a competent user would write with Eigen in a day for a structure with a compliant joint: the
// yardstick of the speed of a step.
//
// Modal coordinates, diagonal update by the trapezoidal rule, dense interface rows, the compliance
// of the modes that were left out, and a dense Newton on the positions of the rows:
//
//   R(s) = s - s* - H F(s) = 0,   J = I - H dF/ds,   LU with partial pivoting
//
// Springs and Oden-Pires friction with history at every law point, forces of the mean over the step
// (Song eq. 14, 15, 26). Nothing is allocated while it steps.
//
// Plain pointers at the interface: this part is compiled for the processor at hand, the rest of the
// bench is not. Matrices are column-major.
#pragma once

namespace mortise::bench {

struct EigenJointPoint {
  int node[2];
  double share[2], length;  // [-], [m]
};

struct EigenJointLaw {
  double stiffness, gap;                        // [N/m2], [m]
  double separation_stiffness, separation_gap;  // [N/m2], [m]
  bool rubs;
  double friction, friction_modulus;  // [-], [N/m2]
};

struct EigenOutput {
  int quantity, row;  // as gen::OutputQuantity; row of output_rows
};

struct EigenJointProblem {
  int modes, nodes, rows, points, inputs, outputs, output_rows;
  double step;                            // [s]
  const double *omega, *damping;          // (modes) [rad/s], [1/s]
  const double *input_forces, *constant;  // (modes x inputs), (modes)
  const double* row;                      // (rows x modes): normal rows of all nodes, tangential
  const EigenJointPoint* point;           // (points)
  EigenJointLaw law;
  bool residual;                   // whether modes were left out
  double lag;                      // [s]
  const double* row_compliance;    // (rows x (rows + inputs)) [m/N]
  const double* input_compliance;  // (inputs x inputs) [m/N]
  const double* row_offset;        // (rows) [m]
  const double *output_compliance,
      *output_offset;                   // (output_rows x (rows + inputs)), (output_rows)
  const double* output_row;             // (output_rows x modes)
  const EigenOutput* output;            // (outputs)
  const double *initial_q, *initial_v;  // (modes)
  const double* initial_inputs;         // (inputs)
  double tolerance;                     // change of a row relative to its free motion [-]
  int newton_cap;
};

// How much work went into the program.
//   direct  a day: every iteration makes J = I - H dF/ds and its LU anew
//   kept    another day with a profiler: the LU is kept until a point opens, closes, slips or
//   sticks
enum class NewtonStyle { direct, kept };

class EigenJoint {
 public:
  EigenJoint(const EigenJointProblem& problem, NewtonStyle style);
  ~EigenJoint();
  EigenJoint(const EigenJoint&) = delete;
  EigenJoint& operator=(const EigenJoint&) = delete;

  void reset();
  // One step. inputs: means over the step (inputs). y: outputs at its end (outputs), may be null.
  void step(const double* inputs, double* y);

  const double* q() const;      // (modes)
  const double* v() const;      // (modes)
  int iterations() const;       // of the last step
  int closed() const;           // points under pressure at its end
  long factorisations() const;  // since the last reset

 private:
  struct Impl;
  Impl* impl_;
};

}  // namespace mortise::bench
