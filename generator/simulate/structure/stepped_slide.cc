#include "generator/simulate/structure/stepped_slide.hpp"

#include "generator/ground/numbers/rows.hpp"

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

SteppedSlide::SteppedSlide(const FullInterface& interface, Eigen::Index n, double step)
    : SteppedInterface(interface, step),
      geometry_(node_geometry(*interface.as<SlidingContact>())),
      law_(interface.as<SlidingContact>()->law),
      rows_(stack_rows(row_list(), n)) {}

std::vector<const SparseRow*> SteppedSlide::row_list() const {
  std::vector<const SparseRow*> rows = slave_rows(*interface_.as<SlidingContact>());
  const std::vector<const SparseRow*> targets = target_rows(*interface_.as<SlidingContact>());
  rows.insert(rows.end(), targets.begin(), targets.end());
  return rows;
}

std::vector<SteppedContact> SteppedSlide::contacts() const {
  SteppedContact contact;
  contact.slides = true;
  contact.parameters.friction = law_.friction;
  contact.law.friction_velocity = FrictionVelocity::mean;  // of the slip, see tell()
  contact.law.restitution_rule = RestitutionRule::newton;
  contact.law.activation_threshold = contact.law.activation_hysteresis = 0.0;
  if (bilateral()) contact.kept = friction_share();
  return {contact};
}

void SteppedSlide::start(const BodyState& state) {
  path_ = interface_.as<SlidingContact>()->geometry.start;
  steps_ = 0;
  place_ = geometry_.find(rows_ * state.displacement, path_);
  slip_ = (turned() * (rows_ * state.velocity))[1] + frame().y();
  valid_ = true;
  force_ = Vector::Zero(3);
}

void SteppedSlide::change(const LawChange& change, const BodyState&) {
  path_ = path_at(0);
  steps_ = 0;
  change.make(interface_.as<SlidingContact>()->law, &law_);
}

double SteppedSlide::path_at(int steps) const {
  return path_ + law_.velocity * (h_ * static_cast<double>(steps_ + steps));
}

void SteppedSlide::begin(const BodyState& state, const Vector&) {
  place_ = geometry_.follow(rows_ * state.displacement + h_ * (rows_ * state.velocity), path_at(1),
                            place_.segment, kNeighbours);
}

SparseMatrix SteppedSlide::turned() const {
  Eigen::Matrix<double, Eigen::Dynamic, 2> relative;
  geometry_.relative_rows(place_, &relative);
  Matrix rows = Matrix::Zero(3, geometry_.modes());
  rows.row(0) = (relative * place_.normal()).transpose();
  rows.row(1) = (relative * place_.tangent()).transpose();
  return rows.sparseView();
}

Vector2 SteppedSlide::frame() const {
  return law_.velocity * Vector2(place_.normal().x(), place_.tangent().x());
}

std::string SteppedSlide::fault(const Matrix& delassus) const {
  const double across = friction_share() * delassus(0, 1);
  return bilateral() && !(delassus(0, 0) + across > 0.0)
             ? "wedges: its friction takes away what opens the gap"
             : "";
}

void SteppedSlide::tell(Eigen::Index first, const Vector&, ContactStart* start) const {
  const Vector2 moved = frame();
  // the gap was looked up at u + h v
  start->gap[first] = place_.gap - h_ * start->velocity[3 * first];
  start->shift.segment<2>(3 * first) =
      Vector2(moved.x() + law_.feedback * place_.gap / h_, 2 * moved.y());
}

void SteppedSlide::finish(const RowStep& step, const BodyState&) {
  force_ = step.force;
  const Vector2 moved = frame();
  slip_ = step.velocity[1] + moved.y();
  valid_ = !bilateral() ||
           !(force_[0] < 0.0 || (law_.friction > 0.0 && slip_ * sliding_direction(law_) < 0.0));
  ++steps_;
  Vector mean = step.mean_velocity();
  mean.head<2>() += moved;
  work_ -= h_ * force_.head<2>().dot(moved);
  book_contacts(force_, mean);
}

std::optional<double> SteppedSlide::own_output(const OutputChannel& channel,
                                               const BodyState&) const {
  switch (channel.quantity) {
    case OutputQuantity::contact_force:
      return force_[channel.index];
    case OutputQuantity::sliding_velocity:
      return slip_;
    case OutputQuantity::contact_position:
      return path_at(0);
    default:
      return std::nullopt;
  }
}

}  // namespace mortise::gen
