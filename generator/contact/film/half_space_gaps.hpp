// Gaps between elastic half-spaces: a line contact under a prescribed load, in a fixed or
// load-scaled frame, and the conventional model of an impact, a point mass.
#pragma once

#include <functional>

#include "generator/contact/film/gap_model.hpp"
#include "generator/contact/film/grid.hpp"
#include "generator/contact/film/scales.hpp"

namespace mortise::gen {

// H = (a X)^2/2 + a K P + H0 (Schmidt B.11; a = 1 in a fixed frame). The logarithm of a moving
// frame's scale is constant over X and part of H0.
class LineGap final : public GapModel {
 public:
  // load: w over the reference load at a dimensionless time; frame: a(T), empty = fixed.
  LineGap(const FilmGrid& grid, std::function<double(double)> load,
          std::function<double(double)> frame);

  Eigen::Index points() const override { return geometry_.size(); }
  Eigen::Index states() const override { return 0; }
  Vector initial_states() const override { return Vector(); }
  void begin_stage(double time, double shift, const Vector& start) override;
  const Vector& base() const override { return base_; }
  void add_compliance(const Vector& P, Vector* gap) const override;
  const Matrix& compliance() override;
  Vector end_states(const Vector&) const override { return Vector(); }
  std::optional<GapEquations> equations() const override {
    return GapEquations{geometry_, kernel_, {}};
  }
  const Vector& load_weights() const override { return weights_; }
  double load(double time) const override;  // int P dX = pi/2 w / a
  double velocity(const Vector&) const override { return 0.0; }

 private:
  double scale_at(double time) const { return frame_ ? frame_(time) : 1.0; }

  Vector geometry_, weights_, base_;  // (n); geometry: X^2/2
  Matrix kernel_, scaled_;            // (n x n) K
  std::function<double(double)> load_, frame_;
  double scale_ = 1.0, scaled_for_ = 0.0;
};

// H = X^2/2 + C P + H0;  H0' = V;  V' = kappa w . P - g (Schmidt B.12-B.14). A stage eliminates H0
// and V, which adds a matrix of rank one to C. States: H0, V.
class PointMassGap final : public GapModel {
 public:
  // mass [kg], height and velocity (approach > 0) at the start [m], [m/s], acceleration towards
  // the lower body [m/s2].
  PointMassGap(const FilmGrid& grid, const FilmScales& scales, double mass, double height,
               double velocity, double acceleration);

  Eigen::Index points() const override { return geometry_.size(); }
  Eigen::Index states() const override { return 2; }
  Vector initial_states() const override { return initial_; }
  void begin_stage(double time, double shift, const Vector& start) override;
  const Vector& base() const override { return base_; }
  void add_compliance(const Vector& P, Vector* gap) const override;
  const Matrix& compliance() override;
  ComplianceParts compliance_parts() const override {
    return {&kernel_, &uniform_, &excite_, &spring_};
  }
  std::optional<GapEquations> equations() const override;
  Vector end_states(const Vector& P) const override;
  double velocity(const Vector& states) const override { return states[1]; }

 private:
  Vector geometry_, weights_, base_, initial_, start_;
  Matrix kernel_, total_;
  Matrix uniform_, excite_;  // (n x 1), (1 x n): the mass moves all nodes alike
  Vector spring_;            // (1)
  double kappa_, gravity_, inverse_shift_ = 0.0, total_for_ = -1.0;
};

}  // namespace mortise::gen
