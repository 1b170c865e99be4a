#include "generator/simulate/bolted/bolted_order.hpp"

#include <fmt/format.h>

#include <Eigen/LU>

#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/dense/small_lu.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/bolted/path_step.hpp"

namespace mortise::gen {
namespace {

// D^-1 = (I + h zeta omega + h^2/4 Kbar)^-1 of the trapezoidal rule.
Matrix trapezoidal_inverse(const BoltedSystem& s, double h) {
  Matrix d = 0.25 * h * h * s.modes.stiffness;
  d.diagonal() += (1.0 + h * s.zeta.array() * s.modes.omega.array()).matrix();
  return inverse(d);
}

// What points see in one step: Q, and the modes' own answer where they move with the forces.
Matrix step_flexibility(const BoltedSystem& s, const BoltedOrderOptions& o, const Matrix& inverse) {
  if (o.scheme != BoltedScheme::MOREAU_JEAN) return s.modes.flexibility;
  const Matrix moved = s.modes.boundary_motions();
  return s.modes.flexibility +
         0.25 * o.step * o.step * product(moved, product(inverse, moved.transpose()));
}

}  // namespace

BoltedOrder::BoltedOrder(const BoltedSystem& system, const BoltedOrderOptions& options)
    : system_(system),
      options_(options),
      flow_(system.modes.omega, system.zeta.cwiseProduct(system.modes.omega), options.step),
      implicit_inverse_(trapezoidal_inverse(system, options.step)),
      flexibility_(step_flexibility(system, options, implicit_inverse_)),
      newton_(system.structure->compliance(flexibility_), system.friction),
      inputs_(Vector::Zero(system.inputs())) {
  demand(options.step > 0.0, "step.size", "is not positive", "give a time step in seconds");
  newton_.set_base(system.preloaded.state);
  start_from(Vector::Zero(system.modes.count()));
}

void BoltedOrder::start_from(const Vector& eta, const Vector& velocity, int increments) {
  contact_ = system_.preloaded.state;
  velocity_ = velocity.size() > 0 ? velocity : Vector::Zero(eta.size());
  eta_ = eta;
  bend(system_, eta, inputs_, &contact_, increments);
  force_ = system_.contact_force(eta_, inputs_, change());
  // what this step's compliance makes of the gaps as they are
  free_gap_ = contact_.gap - system_.structure->compliance(flexibility_).product(contact_.force);
  last_slid_ = slid();
  slid_velocity_ = Vector::Zero(last_slid_.size());
  dissipated_ = work_ = 0.0;
  steps_ = 0;
}

Vector BoltedOrder::change() const { return contact_.force - system_.preloaded.state.force; }

void BoltedOrder::solve_contact(const Vector& free_gap) {
  const SurfaceState before = contact_;
  path_step(free_gap_, free_gap, &newton_, &contact_);
  free_gap_ = free_gap;
  dissipated_ += sliding_work(before, contact_);
}

void BoltedOrder::kick_flow_kick(const Vector& start, const Vector& end) {
  velocity_ += 0.5 * options_.step * (force_ + system_.modal_loads * start);
  flow_.advance(&eta_, &velocity_);
  solve_contact(system_.free_gap(eta_, end));
  force_ = system_.contact_force(eta_, end, change());
  velocity_ += 0.5 * options_.step * (force_ + system_.modal_loads * end);
}

// v+ - v = h (-2 zeta omega v_m - Kbar eta_m + r_m + f_m), r = A^T W^T dlambda, m: means of both
// ends.
void BoltedOrder::moreau_jean(const Vector& start, const Vector& end) {
  const double h = options_.step;
  const Matrix& stiffness = system_.modes.stiffness;
  const auto pull = [&] {
    return Vector(system_.modes.boundary_motions().transpose() * system_.on_boundary(change()));
  };
  const Vector known = velocity_ -
                       h * system_.zeta.cwiseProduct(system_.modes.omega).cwiseProduct(velocity_) -
                       stiffness * (h * eta_ + 0.25 * h * h * velocity_) +
                       0.5 * h * (pull() + system_.condensed_loads * (start + end));
  const Vector free_velocity = implicit_inverse_ * known;
  const Vector free_eta = eta_ + 0.5 * h * (velocity_ + free_velocity);
  const Vector preload = implicit_inverse_ * (system_.modes.boundary_motions().transpose() *
                                              system_.on_boundary(system_.preloaded.state.force));
  solve_contact(system_.free_gap(free_eta - 0.25 * h * h * preload, end));
  const Vector pushed = 0.5 * h * (implicit_inverse_ * pull());
  velocity_ = free_velocity + pushed;
  eta_ = free_eta + 0.5 * h * pushed;
}

void BoltedOrder::held_force(const Vector& start, const Vector& end) {
  const Vector force = force_ + 0.5 * system_.modal_loads * (start + end);
  flow_.advance(&eta_, &velocity_);
  eta_ += flow_.q_by_force().cwiseProduct(force);
  velocity_ += flow_.velocity_by_force().cwiseProduct(force);
  solve_contact(system_.free_gap(eta_, end));
  force_ = system_.contact_force(eta_, end, change());
}

std::optional<StepReport> BoltedOrder::step(const Vector& inputs) {
  const Vector end = inputs.size() > 0 ? inputs : Vector::Zero(system_.inputs());
  const Vector start = options_.inputs_at_end ? inputs_ : end;
  const Vector before = at_loads();
  try {
    switch (options_.scheme) {
      case BoltedScheme::KICK_FLOW_KICK:
        kick_flow_kick(start, end);
        break;
      case BoltedScheme::MOREAU_JEAN:
        moreau_jean(start, end);
        break;
      case BoltedScheme::HELD_FORCE:
        held_force(start, end);
        break;
    }
  } catch (const Error& error) {
    failure_ = fmt::format("t = {} s: {}", time(), error.what());
    return {};
  }
  inputs_ = end;
  ++steps_;
  work_ += 0.5 * (start + end).dot(at_loads() - before);
  const Vector now = slid();
  slid_velocity_ = (now - last_slid_) / options_.step;
  last_slid_ = now;
  StepReport report;
  report.touching = true;
  return report;
}

Vector BoltedOrder::at_loads() const {
  return system_.condensed_loads.transpose() * eta_ +
         system_.boundary_loads.transpose() * system_.on_boundary(change()) +
         system_.load_flexibility * inputs_;
}

Vector BoltedOrder::slid() const {
  return (system_.by_modes - system_.by_shapes) * eta_ +
         system_.by_boundary * system_.on_boundary(change()) + system_.by_inputs * inputs_;
}

EnergyBooks BoltedOrder::books() const {
  EnergyBooks books;
  books.stored = 0.5 * velocity_.squaredNorm() + system_.elastic_energy(eta_, inputs_, contact_);
  books.work = work_;
  books.dissipated = dissipated_;
  return books;
}

Vector BoltedOrder::outputs() const {
  const auto zones = static_cast<Eigen::Index>(system_.structure->zones.size());
  const Eigen::Index k = system_.by_shapes.rows();
  Vector y(2 * k + 5 * zones + 1);
  y.head(k) = system_.by_shapes * eta_ + last_slid_;
  y.segment(k, k) = system_.by_shapes * velocity_ + slid_velocity_;
  Eigen::Index point = 0;
  for (Eigen::Index z = 0; z < zones; ++z) {
    const Eigen::Index points = system_.structure->zones[static_cast<std::size_t>(z)].points();
    int closed = 0, slipping = 0;
    Vector3 sum = Vector3::Zero();
    for (Eigen::Index p = point; p < point + points; ++p) {
      const PointStatus status = contact_.status[static_cast<std::size_t>(p)];
      sum += contact_.force.segment<3>(3 * p);
      closed += status != PointStatus::OPEN ? 1 : 0;
      slipping += status == PointStatus::SLIP ? 1 : 0;
    }
    point += points;
    y.segment<3>(2 * k + 3 * z) = sum;
    y[2 * k + 3 * zones + z] = closed > 0 ? double(slipping) / closed : 0.0;
    y[2 * k + 4 * zones + z] = closed;
  }
  y[y.size() - 1] = dissipated_;
  return y;
}

std::vector<std::string> BoltedOrder::output_names(const BoltedSystem& system,
                                                   const std::vector<std::string>& motions) {
  std::vector<std::string> names = motions;
  for (const std::string& motion : motions) names.push_back(motion + "_velocity");
  for (const ContactZone& zone : system.structure->zones)
    for (const char* part : {"normal", "tangential_1", "tangential_2"})
      names.push_back(zone.name + "_" + part);
  for (const char* what : {"slipping", "closed"})
    for (const ContactZone& zone : system.structure->zones) names.push_back(zone.name + "_" + what);
  names.emplace_back("dissipated");
  return names;
}

}  // namespace mortise::gen
