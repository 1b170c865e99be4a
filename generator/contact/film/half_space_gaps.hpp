// Gaps between elastic half-spaces: a line contact under a prescribed load, in a fixed or
// load-scaled frame, and a mass on a film, the conventional model of an impact.
#pragma once

#include <functional>
#include <memory>

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

// H = X^2/2 + C P + H0;  H0' = V;  V' = kappa w . P - g(T) (Schmidt B.12-B.14). A stage eliminates
// H0 and V, which adds a matrix of rank one to C. States: H0, V.
class MassGap final : public GapModel {
 public:
  // What is between the half-spaces and on the mass, all of it dimensionless.
  struct Parts {
    Vector geometry, weights;            // (n) X^2/2; force = weights . P
    Matrix kernel;                       // (n x n) C
    double kappa = 0.0;                  // > 0
    std::function<double(double)> pull;  // g over the time, towards the lower body
  };
  // start: H0, V.
  MassGap(Parts parts, const Eigen::Vector2d& start);

  Eigen::Index points() const override { return p_.geometry.size(); }
  Eigen::Index states() const override { return 2; }
  Vector initial_states() const override { return initial_; }
  void begin_stage(double time, double shift, const Vector& start) override;
  const Vector& base() const override { return base_; }
  void add_compliance(const Vector& P, Vector* gap) const override;
  const Matrix& compliance() override;
  ComplianceParts compliance_parts() const override {
    return {&p_.kernel, &uniform_, &excite_, &spring_};
  }
  std::optional<GapEquations> equations() const override;
  Vector end_states(const Vector& P) const override;
  double velocity(const Vector& states) const override { return states[1]; }

 private:
  Parts p_;
  Vector base_, initial_, start_;
  Matrix total_;
  Matrix uniform_, excite_;  // (n x 1), (1 x n): the mass moves all nodes alike
  Vector spring_;            // (1)
  double gravity_ = 0.0, inverse_shift_ = 0.0, total_for_ = -1.0;
};

// A point mass on a point contact. mass [kg], height and velocity (approach > 0) at the start [m],
// [m/s], acceleration towards the lower body [m/s2].
std::unique_ptr<GapModel> point_mass_gap(const FilmGrid& grid, const FilmScales& scales,
                                         double mass, double height, double velocity,
                                         double acceleration);

// A mass on a line contact, pressed by a load, w over the reference load at a dimensionless time.
// mass [kg/m] > 0; rest_distance > 0 [m] as LoadSpec has it; approach: H0 at the start, at rest.
std::unique_ptr<GapModel> line_mass_gap(const FilmGrid& grid, const FilmScales& scales, double mass,
                                        double rest_distance, double approach,
                                        std::function<double(double)> load);

// (n x n) K of a line contact (Schmidt B.11) whose surfaces rest at a distance [b] > 0.
Matrix line_kernel(const FilmGrid& grid, double rest_distance = 1.0);

}  // namespace mortise::gen
