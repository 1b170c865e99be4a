#include "generator/contact/film/half_space_gaps.hpp"

#include <cmath>
#include <utility>

#include "generator/bodies/halfspace/kernels.hpp"
#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/numbers/constants.hpp"

namespace mortise::gen {

LineGap::LineGap(const FilmGrid& grid, std::function<double(double)> load,
                 std::function<double(double)> frame)
    : geometry_(0.5 * grid.x.array().square()),
      weights_(grid.weights()),
      kernel_(line_kernel(grid)),
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

MassGap::MassGap(Parts parts, const Eigen::Vector2d& start)
    : p_(std::move(parts)), initial_(start) {
  uniform_ = Matrix::Ones(points(), 1);
  excite_ = p_.kappa * p_.weights.transpose();
  spring_ = Vector::Zero(1);
}

void MassGap::begin_stage(double time, double shift, const Vector& start) {
  const double ad = 1.0 / shift;
  inverse_shift_ = ad;
  spring_[0] = ad * ad;
  start_ = start;
  gravity_ = p_.pull(time);
  base_ = p_.geometry.array() + (start[0] + ad * start[1] - ad * ad * gravity_);
}

void MassGap::add_compliance(const Vector& P, Vector* gap) const {
  add_product(1.0, p_.kernel, P, gap);
  gap->array() += inverse_shift_ * inverse_shift_ * p_.kappa * p_.weights.dot(P);
}

const Matrix& MassGap::compliance() {
  if (total_for_ != inverse_shift_) {
    total_ = p_.kernel;
    total_.rowwise() += (inverse_shift_ * inverse_shift_ * p_.kappa) * p_.weights.transpose();
    total_for_ = inverse_shift_;
  }
  return total_;
}

std::optional<GapEquations> MassGap::equations() const {
  GapEquations e{p_.geometry, p_.kernel, {}};
  e.modes.omega = e.modes.damping = Vector::Zero(1);
  e.modes.constant = Vector::Constant(1, -p_.pull(0.0));
  e.modes.acceleration = Vector::Constant(1, -1.0);
  e.modes.shapes = uniform_;
  e.modes.excitation = excite_;
  e.modes.rigid_row = Vector::Ones(1);
  return e;
}

Vector MassGap::end_states(const Vector& P) const {
  Vector end(2);
  end[1] = start_[1] + inverse_shift_ * (p_.kappa * p_.weights.dot(P) - gravity_);
  end[0] = start_[0] + inverse_shift_ * end[1];
  return end;
}

std::unique_ptr<GapModel> point_mass_gap(const FilmGrid& grid, const FilmScales& s, double mass,
                                         double height, double velocity, double acceleration) {
  const double gravity = acceleration * s.time * s.time / s.film;
  MassGap::Parts parts;
  parts.geometry = 0.5 * grid.x.array().square();
  parts.weights = grid.weights();
  parts.kernel = point_compliance(grid.points(), grid.spacing,
                                  8.0 * s.radius * s.pressure / (kPi * s.modulus * s.length));
  parts.kappa = 2.0 * kPi * s.pressure * s.length * s.length * s.time * s.time / (mass * s.film);
  parts.pull = [gravity](double) { return gravity; };
  return std::make_unique<MassGap>(std::move(parts),
                                   Eigen::Vector2d(height / s.film, -velocity * s.time / s.film));
}

std::unique_ptr<GapModel> line_mass_gap(const FilmGrid& grid, const FilmScales& s, double mass,
                                        double rest_distance, double approach,
                                        std::function<double(double)> load) {
  MassGap::Parts parts;
  parts.geometry = 0.5 * grid.x.array().square();
  parts.weights = grid.weights();
  parts.kernel = line_kernel(grid, rest_distance / s.length);
  const double scale = s.time * s.time / (mass * s.film);  // of a force per metre
  parts.kappa = s.pressure * s.length * scale;
  parts.pull = [reference = s.load * scale, load = std::move(load)](double T) {
    return reference * load(T);
  };
  return std::make_unique<MassGap>(std::move(parts), Eigen::Vector2d(approach, 0.0));
}

Matrix line_kernel(const FilmGrid& grid, double rest_distance) {
  Matrix kernel =
      grid.equidistant() ? line_compliance(grid.points(), grid.spacing) : line_compliance(grid.x);
  // -(1/pi) int P ln(|X - X'|/d) dX'
  if (rest_distance != 1.0)
    kernel.rowwise() += (std::log(rest_distance) / kPi) * grid.weights().transpose();
  return kernel;
}

}  // namespace mortise::gen
