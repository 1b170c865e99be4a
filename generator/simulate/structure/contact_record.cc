#include "generator/simulate/structure/contact_record.hpp"

#include <cmath>

namespace mortise::gen {
namespace {

constexpr double kOnCone = 1.0 - 1e-6;  // share of the largest friction from which it slips

Touch state_of(const Eigen::Vector3d& force, double friction) {
  if (!(force[0] > 0.0)) return Touch::kOpen;
  const bool sticks = force.tail<2>().norm() < kOnCone * friction * force[0];
  return sticks ? Touch::kSticks : Touch::kSlips;
}

}  // namespace

ContactRecord::ContactRecord(Eigen::Index contacts, double step, double filter_time)
    : step_(step),
      keep_(filter_keep(step, filter_time)),
      impulse_(Vector::Zero(3 * contacts)),
      filtered_(impulse_),
      friction_(Vector::Zero(contacts)),
      state_(static_cast<std::size_t>(contacts)) {}

void ContactRecord::add_states(std::vector<Touch>* states) const {
  states->insert(states->end(), state_.begin(), state_.end());
}

void ContactRecord::book(const Vector& force, const Vector& end_force, const Vector& motion,
                         const Vector& friction) {
  impulse_ += step_ * force;
  filtered_ = keep_ * filtered_ + (1.0 - keep_) * force;
  for (Eigen::Index c = 0; c < friction_.size(); ++c) {
    friction_[c] -= force.segment<2>(3 * c + 1).dot(motion.segment<2>(3 * c + 1));
    state_[static_cast<std::size_t>(c)] = state_of(end_force.segment<3>(3 * c), friction[c]);
  }
}

std::optional<double> ContactRecord::output(const OutputChannel& channel) const {
  switch (channel.quantity) {
    case OutputQuantity::contact_impulse:
      return impulse_[channel.index];
    case OutputQuantity::filtered_force:
      return filtered_[channel.index];
    case OutputQuantity::friction_work:
      return friction_[channel.index];
    case OutputQuantity::contact_state:
      return static_cast<double>(state_[static_cast<std::size_t>(channel.index)]);
    default:
      return std::nullopt;
  }
}

}  // namespace mortise::gen
