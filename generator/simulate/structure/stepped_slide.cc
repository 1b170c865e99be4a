#include "generator/simulate/structure/stepped_slide.hpp"

namespace mortise::gen {
namespace {

// The contact in the coordinates of its nodes.
SlidingGeometryModel node_geometry(const SlidingContact& contact) {
  const Eigen::Index targets = contact.geometry.target_positions.size(), nodes = 2 + targets;
  ReducedSliding own;
  own.slave_rows = Matrix::Identity(2, nodes);
  own.target_rows = Matrix::Zero(targets, nodes);
  own.target_rows.rightCols(targets).setIdentity();
  own.geometry = contact.geometry;
  own.law = contact.law;
  return {own, nodes};
}

}  // namespace

SteppedSlide::SteppedSlide(const SlidingContact& contact, double step)
    : geometry_(node_geometry(contact)),
      law_(contact.law),
      h_(step),
      start_(contact.geometry.start) {}

void SteppedSlide::set_state(const Vector& displacement, const Vector& velocity) {
  path_ = start_;
  steps_ = 0;
  place_ = geometry_.find(displacement, path_);
  slip_ = (rows() * velocity)[1] + frame().y();
  valid_ = true;
}

void SteppedSlide::set_law(const SlidingLaw& law) {
  path_ = path_at(0);
  steps_ = 0;
  law_ = law;
}

double SteppedSlide::path_at(int steps) const {
  return path_ + law_.velocity * (h_ * static_cast<double>(steps_ + steps));
}

void SteppedSlide::begin(const Vector& displacement, const Vector& velocity) {
  place_ = geometry_.follow(displacement + h_ * velocity, path_at(1), place_.segment, kNeighbours);
}

SparseMatrix SteppedSlide::rows() const {
  Eigen::Matrix<double, Eigen::Dynamic, 2> relative;
  geometry_.relative_rows(place_, &relative);
  Matrix rows(2, nodes());
  rows << (relative * place_.normal()).transpose(), (relative * place_.tangent()).transpose();
  return rows.sparseView();
}

Vector2 SteppedSlide::frame() const {
  return law_.velocity * Vector2(place_.normal().x(), place_.tangent().x());
}

Vector2 SteppedSlide::law_shift() const {
  const Vector2 moved = frame();
  return {moved.x() + law_.feedback * place_.gap / h_, 2 * moved.y()};
}

void SteppedSlide::finish(double normal, double along) {
  slip_ = along + frame().y();
  valid_ = !bilateral() ||
           !(normal < 0.0 || (law_.friction > 0.0 && slip_ * sliding_direction(law_) < 0.0));
  ++steps_;
}

}  // namespace mortise::gen
