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
  void pressure(const Vector& U, Vector* P, Vector* fill) const override {
    *P = U.cwiseMax(0.0);
    *fill = (U.array() >= 0.0).cast<double>();
  }
  Vector content(const Vector& U, const Vector& /*H*/) const override {
    return Vector::Zero(U.size());
  }
  void residual(const Vector& U, const Vector& H, const StageTerms& /*terms*/,
                Vector* f) const override {
    *f = H.array() + (U.array() > 0.0).select((U.array() / penalty_).sqrt(), U.array());
  }
  void jacobian(const Vector& U, const Vector& /*H*/, const StageTerms& /*terms*/, Bands* by_U,
                Bands* by_H) const override {
    by_U->setZero(U.size(), 5);
    by_H->setZero(U.size(), 5);
    by_H->col(2).setOnes();
    by_U->col(2) =
        (U.array() >= 0.0).select(0.5 / (penalty_ * U.array().max(kSmallestPressure)).sqrt(), 1.0);
  }
  bool needs_gap() const override { return false; }

 private:
  static constexpr double kSmallestPressure = 1e-12;  // keeps the slope of the root finite

  Eigen::Index points_;
  double penalty_;
};

}  // namespace mortise::gen
