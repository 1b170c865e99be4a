// What determines the pressure between two surfaces from their gap, node by node: a fluid film, or
// the penalty law of dry contact. Newton's method and the time integration know only this.
#pragma once

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// Rows of a banded matrix: entry (i, i + k) stands at (i, k + 2), |k| <= 2.
using Bands = Eigen::Matrix<double, Eigen::Dynamic, 5>;

struct StageTerms {
  double shift = 0.0;             // s of the stage: d_T y = s (y - start); 0 = steady
  const Vector* start = nullptr;  // (n) start value of the content y; may be null if shift = 0
  // Moving frame x = a X: its scale a and rate a' = da/dT (1 and 0 = fixed).
  double frame = 1.0, frame_rate = 0.0;
  // Factors at this time, over the law's own values.
  double speed_factor = 1.0, viscosity_factor = 1.0;
};

class PressureLaw {
 public:
  virtual ~PressureLaw() = default;

  virtual Eigen::Index points() const = 0;    // n
  virtual Eigen::Index first() const = 0;     // first node with unknown pressure
  virtual Eigen::Index unknowns() const = 0;  // how many follow

  // Pressure P and fill of the unknowns U (n).
  virtual void pressure(const Vector& U, Vector* P, Vector* fill) const = 0;

  // The differentiated quantity y (n); zero where the law has no memory.
  virtual Vector content(const Vector& U, const Vector& H) const = 0;

  // f (n): residual at the nodes with unknown pressure, 0 at the others.
  virtual void residual(const Vector& U, const Vector& H, const StageTerms& terms,
                        Vector* f) const = 0;

  // Derivatives of f for U at fixed H, and for H at fixed U (n rows each).
  virtual void jacobian(const Vector& U, const Vector& H, const StageTerms& terms, Bands* by_U,
                        Bands* by_H) const = 0;

  // True if the law exists for positive gaps only.
  virtual bool needs_gap() const = 0;
};

}  // namespace mortise::gen
