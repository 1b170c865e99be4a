// A system of differential and algebraic equations that can solve the stage of an implicit method.
#pragma once

#include <string>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// z holds differential entries, z' = f(t, z), and algebraic ones that follow from them. The stages
// are combined alike for all entries; only the differential start values enter the equations.
class StagedSystem {
 public:
  virtual ~StagedSystem() = default;

  // Entries of z.
  virtual Eigen::Index size() const = 0;

  // Solves z = start + f(time, z) / shift, shift = 1/(a dt) [1/time], for the differential entries
  // together with the algebraic equations.
  // start: (size) start values; those of algebraic entries are to be ignored.
  // z: (size) in: first guess, out: solution. Returns false if none was found; z is then undefined
  // and failure() says why.
  virtual bool solve_stage(double time, double shift, const Vector& start, Vector* z) = 0;
  // Why the last solve_stage() failed.
  virtual std::string failure() const = 0;

  // Measure of an estimated error (size) of a solution z: at most 1 is acceptable (Schmidt 2.78).
  // NaN where the error is NaN: the step is then rejected.
  virtual double error_measure(const Vector& error, const Vector& z) const = 0;
};

}  // namespace mortise::gen
