#include "generator/contact/film/body_gaps.hpp"

#include <algorithm>
#include <cmath>

#include "generator/bodies/condense/condense_body.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/contact/film/coupling.hpp"
#include "generator/ground/dense/dense_solver.hpp"

namespace mortise::gen {

CondensedGap::CondensedGap(const Vector& x, const std::vector<CondensedBody>& bodies,
                           const FilmScales& s, double height, bool axisymmetric) {
  const Eigen::Index n = x.size();
  Eigen::Index modes = 0;
  for (const CondensedBody& body : bodies) modes += body.omega.size();
  FilmModes& all = e_.modes;
  e_.geometry = Vector::Constant(n, height / s.film);
  e_.compliance = Matrix::Zero(n, n);
  all.shapes.resize(n, modes);
  all.excitation.resize(modes, n);
  for (Vector* v : {&all.omega, &all.damping, &all.constant, &all.acceleration, &all.rigid_row})
    v->resize(modes);
  initial_.resize(2 * modes);
  Eigen::Index at = 0;
  for (const CondensedBody& body : bodies) {
    const Eigen::Index m = body.omega.size();
    const SparseMatrix interpolate = interpolation_matrix(body.position, x, false);
    const SparseMatrix integrate = pressure_integration(body.position, x, axisymmetric);
    e_.geometry += interpolate * body.height / s.film;
    const Matrix spread = body.static_compliance * integrate;
    e_.compliance += (s.pressure / s.film) * (interpolate * spread);
    all.shapes.middleCols(at, m) = interpolate * body.shapes;
    all.excitation.middleRows(at, m) =
        (s.time * s.time * s.pressure / s.film) * (body.shapes.transpose() * integrate);
    all.omega.segment(at, m) = s.time * body.omega;
    all.damping.segment(at, m) = body.damping;
    all.constant.segment(at, m) = (s.time * s.time / s.film) * body.constant_force;
    all.acceleration.segment(at, m) = -body.mass * body.rigid_row;
    all.rigid_row.segment(at, m) = body.rigid_row;
    initial_.segment(at, m) = body.initial_q / s.film;
    initial_.segment(modes + at, m) = (s.time / s.film) * body.initial_v;
    at += m;
  }
}

void CondensedGap::begin_stage(double /*time*/, double shift, const Vector& start) {
  if (shift != shift_) stage_ = modal_stage(e_.modes, shift);
  shift_ = shift;
  start_ = start;
  const Eigen::Index m = e_.modes.omega.size();
  free_ = stage_.free(start.head(m), start.tail(m), e_.modes.constant);
  base_ = e_.geometry;
  add_product(1.0, e_.modes.shapes, free_, &base_);
}

void CondensedGap::add_compliance(const Vector& P, Vector* gap) const {
  add_product(1.0, e_.compliance, P, gap);
  Vector modal = Vector::Zero(e_.modes.omega.size());
  add_product(1.0, e_.modes.excitation, P, &modal);
  add_product(1.0, e_.modes.shapes, stage_.spring.cwiseProduct(modal), gap);
}

const Matrix& CondensedGap::compliance() {
  if (total_for_ != shift_) {
    total_ = product(e_.modes.shapes, stage_.spring.asDiagonal() * e_.modes.excitation);
    total_ += e_.compliance;
    total_for_ = shift_;
  }
  return total_;
}

Vector CondensedGap::end_states(const Vector& P) const {
  const Eigen::Index m = e_.modes.omega.size();
  Vector modal = Vector::Zero(m);
  add_product(1.0, e_.modes.excitation, P, &modal);
  Vector end(2 * m);
  end.head(m) = free_ + stage_.spring.cwiseProduct(modal);
  end.tail(m) = shift_ * (end.head(m) - start_.head(m));
  return end;
}

double CondensedGap::velocity(const Vector& states) const {
  return e_.modes.rigid_row.dot(states.tail(e_.modes.omega.size()));
}

FullBodyGap::FullBodyGap(const FullModel& model, const BodySetup& setup, const FilmScales& scales,
                         double height, bool axisymmetric)
    : model_(model), scales_(scales) {
  const Eigen::Index n = model.size();
  const ContactLine line = contact_line(model, setup);
  position_ = line.position;
  rows_ = line.rows;
  geometry_ = (line.height.array() + height) / scales.film;
  const Vector opening = translation(model, setup.opening_direction, setup.opening_sign);
  const Vector inertia = model.mass * opening;
  mass_ = opening.dot(inertia);
  momentum_ = inertia / mass_;
  force_ = (scales.time * scales.time / scales.film * setup.acceleration) * inertia;
  initial_.setZero(2 * n);
  initial_.tail(n) = (setup.velocity * scales.time / scales.film) * opening;
  loads_ =
      (scales.time * scales.time * scales.pressure / scales.film) *
      (SparseMatrix(rows_.transpose()) * pressure_integration(position_, position_, axisymmetric));
}

void FullBodyGap::factorise(double shift) {
  // time is in units of scales_.time: K t^2 + s^2 M
  const SparseMatrix stage =
      (scales_.time * scales_.time) * model_.stiffness + (shift * shift) * model_.mass;
  solver_ = gen::factorize(stage, "the stage of the unreduced body");
  compliance_.resize(points(), points());
  constexpr Eigen::Index kBlock = 64;  // columns at a time: the full answers are large
  for (Eigen::Index from = 0; from < points(); from += kBlock) {
    const Eigen::Index width = std::min(kBlock, points() - from);
    compliance_.middleCols(from, width) =
        rows_ * solver_->solve(Matrix(loads_.middleCols(from, width)));
  }
  shift_ = shift;
}

void FullBodyGap::begin_stage(double /*time*/, double shift, const Vector& start) {
  if (!solver_ || std::abs(shift - shift_) > 1e-10 * shift_) factorise(shift);
  start_ = start;
  const Eigen::Index n = model_.size();
  free_ =
      solver_->solve(shift_ * (model_.mass * (shift_ * start.head(n) + start.tail(n))) + force_);
  base_ = geometry_ + rows_ * free_;
}

void FullBodyGap::add_compliance(const Vector& P, Vector* gap) const {
  add_product(1.0, compliance_, P, gap);
}

Vector FullBodyGap::end_states(const Vector& P) const {
  const Eigen::Index n = model_.size();
  Vector end(2 * n);
  end.head(n) = free_;
  if ((P.array() != 0.0).any()) end.head(n) += solver_->solve(loads_ * P);
  end.tail(n) = shift_ * (end.head(n) - start_.head(n));
  return end;
}

double FullBodyGap::velocity(const Vector& states) const {
  return momentum_.dot(states.tail(model_.size()));
}

}  // namespace mortise::gen
