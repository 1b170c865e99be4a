#include "generator/simulate/structure/position_order.hpp"

#include <utility>

#include "generator/contact/system/contact_lag.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

const ResidualCompliance& residual_of(const ReducedSystem& system) {
  const ReducedInterface& interface = system.lone();
  demand(!interface.contacts().points.empty() && interface.residual, "contacts at position level",
         "they have no compliance beside the modes",
         "set condense.method to \"massless_boundary\", or contact.level to \"velocity\"");
  return *interface.residual;
}

PositionContacts contacts_of(const ReducedSystem& system, double step) {
  const ReducedContacts& contacts = system.lone().contacts();
  const ResidualCompliance& compliance = residual_of(system);
  return {contacts.points, contacts.law.filter_time, compliance,
          contact_lag(system.lone(), system.omega, step, "full order").lag, step};
}

}  // namespace

PositionOrder::PositionOrder(ReducedSystem system, double step)
    : system_(std::move(system)),
      h_(step),
      w_(system_.lone().contacts().rows),
      flow_(system_.omega, 0.5 * system_.damping, step),
      contacts_(contacts_of(system_, step)) {
  motion_ = w_ * flow_.q_by_force().asDiagonal() * w_.transpose();
  motion_ += contacts_.gain() * contacts_.compliance();
  motion_ = (0.5 * (motion_ + motion_.transpose())).eval();
  set_state(system_.initial_q, system_.initial_v,
            Vector::Zero(static_cast<Eigen::Index>(system_.inputs.size())));
}

void PositionOrder::set_state(const Vector& q, const Vector& v, const Vector& inputs) {
  q_ = q;
  v_ = v;
  end_inputs_ = inputs;
  work_ = 0.0;
  steps_ = limited_ = 0;
  contacts_.set_state(w_ * q_, inputs);
}

void PositionOrder::change(const LawChange& of_definition) {
  contacts_.change(system_.placed(of_definition), w_ * q_);
}

PositionContacts::Trial PositionOrder::advance(const Vector& inputs, double share,
                                               const Matrix& motion) {
  Trial trial = contacts_.begin(share, inputs, end_inputs_);
  const Vector force =
      system_.constant_force + system_.input_forces * inputs + w_.transpose() * trial.mean;
  flow_.advance(&q_, &v_);
  q_ += flow_.q_by_force().cwiseProduct(force);
  v_ += flow_.velocity_by_force().cwiseProduct(force);
  const Vector free = contacts_.seen(trial, w_ * q_);
  Vector added = (1.0 - share) * contacts_.end_force();
  if (contacts_.touches(free))
    added = contacts_.solve(motion, free, added);
  else
    added.setZero();
  const Vector push = w_.transpose() * added;
  q_ += flow_.q_by_force().cwiseProduct(push);
  v_ += flow_.velocity_by_force().cwiseProduct(push);
  contacts_.finish(added, w_ * q_, &trial);
  return trial;
}

std::optional<StepReport> PositionOrder::step(const Vector& inputs) {
  const Vector q = q_, v = v_;
  Trial trial = advance(inputs, 0.5, motion_);
  double lost = 0.0;
  bool good = project(trial, lost);
  if (!good) {
    ++limited_;
    q_ = q;
    v_ = v;
    const bool at_once = contacts_.follows_at_once();
    const Matrix soft = contacts_.compliance();
    const Vector before = contacts_.end_force();
    trial = advance(inputs, 0.0, at_once ? Matrix(motion_ - soft) : motion_);
    const Vector change = trial.end_force - before;
    lost = at_once ? 0.5 * change.dot(soft * change) : 0.0;
    good = project(trial, lost);
  }
  StepReport report;
  report.touching = trial.mean.cwiseAbs().maxCoeff() > 0.0;
  if (good) {
    contacts_.commit(trial, lost);
  } else {
    contacts_.stop(0.5 * v.squaredNorm());
    q_ = q;
    v_.setZero();
  }
  work_ += (system_.constant_force + system_.input_forces * inputs).dot(q_ - q);
  ++steps_;
  return report;
}

// What was gained beyond the bank is taken out of the motion. False if the forces of the step do
// not move enough for that.
bool PositionOrder::project(const Trial& trial, double lost) {
  const double excess = contacts_.excess(trial, lost);
  if (excess == 0.0) return true;
  const Vector push = w_.transpose() * trial.mean;
  const std::optional<double> share = share_taken(v_.dot(push), push.squaredNorm(), excess);
  if (share) v_ += *share * push;
  return share.has_value();
}

EnergyBooks PositionOrder::books() const {
  const double stored = 0.5 * v_.squaredNorm() +
                        0.5 * system_.omega.cwiseProduct(q_).squaredNorm() + contacts_.stored();
  return {stored, work_ + contacts_.work(), friction_loss() + damped() + scheme_loss(),
          friction_loss(), scheme_loss()};
}

Vector PositionOrder::outputs() const {
  Vector y(static_cast<Eigen::Index>(system_.outputs.size()));
  for (std::size_t k = 0; k < system_.outputs.size(); ++k)
    y[static_cast<Eigen::Index>(k)] = output(system_.outputs[k]);
  return y;
}

double PositionOrder::output(const OutputChannel& channel) const {
  const auto row = [&] { return system_.output_rows.row(channel.index); };
  switch (channel.quantity) {
    case OutputQuantity::displacement:
      return row().dot(q_) + contacts_.displaced(channel.index);
    case OutputQuantity::velocity:
      return row().dot(v_) + contacts_.speed(channel.index);
    case OutputQuantity::modal_coordinate:
      return q_[channel.index];
    default:
      if (const auto own = contacts_.output(channel)) return *own;
      throw Error("output " + channel.name, "contacts at position level do not have this quantity",
                  "leave it out of [[outputs]], or set contact.level to \"velocity\"");
  }
}

}  // namespace mortise::gen
