// Newton's method on the motions of a joint's nodes:
//
//   x = x_free + H (theta F(x) + (1 - theta) F_start)
//
// H: compliance of the rows, (nr x nr) symmetric [m/N]. F: forces of the joint, whose tangents are
// piecewise constant for most laws: a step then ends after the iteration that finds the right
// pieces. Laws that jump may have no solution (printed and clamped impact dampers): the best
// iterate is kept.
#pragma once

#include "generator/contact/joint/row_forces.hpp"
#include "generator/ground/dense/small_lu.hpp"

namespace mortise::gen {

struct InterfaceStep {
  Vector x_free, rate_free;      // (nr) of the step without the weighted forces [m, m/s]
  double rate_per_motion = 0.0;  // [1/s]
  double duration = 0.0;         // [s], 0: quasi-static
};

class InterfaceNewton {
 public:
  // theta: weight of the forces at the end. compliance: H.
  InterfaceNewton(Matrix compliance, double theta);

  // Solves for *x, which holds the first guess; `forces` is evaluated at the result, not committed.
  // constant: H (1 - theta) F_start (nr). Returns whether it converged.
  bool solve(const InterfaceStep& step, const Vector& constant, RowForces* forces, Vector* x);

  int iterations() const { return iterations_; }  // of the last step

 private:
  bool newton(const InterfaceStep& step, const Vector& constant, RowForces* forces, Vector* x);
  bool descend(const InterfaceStep& step, const Vector& constant, RowForces* forces, Vector* x);
  Vector imbalance(const InterfaceStep& step, const Vector& held, RowForces* forces, Vector* x);
  double residual(const InterfaceStep& step, const Vector& constant, RowForces* forces,
                  const Vector& x);
  void factorize(const RowForces& forces);

  Matrix compliance_;
  double theta_;
  Vector residual_, product_;
  Matrix matrix_;
  SmallLu lu_;
  bool factorized_ = false;
  int iterations_ = 0;
};

}  // namespace mortise::gen
