// Gaps and films for the tests of the film room: all of them rigid or on springs.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "generator/contact/film/film_system.hpp"
#include "generator/contact/film/reynolds.hpp"

namespace mortise::gen {

// H = shape(time) + spring P (+ H0): every node on its own spring, a given load or none.
class SpringGap : public GapModel {
 public:
  SpringGap(std::function<Vector(double)> shape, double spring)
      : shape_(std::move(shape)), base_(shape_(0.0)) {
    compliance_ = spring * Matrix::Identity(base_.size(), base_.size());
  }

  // weights . P = load(time), with a free approach
  void carry(const Vector& weights, std::function<double(double)> load) {
    weights_ = weights;
    load_ = std::move(load);
  }

  Eigen::Index points() const override { return base_.size(); }
  Eigen::Index states() const override { return 0; }
  Vector initial_states() const override { return Vector(); }
  void begin_stage(double time, double /*shift*/, const Vector& /*start*/) override {
    base_ = shape_(time);
  }
  const Vector& base() const override { return base_; }
  void add_compliance(const Vector& P, Vector* gap) const override {
    *gap += compliance_.diagonal().cwiseProduct(P);
  }
  const Matrix& compliance() override { return compliance_; }
  Vector end_states(const Vector& /*P*/) const override { return Vector(); }
  const Vector& load_weights() const override { return weights_; }
  double load(double time) const override { return load_ ? load_(time) : 0.0; }
  double velocity(const Vector& /*states*/) const override { return 0.0; }

 private:
  std::function<Vector(double)> shape_;
  Vector base_, weights_;
  Matrix compliance_;
  std::function<double(double)> load_;
};

// A gap that moves as given and does not yield.
inline SpringGap rigid_gap(const std::function<Vector(double)>& shape) { return {shape, 0.0}; }
inline SpringGap rigid_gap(const Vector& shape) {
  return {[shape](double) { return shape; }, 0.0};
}

inline LubricantSpec isoviscous() {
  LubricantSpec spec;
  spec.viscosity = 0.01;
  spec.viscosity_law = ViscosityLaw::constant;
  spec.density_law = DensityLaw::incompressible;
  return spec;
}

// Barus and Dowson-Higginson, alpha p_H = 2 at the scale 1e8 Pa.
inline LubricantSpec compressible() {
  LubricantSpec spec;
  spec.viscosity = 0.01;
  spec.pressure_coefficient = 2e-8;
  spec.viscosity_law = ViscosityLaw::barus;
  spec.density_law = DensityLaw::dowson_higginson;
  return spec;
}
constexpr double kTestScale = 1e8;

inline NewtonOptions tight() {
  NewtonOptions options;
  options.tolerance = 1e-12;
  options.step_limit = 1e3;
  return options;
}

// Mass flux through the face between i and i + 1, radius factor included: Poiseuille and the
// upwind Couette flux whose differences the Reynolds equation sums up (wind from the left).
inline double face_flux(const Reynolds& law, const Vector& U, const Vector& H, Eigen::Index i) {
  const FilmGrid& grid = law.grid();
  Vector P, fill;
  law.pressure(U, &P, &fill);
  LubricantState fluid;
  law.lubricant().evaluate(P, &fluid);
  const auto xi = [&](Eigen::Index k) {
    return fluid.density[k] * fluid.fluidity[k] * std::pow(H[k], 3) / law.lambda();
  };
  const auto full = [&](Eigen::Index k) { return fluid.density[k] * H[k]; };
  const double radius = grid.shape == FilmShape::line ? 1.0 : 0.5 * (grid.x[i] + grid.x[i + 1]);
  const double poiseuille =
      -0.5 * (xi(i) + xi(i + 1)) * (P[i + 1] - P[i]) / (grid.spacing * grid.width[i]);
  // the first cell has no second node upstream
  const double reach = i == 0 ? 0.5 : 0.5 * grid.width[i] / grid.width[i - 1];
  const double carried = i == 0 ? fill[0] * full(0) + 0.5 * fill[1] * (full(1) - full(0))
                                : fill[i] * (full(i) + reach * (full(i) - full(i - 1)));
  const double couette = law.speed() * carried;
  return radius * (poiseuille + couette);
}

}  // namespace mortise::gen
