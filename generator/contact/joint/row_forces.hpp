// Forces on the rows of an interface that follow from the motion of these rows by laws with a
// memory: what InterfaceNewton solves for.
#pragma once

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

class RowForces {
 public:
  virtual ~RowForces() = default;

  // At the end of a step to `motion` with `rate` (nr each), d(rate)/d(motion) [1/s] and duration
  // [s]; a duration of 0 is quasi-static. What the laws remember stays that of the step's start.
  virtual void evaluate(const Vector& motion, const Vector& rate, double rate_per_motion,
                        double duration) = 0;

  // What the last evaluation gave: forces of the rows (nr) [N], derivative by the motion (nr x nr)
  // [N/m].
  virtual const Vector& force() const = 0;
  virtual SparseMatrix tangent() const = 0;
  // Whether the tangent differs from that of the evaluation before.
  virtual bool tangent_changed() const = 0;

  virtual Eigen::Index rows() const = 0;  // nr

  // The forces do not jump: there is a solution, and exact line searches may find one that Newton's
  // method alone misses.
  virtual bool continuous() const = 0;
};

}  // namespace mortise::gen
