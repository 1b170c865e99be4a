#include "generator/simulate/structure/stepped_contacts.hpp"

#include <algorithm>

#include "generator/ground/numbers/rows.hpp"

namespace mortise::gen {

SteppedContacts::SteppedContacts(const FullInterface& interface, Eigen::Index n, double step)
    : SteppedInterface(interface, step),
      in_bore_(!interface.contacts().points.empty() &&
               interface.contacts().points.front().in_bore()),
      rows_(stack_rows(row_list(), n)) {
  for (const ContactPoint& c : interface.contacts().points)
    contacts_.push_back({c.parameters, interface.contacts().law, in_bore_});
}

void SteppedContacts::change(const LawChange& change, const BodyState&) {
  for (std::size_t c = 0; c < contacts_.size(); ++c)
    change.make(interface_.contacts().points[c].parameters, &contacts_[c].parameters);
}

void SteppedContacts::start(const BodyState&) {
  const auto count = static_cast<Eigen::Index>(contacts_.size());
  force_ = Vector::Zero(3 * count);
  record_ = ContactRecord(count, h_, interface_.contacts().law.filter_time);
}

BoreMotion SteppedContacts::bore_motion(const Vector& x) const {
  const Vector moved = rows_ * x;
  return {moved.head(moved.size() / 2), moved.tail(moved.size() / 2)};
}

void SteppedContacts::begin(const BodyState& state, const Vector&) {
  if (in_bore_)
    turn_ = turn_bores(bore_motion(state.displacement), bore_motion(state.velocity), h_);
}

SparseMatrix SteppedContacts::turned() const {
  return turning(turn_.cosine, turn_.sine).sparseView();
}

void SteppedContacts::tell(Eigen::Index first, const Vector& motion, ContactStart* start) const {
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const auto at = static_cast<Eigen::Index>(c);
    start->gap[first + at] = contacts_[c].parameters.clearance + motion[3 * at];
    if (in_bore_) start->curvature[first + at] = turn_.curvature[at];
  }
}

void SteppedContacts::finish(const RowStep& step, const BodyState&) {
  force_ = step.force;
  Vector friction(force_.size() / 3);
  for (Eigen::Index c = 0; c < friction.size(); ++c)
    friction[c] = contacts_[static_cast<std::size_t>(c)].parameters.friction;
  record_.book(force_, force_, step.after - step.before, friction);
  book_contacts(force_, step.mean_velocity());
}

std::optional<double> SteppedContacts::own_output(const OutputChannel& channel,
                                                  const BodyState& state) const {
  if (channel.quantity == OutputQuantity::contact_force) return force_[channel.index];
  if (channel.quantity != OutputQuantity::gap) return record_.output(channel);
  const auto index = static_cast<std::size_t>(channel.index);
  if (!in_bore_)
    return contacts_[index].parameters.clearance +
           interface_.contacts().points[index].normal.dot(state.displacement);
  Vector clearance(force_.size() / 3);
  for (std::size_t c = 0; c < contacts_.size(); ++c)
    clearance[static_cast<Eigen::Index>(c)] = contacts_[c].parameters.clearance;
  return bore_gaps(clearance, bore_motion(state.displacement))[channel.index];
}

}  // namespace mortise::gen
