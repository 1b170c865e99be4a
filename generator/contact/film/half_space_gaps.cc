#include "generator/contact/film/half_space_gaps.hpp"

#include <utility>

#include "generator/bodies/halfspace/kernels.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/numbers/constants.hpp"

namespace mortise::gen {

LineGap::LineGap(const FilmGrid& grid, std::function<double(double)> load,
                 std::function<double(double)> frame)
    : geometry_(0.5 * grid.x.array().square()),
      weights_(grid.weights()),
      kernel_(grid.equidistant() ? line_compliance(grid.points(), grid.spacing)
                                 : line_compliance(grid.x)),
      load_(std::move(load)),
      frame_(std::move(frame)) {}

void LineGap::begin_stage(double time, double /*shift*/, const Vector& /*start*/) {
  scale_ = scale_at(time);
  base_ = scale_ * scale_ * geometry_;
}

void LineGap::add_compliance(const Vector& P, Vector* gap) const {
  add_product(scale_, kernel_, P, gap);
}

const Matrix& LineGap::compliance() {
  if (!frame_) return kernel_;
  if (scaled_for_ != scale_) scaled_ = scale_ * kernel_;
  scaled_for_ = scale_;
  return scaled_;
}

double LineGap::load(double time) const { return 0.5 * kPi * load_(time) / scale_at(time); }

PointMassGap::PointMassGap(const FilmGrid& grid, const FilmScales& s, double mass, double height,
                           double velocity, double acceleration)
    : geometry_(0.5 * grid.x.array().square()),
      weights_(grid.weights()),
      initial_(2),
      kernel_(point_compliance(grid.points(), grid.spacing,
                               8.0 * s.radius * s.pressure / (kPi * s.modulus * s.length))),
      kappa_(2.0 * kPi * s.pressure * s.length * s.length * s.time * s.time / (mass * s.film)),
      gravity_(acceleration * s.time * s.time / s.film) {
  uniform_ = Matrix::Ones(grid.points(), 1);
  excite_ = kappa_ * weights_.transpose();
  spring_ = Vector::Zero(1);
  initial_ << height / s.film, -velocity * s.time / s.film;
}

void PointMassGap::begin_stage(double /*time*/, double shift, const Vector& start) {
  const double ad = 1.0 / shift;
  inverse_shift_ = ad;
  spring_[0] = ad * ad;
  start_ = start;
  base_ = geometry_.array() + (start[0] + ad * start[1] - ad * ad * gravity_);
}

void PointMassGap::add_compliance(const Vector& P, Vector* gap) const {
  add_product(1.0, kernel_, P, gap);
  gap->array() += inverse_shift_ * inverse_shift_ * kappa_ * weights_.dot(P);
}

const Matrix& PointMassGap::compliance() {
  if (total_for_ != inverse_shift_) {
    total_ = kernel_;
    total_.rowwise() += (inverse_shift_ * inverse_shift_ * kappa_) * weights_.transpose();
    total_for_ = inverse_shift_;
  }
  return total_;
}

std::optional<GapEquations> PointMassGap::equations() const {
  GapEquations e{geometry_, kernel_, {}};
  e.modes.omega = e.modes.damping = Vector::Zero(1);
  e.modes.constant = Vector::Constant(1, -gravity_);
  e.modes.acceleration = Vector::Constant(1, -1.0);
  e.modes.shapes = uniform_;
  e.modes.excitation = excite_;
  e.modes.rigid_row = Vector::Ones(1);
  return e;
}

Vector PointMassGap::end_states(const Vector& P) const {
  Vector end(2);
  end[1] = start_[1] + inverse_shift_ * (kappa_ * weights_.dot(P) - gravity_);
  end[0] = start_[0] + inverse_shift_ * end[1];
  return end;
}

}  // namespace mortise::gen
