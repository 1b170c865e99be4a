#include "generator/simulate/structure/stepped_joint.hpp"

#include <algorithm>
#include <cmath>

namespace mortise::gen {
namespace {

JointForces forces_of(const Joint& joint) {
  return {joint.points, static_cast<Eigen::Index>(joint.nodes.size()), joint.law};
}

double carried_on(double before, double end) {
  const double guess = 1.5 * end - 0.5 * before;
  return end * guess > 0.0 ? guess : 0.0;
}

}  // namespace

SteppedJoint::SteppedJoint(const FullInterface& interface, Eigen::Index n, double step)
    : SteppedInterface(interface, step),
      joint_(*interface.as<Joint>()),
      size_(n),
      rows_(joint_rows(joint_, joint_.law.tangential, n)),
      forces_(forces_of(joint_)) {}

std::vector<const SparseRow*> SteppedJoint::row_list() const {
  return rows_of(joint_, joint_.law.tangential.kind != TangentialKind::none);
}

void SteppedJoint::start(const BodyState& state) {
  forces_.set_memory(std::vector<double>(forces_.memory().size(), 0.0));
  forces_.set_approaches(std::vector<double>(joint_.points.size(), 0.0));
  restart(state);
}

void SteppedJoint::change(const LawChange& change, const BodyState& state) {
  JointLaw law = joint_.law;
  change.make(interface_.as<Joint>()->law, &law);
  set_law(law, state);
}

void SteppedJoint::set_law(const JointLaw& law, const BodyState& state) {
  const TangentialKind kind = joint_.law.tangential.kind;
  const std::vector<double> memory = forces_.memory(), approaches = forces_.approaches();
  const double normal = normal_energy_, friction = friction_energy_;
  joint_.law = law;
  rows_ = joint_rows(joint_, law.tangential, size_);
  forces_ = forces_of(joint_);
  if (kind == law.tangential.kind && memory.size() == forces_.memory().size())
    forces_.set_memory(memory);
  forces_.set_approaches(approaches);
  restart(state);
  books_.impact += normal - normal_energy_;
  books_.friction += friction - friction_energy_;
}

void SteppedJoint::restart(const BodyState& state) {
  const Vector motion = rows_ * state.displacement;
  forces_.start_from(motion);
  forces_.evaluate(motion, rows_ * state.velocity, 2 / h_, h_);
  forces_.commit();
  start_force_ = forces_.end_force();
  before_ = end_ = forces_.tractions();
  take_energies();
}

void SteppedJoint::take_energies() {
  normal_energy_ = forces_.normal_energy();
  friction_energy_ = forces_.friction_energy();
  books_.stored = normal_energy_ + friction_energy_;
}

Vector SteppedJoint::warm_force() const {
  std::vector<PointTraction> guess = end_;
  for (std::size_t i = 0; i < guess.size(); ++i) {
    guess[i].normal = carried_on(before_[i].normal, guess[i].normal);
    guess[i].friction = carried_on(before_[i].friction, guess[i].friction);
  }
  return forces_.row_forces(guess);
}

void SteppedJoint::finish(const RowStep& step, const BodyState&) {
  const Vector mean = 0.5 * (start_force_ + forces_.force()), way = step.after - step.before;
  forces_.commit();
  forces_.start_from(step.after);
  start_force_ = forces_.end_force();
  before_.swap(end_);
  end_ = forces_.tractions();
  const auto normals = static_cast<Eigen::Index>(joint_.nodes.size());
  const Eigen::Index slips = mean.size() - normals;
  const double normal = normal_energy_, friction = friction_energy_;
  take_energies();
  books_.impact -= mean.head(normals).dot(way.head(normals)) + (normal_energy_ - normal);
  books_.friction -= mean.tail(slips).dot(way.tail(slips)) + (friction_energy_ - friction);
  normal_impulse_ += h_ * mean.head(normals).sum();
  for (std::size_t i = 0; i < end_.size(); ++i)
    tangential_impulse_ +=
        h_ * joint_.points[i].length * 0.5 *
        std::abs(before_[i].friction + (end_[i].friction + end_[i].turn.friction));
}

void SteppedJoint::report(StepReport* report) const {
  const std::vector<PointTraction>& points = forces_.tractions();
  report->touching |=
      std::any_of(points.begin(), points.end(), [](const PointTraction& t) { return t.touching; });
}

void SteppedJoint::add_states(std::vector<Touch>* states) const {
  for (const PointTraction& t : forces_.tractions())
    states->push_back(!(t.compression > 0.0) ? Touch::kOpen
                      : t.slipping           ? Touch::kSlips
                                             : Touch::kSticks);
}

std::optional<double> SteppedJoint::own_output(const OutputChannel& channel,
                                               const BodyState&) const {
  const std::vector<PointTraction>& points = forces_.tractions();
  const auto index = static_cast<std::size_t>(channel.index);
  switch (channel.quantity) {
    case OutputQuantity::normal_traction:
      return points[index].normal;
    case OutputQuantity::friction_traction:
      return points[index].friction;
    case OutputQuantity::slipping_share: {
      const auto slipping = std::count_if(points.begin(), points.end(),
                                          [](const PointTraction& t) { return t.slipping; });
      return static_cast<double>(slipping) / static_cast<double>(points.size());
    }
    default:
      return std::nullopt;
  }
}

}  // namespace mortise::gen
