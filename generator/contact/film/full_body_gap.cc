#include "generator/contact/film/full_body_gap.hpp"

#include <algorithm>
#include <cmath>

#include "generator/bodies/condense/contact_line.hpp"
#include "generator/contact/film/coupling.hpp"
#include "generator/ground/dense/dense_solver.hpp"

namespace mortise::gen {

FullBodyGap::FullBodyGap(const FullModel& model, const BodySetup& setup, const FilmScales& scales,
                         double height, bool axisymmetric)
    : model_(model), scales_(scales) {
  const Eigen::Index n = model.size();
  const ContactLine line = contact_line(model, setup);
  position_ = line.position;
  rows_ = line.rows;
  geometry_ = (line.height.array() + height) / scales.film;
  const Vector opening = opening_translation(model, setup);
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
