#include "generator/simulate/structure/stepped_positions.hpp"

#include <limits>

namespace mortise::gen {
namespace {

PositionContacts law_of(const UnilateralContacts& contacts, double step) {
  std::vector<ContactParameters> points;
  for (const ContactPoint& c : contacts.points) points.push_back(c.parameters);
  return {std::move(points), contacts.law.filter_time, *contacts.compliance,
          contacts.compliance->lag, step};
}

}  // namespace

SteppedPositions::SteppedPositions(const FullInterface& interface, Eigen::Index n, double step)
    : SteppedInterface(interface, step),
      rows_(contact_rows(interface.contacts().points, n)),
      law_(law_of(interface.contacts(), step)) {}

// What they are told stands for all of their law but friction.
std::vector<SteppedContact> SteppedPositions::contacts() const {
  std::vector<SteppedContact> contacts;
  for (const ContactParameters& c : law_.points()) {
    SteppedContact contact{c, interface_.contacts().law};
    contact.parameters.restitution = contact.parameters.restitution_tangential = 0.0;
    contact.law.restitution_rule = RestitutionRule::newton;
    contact.law.friction_velocity = FrictionVelocity::end;
    contact.slides = true;
    contacts.push_back(contact);
  }
  return contacts;
}

void SteppedPositions::change(const LawChange& change, const BodyState& state) {
  law_.change(change, rows_ * state.displacement);
}

void SteppedPositions::start(const BodyState& state) {
  law_.set_state(rows_ * state.displacement, state.inputs);
  books_.stored = law_.stored();
}

void SteppedPositions::begin(const BodyState& state, const Vector& end_inputs) {
  trial_ = law_.begin(0.5, state.inputs, end_inputs);
}

void SteppedPositions::soften(Eigen::Ref<Matrix> delassus) const {
  delassus += 2.0 / h_ * law_.gain() * law_.compliance();
}

void SteppedPositions::tell(Eigen::Index first, const Vector& motion, ContactStart* start) const {
  const Eigen::Index nr = rows_.rows();
  start->shift.segment(3 * first, nr) =
      2.0 / h_ * law_.seen(trial_, motion) + start->velocity.segment(3 * first, nr);
  // every gap may close
  start->gap.segment(first, nr / 3).setConstant(-std::numeric_limits<double>::max());
}

void SteppedPositions::finish(const RowStep& step, const BodyState&) {
  const Vector added = step.force - trial_.mean;
  law_.finish(added, step.after, &trial_);
  excess_ = law_.excess(trial_, 0.0);
  const double stored = books_.stored, work = law_.work(), rubbed = law_.friction_loss();
  law_.commit(trial_, 0.0);
  books_.stored = law_.stored();
  work_ += law_.work() - work;
  const double friction = law_.friction_loss() - rubbed;
  books_.friction += friction;
  books_.impact += law_.work() - work - step.force.dot(step.after - step.before) -
                   (books_.stored - stored) - friction;
  add_impulses(step.force);
}

Vector SteppedPositions::gained(const Vector& velocity) {
  if (excess_ == 0.0) return {};
  const Vector push = rows_.transpose() * law_.mean_force();
  const double along = velocity.dot(push), square = push.squaredNorm();
  const std::optional<double> share = share_taken(along, square, excess_);
  const double taken = share ? excess_ : square > 0.0 ? 0.5 * along * along / square : 0.0;
  books_.impact += taken;
  law_.owe(excess_ - taken);
  if (taken == 0.0) return {};
  return (share ? *share : -along / square) * push;
}

std::optional<double> SteppedPositions::own_output(const OutputChannel& channel,
                                                   const BodyState&) const {
  return law_.output(channel);
}

}  // namespace mortise::gen
