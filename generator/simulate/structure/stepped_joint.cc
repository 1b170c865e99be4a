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

SteppedJoint::SteppedJoint(const Joint& joint, Eigen::Index n, double step)
    : joint_(joint),
      size_(n),
      h_(step),
      rows_(joint_rows(joint_, joint_.law.tangential, n)),
      forces_(forces_of(joint_)) {}

void SteppedJoint::set_state(const Vector& displacement, const Vector& velocity) {
  forces_.set_memory(std::vector<double>(forces_.memory().size(), 0.0));
  restart(displacement, velocity);
  impact_ = friction_ = normal_impulse_ = tangential_impulse_ = 0.0;
}

void SteppedJoint::set_law(const JointLaw& law, const Vector& displacement,
                           const Vector& velocity) {
  const TangentialKind kind = joint_.law.tangential.kind;
  const std::vector<double> memory = forces_.memory();
  const double normal = normal_energy_, friction = friction_energy_;
  joint_.law = law;
  rows_ = joint_rows(joint_, law.tangential, size_);
  forces_ = forces_of(joint_);
  if (kind == law.tangential.kind && memory.size() == forces_.memory().size())
    forces_.set_memory(memory);
  restart(displacement, velocity);
  impact_ += normal - normal_energy_;
  friction_ += friction - friction_energy_;
}

void SteppedJoint::restart(const Vector& displacement, const Vector& velocity) {
  const Vector motion = rows_ * displacement;
  forces_.start_from(motion);
  forces_.evaluate(motion, rows_ * velocity, 2 / h_, h_);
  forces_.commit();
  start_force_ = forces_.force();
  before_ = end_ = forces_.tractions();
  take_energies();
}

void SteppedJoint::take_energies() {
  normal_energy_ = forces_.normal_energy();
  friction_energy_ = forces_.friction_energy();
}

Vector SteppedJoint::warm_force() const {
  std::vector<PointTraction> guess = end_;
  for (std::size_t i = 0; i < guess.size(); ++i) {
    guess[i].normal = carried_on(before_[i].normal, guess[i].normal);
    guess[i].friction = carried_on(before_[i].friction, guess[i].friction);
  }
  return forces_.row_forces(guess);
}

void SteppedJoint::finish(const Vector& before, const Vector& after) {
  const Vector mean = mean_force(), way = after - before;
  forces_.commit();
  forces_.start_from(after);
  start_force_ = forces_.force();
  before_.swap(end_);
  end_ = forces_.tractions();
  const auto normals = static_cast<Eigen::Index>(joint_.nodes.size());
  const Eigen::Index slips = mean.size() - normals;
  const double normal = normal_energy_, friction = friction_energy_;
  take_energies();
  impact_ -= mean.head(normals).dot(way.head(normals)) + (normal_energy_ - normal);
  friction_ -= mean.tail(slips).dot(way.tail(slips)) + (friction_energy_ - friction);
  normal_impulse_ += h_ * mean.head(normals).sum();
  for (std::size_t i = 0; i < end_.size(); ++i)
    tangential_impulse_ +=
        h_ * joint_.points[i].length * 0.5 * std::abs(before_[i].friction + end_[i].friction);
}

double SteppedJoint::slipping_share() const {
  const std::vector<PointTraction>& points = forces_.tractions();
  const auto slipping = std::count_if(points.begin(), points.end(),
                                      [](const PointTraction& t) { return t.slipping; });
  return static_cast<double>(slipping) / static_cast<double>(points.size());
}

bool SteppedJoint::touching() const {
  const std::vector<PointTraction>& points = forces_.tractions();
  return std::any_of(points.begin(), points.end(),
                     [](const PointTraction& t) { return t.touching; });
}

}  // namespace mortise::gen
