// Dry contact by a quadratic penalty, P = gamma min(H, 0)^2 (Schmidt 4.2), solved in one variable U
// that says which side holds: U > 0 is the pressure, H = -sqrt(U / gamma); U <= 0 is the gap taken
// negative, H = -U. Newton's method then meets an almost linear equation, where the square itself,
// stiff by orders of magnitude, lets it overshoot and creep back.
#pragma once

#include "generator/contact/film/pressure_law.hpp"

namespace mortise::gen {

class PenaltyContact final : public PressureLaw {
 public:
  // points: n contact nodes; penalty: gamma > 0, dimensionless.
  PenaltyContact(Eigen::Index points, double penalty) : points_(points), penalty_(penalty) {}

  Eigen::Index points() const override { return points_; }
  Eigen::Index first() const override { return 0; }
  Eigen::Index unknowns() const override { return points_; }
  void pressure(const Vector& U, Vector* P, Vector* fill) const override;
  Vector content(const Vector& U, const Vector& H) const override;
  void residual(const Vector& U, const Vector& H, const StageTerms& terms,
                Vector* f) const override;
  void jacobian(const Vector& U, const Vector& H, const StageTerms& terms, Bands* by_U,
                Bands* by_H) const override;
  bool needs_gap() const override { return false; }

 private:
  Eigen::Index points_;
  double penalty_;
};

}  // namespace mortise::gen
