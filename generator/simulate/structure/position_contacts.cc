#include "generator/simulate/structure/position_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "generator/contact/unilateral/semismooth_newton.hpp"

namespace mortise::gen {
namespace {

constexpr double kContactTolerance = 1e-12;  // of the contact solve, relative to the free motion
constexpr double kDebt = 1e-12;              // of force times place: what rounding takes at rest

}  // namespace

PositionContacts::PositionContacts(std::vector<ContactParameters> points, double filter_time,
                                   ResidualCompliance compliance, double lag, double step)
    : defined_(points),
      points_(std::move(points)),
      filter_time_(filter_time),
      h_(step),
      keep_((2.0 * lag - step) / (2.0 * lag + step)),
      gain_(2.0 * step / (2.0 * lag + step)),
      residual_(std::move(compliance)),
      ports_(residual_.ports()),
      mu_(static_cast<Eigen::Index>(points_.size())),
      clearance_(mu_.size()),
      s_(Vector::Zero(3 * mu_.size())) {
  for (Eigen::Index c = 0; c < mu_.size(); ++c) {
    mu_[c] = points_[static_cast<std::size_t>(c)].friction;
    clearance_[c] = points_[static_cast<std::size_t>(c)].clearance;
  }
}

void PositionContacts::set_state(const Vector& moved, const Vector& inputs) {
  phi_ = Vector::Zero(ports_.rows());
  phi_.tail(inputs.size()) = inputs;
  record_ = ContactRecord(mu_.size(), h_, filter_time_);
  bank_ = stopped_ = friction_ = damped_ = work_ = 0.0;
  settle(moved, nullptr);
  mean_ = end_force_;
}

Vector PositionContacts::rows_at(const Vector& moved, const Vector& phi) const {
  return moved + ports_.topRows(s_.size()) * phi + residual_.row_offset;
}

Vector PositionContacts::relative(const Vector& rows, const Vector& slip_from) const {
  Vector y = rows - slip_from;
  for (Eigen::Index c = 0; c < mu_.size(); ++c) y[3 * c] = clearance_[c] + rows[3 * c];
  return y;
}

Vector PositionContacts::forces(const Matrix& motion, const Vector& seen, const Vector& start,
                                const Vector& friction) const {
  InterfaceProblem problem;
  problem.G = motion;
  problem.b = seen;
  problem.mu = friction;
  SemismoothOptions options;
  options.tolerance = kContactTolerance;
  return semismooth_newton(problem, options, start).lambda;
}

Vector PositionContacts::solve(const Matrix& motion, const Vector& seen,
                               const Vector& start) const {
  return forces(motion, seen, start, mu_);
}

// slip_from: rows whose tangents friction holds; null: there is none.
void PositionContacts::settle(const Vector& moved, const Vector* slip_from) {
  const Eigen::Index nr = s_.size();
  Vector without = phi_;
  without.head(nr).setZero();
  const Vector free = rows_at(moved, without);
  end_force_ = forces(compliance(), relative(free, slip_from != nullptr ? *slip_from : free),
                      Vector::Zero(nr), slip_from != nullptr ? mu_ : Vector(0.0 * mu_));
  phi_.head(nr) = end_force_;
  last_phi_ = phi_;
  s_ = rows_at(moved, phi_);
}

void PositionContacts::change(const LawChange& change, const Vector& moved) {
  for (Eigen::Index c = 0; c < mu_.size(); ++c) {
    const auto at = static_cast<std::size_t>(c);
    if (!change.is_of(at)) continue;
    change.make(defined_[at], &points_[at]);
    mu_[c] = points_[at].friction;
    clearance_[c] = points_[at].clearance;
  }
  const Vector held = s_;
  if (follows_at_once()) settle(moved, &held);
}

PositionContacts::Trial PositionContacts::begin(double share, const Vector& inputs,
                                                const Vector& end_inputs) const {
  const Eigen::Index nr = s_.size(), nu = inputs.size();
  const bool at_once = follows_at_once();
  Trial trial;
  trial.share = share;
  trial.gain = at_once && share == 0.0 ? 1.0 : gain_;
  trial.mean = share * end_force_;
  trial.phi = phi_;
  trial.phi.head(nr) =
      at_once ? Vector(Vector::Zero(nr)) : Vector(keep_ * phi_.head(nr) + gain_ * trial.mean);
  trial.phi.tail(nu) = at_once ? end_inputs : Vector(keep_ * phi_.tail(nu) + gain_ * inputs);
  return trial;
}

Vector PositionContacts::seen(const Trial& trial, const Vector& moved) const {
  return relative(rows_at(moved, trial.phi), s_);
}

bool PositionContacts::touches(const Vector& seen) const {
  bool any = end_force_.cwiseAbs().maxCoeff() > 0.0;
  for (Eigen::Index r = 0; r < seen.size(); r += 3) any = any || seen[r] < 0.0;
  return any;
}

void PositionContacts::finish(const Vector& added, const Vector& moved, Trial* trial) const {
  trial->phi.head(added.size()) += trial->gain * added;
  trial->s = rows_at(moved, trial->phi);
  trial->mean += added;
  trial->end_force = added / (1.0 - trial->share);
}

PositionContacts::Exchange PositionContacts::exchange(const Trial& trial) const {
  Exchange e;
  const Vector way = trial.s - s_;
  for (Eigen::Index r = 0; r < way.size(); r += 3) {
    const double along = trial.mean.segment<2>(r + 1).dot(way.segment<2>(r + 1));
    e.gained += trial.mean[r] * way[r] + std::max(along, 0.0);
    e.rubbed += std::max(-along, 0.0);
  }
  return e;
}

double PositionContacts::excess(const Trial& trial, double lost) const {
  const double owed = exchange(trial).gained - lost - bank_;
  return owed > kDebt * trial.mean.cwiseAbs().dot(trial.s.cwiseAbs()) ? owed : 0.0;
}

void PositionContacts::commit(const Trial& trial, double lost) {
  const Exchange e = exchange(trial);
  bank_ = excess(trial, lost) > 0.0 ? 0.0 : bank_ - (e.gained - lost);
  friction_ += e.rubbed;
  const Vector followed = trial.phi - phi_;  // behind by a lag of lag / h
  damped_ += std::max(1.0 / gain_ - 0.5, 0.0) * followed.dot(ports_ * followed);
  record_.book(trial.mean, trial.end_force, trial.s - s_, mu_);
  const Eigen::Index nu = followed.size() - s_.size();
  const Vector driven = (phi_ + followed / gain_).tail(nu);
  work_ += driven.dot(ports_.bottomRows(nu) * followed);
  last_phi_ = phi_;
  phi_ = trial.phi;
  s_ = trial.s;
  end_force_ = trial.end_force;
  mean_ = trial.mean;
}

double PositionContacts::displaced(int row) const {
  if (row >= residual_.output_compliance.rows()) return 0.0;
  return residual_.output_compliance.row(row).dot(phi_) + residual_.output_offset[row];
}

double PositionContacts::speed(int row) const {
  if (row >= residual_.output_compliance.rows()) return 0.0;
  return residual_.output_compliance.row(row).dot(phi_ - last_phi_) / h_;
}

std::optional<double> PositionContacts::output(const OutputChannel& channel) const {
  switch (channel.quantity) {
    case OutputQuantity::contact_force:
      return mean_[channel.index];
    case OutputQuantity::gap:
      return clearance_[channel.index] + s_[3 * channel.index];
    default:
      return record_.output(channel);
  }
}

std::optional<double> share_taken(double along, double square, double excess) {
  const double root = along * along - 2.0 * square * excess;
  if (!(square > 0.0) || root < 0.0) return {};
  return -2.0 * excess / (along + std::copysign(std::sqrt(root), along));
}

}  // namespace mortise::gen
