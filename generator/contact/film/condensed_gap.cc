#include "generator/contact/film/condensed_gap.hpp"

#include "generator/contact/film/coupling.hpp"
#include "generator/ground/dense/dense_solver.hpp"

namespace mortise::gen {

CondensedGap::CondensedGap(const Vector& x, const std::vector<CondensedBody>& bodies,
                           const FilmScales& s, double height, bool axisymmetric) {
  const Eigen::Index n = x.size();
  Eigen::Index modes = 0;
  for (const CondensedBody& body : bodies) modes += body.omega.size();
  geometry_ = Vector::Constant(n, height / s.film);
  feedthrough_ = Matrix::Zero(n, n);
  shapes_.resize(n, modes);
  excite_.resize(modes, n);
  omega_.resize(modes);
  damping_.resize(modes);
  constant_.resize(modes);
  acceleration_.resize(modes);
  rigid_row_.resize(modes);
  initial_.resize(2 * modes);
  Eigen::Index at = 0;
  for (const CondensedBody& body : bodies) {
    const Eigen::Index m = body.omega.size();
    const SparseMatrix interpolate = interpolation_matrix(body.position, x, false);
    const SparseMatrix integrate = pressure_integration(body.position, x, axisymmetric);
    geometry_ += interpolate * body.height / s.film;
    const Matrix spread = body.static_compliance * integrate;
    feedthrough_ += (s.pressure / s.film) * (interpolate * spread);
    shapes_.middleCols(at, m) = interpolate * body.shapes;
    excite_.middleRows(at, m) =
        (s.time * s.time * s.pressure / s.film) * (body.shapes.transpose() * integrate);
    omega_.segment(at, m) = s.time * body.omega;
    damping_.segment(at, m) = body.damping;
    constant_.segment(at, m) = (s.time * s.time / s.film) * body.constant_force;
    acceleration_.segment(at, m) = -body.mass * body.rigid_row;
    rigid_row_.segment(at, m) = body.rigid_row;
    initial_.segment(at, m) = body.initial_q / s.film;
    initial_.segment(modes + at, m) = (s.time / s.film) * body.initial_v;
    at += m;
  }
}

void CondensedGap::begin_stage(double /*time*/, double shift, const Vector& start) {
  if (shift != shift_) {
    shift_ = shift;
    spring_ =
        (omega_.array().square() + 2.0 * damping_.array() * omega_.array() * shift + shift * shift)
            .inverse();
  }
  start_ = start;
  const Eigen::Index m = omega_.size();
  const auto q = start.head(m).array(), v = start.tail(m).array();
  free_ = spring_.array() * (shift * (shift + 2.0 * damping_.array() * omega_.array()) * q +
                             shift * v + constant_.array());
  base_ = geometry_;
  add_product(1.0, shapes_, free_, &base_);
}

void CondensedGap::add_compliance(const Vector& P, Vector* gap) const {
  add_product(1.0, feedthrough_, P, gap);
  Vector modal = Vector::Zero(omega_.size());
  add_product(1.0, excite_, P, &modal);
  add_product(1.0, shapes_, spring_.cwiseProduct(modal), gap);
}

const Matrix& CondensedGap::compliance() {
  if (total_for_ != shift_) {
    total_ = product(shapes_, spring_.asDiagonal() * excite_);
    total_ += feedthrough_;
    total_for_ = shift_;
  }
  return total_;
}

std::optional<GapEquations> CondensedGap::equations() const {
  FilmModes modes;
  modes.omega = omega_;
  modes.damping = damping_;
  modes.constant = constant_;
  modes.acceleration = acceleration_;
  modes.shapes = shapes_;
  modes.excitation = excite_;
  modes.rigid_row = rigid_row_;
  return GapEquations{geometry_, feedthrough_, modes};
}

Vector CondensedGap::end_states(const Vector& P) const {
  const Eigen::Index m = omega_.size();
  Vector modal = Vector::Zero(m);
  add_product(1.0, excite_, P, &modal);
  Vector end(2 * m);
  end.head(m) = free_ + spring_.cwiseProduct(modal);
  end.tail(m) = shift_ * (end.head(m) - start_.head(m));
  return end;
}

double CondensedGap::velocity(const Vector& states) const {
  return rigid_row_.dot(states.tail(omega_.size()));
}

}  // namespace mortise::gen
