#include "generator/simulate/structure/position_order.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "generator/contact/system/contact_lag.hpp"
#include "generator/contact/unilateral/semismooth_newton.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr Eigen::Index kMostDense = 4000;    // dofs whose modes are all kept
constexpr double kContactTolerance = 1e-12;  // of the contact solve, relative to the free motion
constexpr double kDebt = 1e-12;              // of force times place: what rounding takes at rest

const ResidualCompliance& residual_of(const ReducedSystem& system) {
  const ReducedInterface& interface = system.lone();
  demand(!interface.contacts().points.empty() && interface.residual, "contacts at position level",
         "they have no compliance beside the modes",
         "set condense.method to \"massless_boundary\", or contact.level to \"velocity\"");
  return *interface.residual;
}

}  // namespace

PositionOrder::PositionOrder(ReducedSystem system, double step)
    : system_(std::move(system)),
      h_(step),
      w_(system_.lone().contacts().rows),
      ports_(residual_of(system_).ports()),
      flow_(system_.omega, 0.5 * system_.damping, step) {
  const double lag = contact_lag(system_, step, "full order").lag;
  keep_ = (2.0 * lag - h_) / (2.0 * lag + h_);
  gain_ = 2.0 * h_ / (2.0 * lag + h_);
  defined_ = interface().contacts().points;
  const Eigen::Index nr = w_.rows();
  motion_ = w_ * flow_.q_by_force().asDiagonal() * w_.transpose();
  motion_ += gain_ * ports_.topLeftCorner(nr, nr);
  motion_ = (0.5 * (motion_ + motion_.transpose())).eval();
  mu_.resize(nr / 3);
  clearance_.resize(nr / 3);
  for (Eigen::Index c = 0; c < mu_.size(); ++c) {
    const ContactParameters& p = interface().contacts().points[static_cast<std::size_t>(c)];
    mu_[c] = p.friction;
    clearance_[c] = p.clearance;
  }
  set_state(system_.initial_q, system_.initial_v,
            Vector::Zero(static_cast<Eigen::Index>(system_.inputs.size())));
}

void PositionOrder::set_state(const Vector& q, const Vector& v, const Vector& inputs) {
  const Eigen::Index nr = w_.rows();
  q_ = q;
  v_ = v;
  phi_ = Vector::Zero(ports_.rows());
  phi_.tail(inputs.size()) = inputs;
  end_inputs_ = inputs;
  end_force_ = mean_ = Vector::Zero(nr);
  record_ = ContactRecord(nr / 3, h_, interface().contacts().law.filter_time);
  bank_ = stopped_ = friction_ = damped_ = work_ = 0.0;
  steps_ = limited_ = 0;
  settle(nullptr);
}

Vector PositionOrder::rows_at(const Vector& q, const Vector& phi) const {
  return w_ * q + ports_.topRows(w_.rows()) * phi + residual_of(system_).row_offset;
}

Vector PositionOrder::seen(const Vector& rows, const Vector& slip_from) const {
  Vector y = rows - slip_from;
  for (Eigen::Index c = 0; c < clearance_.size(); ++c) y[3 * c] = clearance_[c] + rows[3 * c];
  return y;
}

Vector PositionOrder::solve(const Matrix& motion, const Vector& free, const Vector& start,
                            const Vector& friction) const {
  InterfaceProblem problem;
  problem.G = motion;
  problem.b = free;
  problem.mu = friction;
  SemismoothOptions options;
  options.tolerance = kContactTolerance;
  return semismooth_newton(problem, options, start).lambda;
}

// slip_from: rows whose tangents friction holds; null: there is none.
void PositionOrder::settle(const Vector* slip_from) {
  const Eigen::Index nr = w_.rows();
  Vector without = phi_;
  without.head(nr).setZero();
  const Vector free = rows_at(q_, without);
  end_force_ =
      solve(ports_.topLeftCorner(nr, nr), seen(free, slip_from != nullptr ? *slip_from : free),
            Vector::Zero(nr), slip_from != nullptr ? mu_ : Vector(Vector::Zero(mu_.size())));
  phi_.head(nr) = end_force_;
  last_phi_ = phi_;
  s_ = rows_at(q_, phi_);
}

void PositionOrder::change(const LawChange& of_definition) {
  const LawChange change = system_.placed(of_definition);
  for (Eigen::Index c = 0; c < mu_.size(); ++c) {
    const auto at = static_cast<std::size_t>(c);
    if (!change.is_of(at)) continue;
    ContactParameters& p = system_.make_lone().make<ReducedContacts>().points[at];
    change.make(defined_[at], &p);
    mu_[c] = p.friction;
    clearance_[c] = p.clearance;
  }
  const Vector held = s_;
  if (keep_ == -1.0) settle(&held);
}

// From the state kept to the end of the step.
//   share  of the last end force that acts from the start, one half or none
//   gain   of phi by the force that is solved for; motion: of the rows by it
void PositionOrder::advance(const Kept& kept, const Vector& inputs, double share, double gain,
                            const Matrix& motion) {
  const Eigen::Index nr = w_.rows(), nu = inputs.size();
  const Vector held = share * kept.end_force;
  const Vector force =
      system_.constant_force + system_.input_forces * inputs + w_.transpose() * held;
  q_ = kept.q;
  v_ = kept.v;
  flow_.advance(&q_, &v_);
  q_ += flow_.q_by_force().cwiseProduct(force);
  v_ += flow_.velocity_by_force().cwiseProduct(force);
  const bool at_once = keep_ == -1.0;
  phi_.head(nr) =
      at_once ? Vector(Vector::Zero(nr)) : Vector(keep_ * kept.phi.head(nr) + gain_ * held);
  phi_.tail(nu) = at_once ? end_inputs_ : Vector(keep_ * kept.phi.tail(nu) + gain_ * inputs);
  const Vector free = seen(rows_at(q_, phi_), kept.s);
  bool touches = kept.end_force.cwiseAbs().maxCoeff() > 0.0;
  for (Eigen::Index r = 0; r < nr; r += 3) touches = touches || free[r] < 0.0;
  const double part = 1.0 - share;  // of the end force
  const Vector p =
      touches ? solve(motion, free, part * kept.end_force, mu_) : Vector(Vector::Zero(nr));
  const Vector push = w_.transpose() * p;
  q_ += flow_.q_by_force().cwiseProduct(push);
  v_ += flow_.velocity_by_force().cwiseProduct(push);
  phi_.head(nr) += gain * p;
  s_ = rows_at(q_, phi_);
  mean_ = held + p;
  end_force_ = p / part;
}

std::optional<StepReport> PositionOrder::step(const Vector& inputs) {
  const Kept kept{q_, v_, phi_, s_, end_force_};
  advance(kept, inputs, 0.5, gain_, motion_);
  if (!balance(kept, 0.0)) {
    ++limited_;
    const Eigen::Index nr = w_.rows();
    const bool at_once = keep_ == -1.0;
    const Matrix soft = ports_.topLeftCorner(nr, nr);
    advance(kept, inputs, 0.0, at_once ? 1.0 : gain_, at_once ? Matrix(motion_ - soft) : motion_);
    const Vector change = end_force_ - kept.end_force;
    if (!balance(kept, at_once ? 0.5 * change.dot(soft * change) : 0.0)) stop(kept);
  }
  record_.book(mean_, end_force_, s_ - kept.s, mu_);
  const Eigen::Index nu = inputs.size();
  const Vector moved = ports_.bottomRows(nu) * (phi_ - kept.phi);
  work_ += inputs.dot(system_.input_forces.transpose() * (q_ - kept.q) + moved) +
           system_.constant_force.dot(q_ - kept.q);
  last_phi_ = kept.phi;
  ++steps_;
  StepReport report;
  report.touching = mean_.cwiseAbs().maxCoeff() > 0.0;
  return report;
}

// Books of the step, `lost` to the compliance among them; what was gained beyond the bank is taken
// out of the motion. False, and no books, if the forces of the step do not move enough for that.
bool PositionOrder::balance(const Kept& kept, double lost) {
  double gained = -lost, rubbed = 0.0;
  const double rounding = kDebt * mean_.cwiseAbs().dot(s_.cwiseAbs());
  for (Eigen::Index r = 0; r < s_.size(); r += 3) {
    const double along = mean_.segment<2>(r + 1).dot((s_ - kept.s).segment<2>(r + 1));
    gained += mean_[r] * (s_[r] - kept.s[r]) + std::max(along, 0.0);
    rubbed += std::max(-along, 0.0);
  }
  const double excess = gained - bank_;
  if (excess > rounding) {
    const Vector push = w_.transpose() * mean_;
    const double along = v_.dot(push), square = push.squaredNorm();
    const double root = along * along - 2.0 * square * excess;
    if (!(square > 0.0) || root < 0.0) return false;
    v_ -= 2.0 * excess / (along + std::copysign(std::sqrt(root), along)) * push;
  }
  bank_ = excess > rounding ? 0.0 : -excess;
  friction_ += rubbed;
  const Vector followed = phi_ - kept.phi;  // behind by a lag of lag / h
  damped_ += std::max(1.0 / gain_ - 0.5, 0.0) * followed.dot(ports_ * followed);
  return true;
}

void PositionOrder::stop(const Kept& kept) {
  stopped_ += 0.5 * kept.v.squaredNorm();
  q_ = kept.q;
  v_.setZero();
  phi_ = kept.phi;
  s_ = kept.s;
  end_force_ = kept.end_force;
}

EnergyBooks PositionOrder::books() const {
  const double stored = 0.5 * v_.squaredNorm() +
                        0.5 * system_.omega.cwiseProduct(q_).squaredNorm() +
                        0.5 * phi_.dot(ports_ * phi_);
  return {stored, work_, friction_ + damped_ + scheme_loss(), friction_, scheme_loss()};
}

Vector PositionOrder::outputs() const {
  Vector y(static_cast<Eigen::Index>(system_.outputs.size()));
  for (std::size_t k = 0; k < system_.outputs.size(); ++k)
    y[static_cast<Eigen::Index>(k)] = output(system_.outputs[k]);
  return y;
}

double PositionOrder::output(const OutputChannel& channel) const {
  const ResidualCompliance& residual = residual_of(system_);
  const auto row = [&] { return system_.output_rows.row(channel.index); };
  const auto soft = [&] { return residual.output_compliance.row(channel.index); };
  switch (channel.quantity) {
    case OutputQuantity::displacement:
      return row().dot(q_) + soft().dot(phi_) + residual.output_offset[channel.index];
    case OutputQuantity::velocity:
      return row().dot(v_) + soft().dot(phi_ - last_phi_) / h_;
    case OutputQuantity::modal_coordinate:
      return q_[channel.index];
    case OutputQuantity::contact_force:
      return steps_ == 0 ? end_force_[channel.index] : mean_[channel.index];
    case OutputQuantity::gap:
      return clearance_[channel.index] + s_[3 * channel.index];
    default:
      if (const auto recorded = record_.output(channel)) return *recorded;
      throw Error("output " + channel.name, "contacts at position level do not have this quantity",
                  "leave it out of [[outputs]], or set contact.level to \"velocity\"");
  }
}

Condensation position_condensation(const FullSystem& system) {
  demand(system.model.size() <= kMostDense, "full order",
         "contacts at position level take all " + std::to_string(system.model.size()) +
             " modes, by dense matrices up to " + std::to_string(kMostDense),
         "compare with a model of many more modes, or set contact.level to \"velocity\"");
  CondenseOptions all;
  all.method = "massless_boundary";
  all.modes.all = true;
  all.hold_loose = true;
  return condense(system, contact_interface(system), all);
}

}  // namespace mortise::gen
