#include "generator/simulate/bolted/stepped_bolted.hpp"

#include "generator/simulate/bolted/path_step.hpp"

namespace mortise::gen {

SteppedBolted::SteppedBolted(const BondedBody& part)
    : system_(part.system), newton_(part.system.compliance(), part.system.friction) {
  newton_.set_base(system_.preloaded.state);
  start(Vector::Zero(system_.modes.count()), Vector::Zero(system_.inputs()));
}

void SteppedBolted::start(const Vector& eta, const Vector& inputs) {
  contact_ = system_.preloaded.state;
  eta_ = eta;
  inputs_ = inputs;
  free_gap_ = bend(system_, eta, inputs, &contact_);
  last_slid_ = before_slid_ = slid();
  friction_ = work_ = 0.0;
}

Vector SteppedBolted::change() const { return contact_.force - system_.preloaded.state.force; }

Vector SteppedBolted::force(const Vector& inputs) const {
  return system_.contact_force(eta_, inputs, change()) + system_.modal_loads * inputs;
}

void SteppedBolted::solve(const Vector& eta, const Vector& inputs) {
  const Vector loads = at_loads(), mean = 0.5 * (inputs_ + inputs);
  const Vector free_gap = system_.free_gap(eta, inputs);
  const SurfaceState before = contact_;
  path_step(free_gap_, free_gap, &newton_, &contact_);
  free_gap_ = free_gap;
  friction_ += sliding_work(before, contact_);
  eta_ = eta;
  inputs_ = inputs;
  work_ += mean.dot(at_loads() - loads);
  before_slid_ = last_slid_;
  last_slid_ = slid();
}

double SteppedBolted::stored() const {
  return system_.elastic_energy(eta_, inputs_, contact_) -
         0.5 * system_.modes.omega.cwiseProduct(eta_).squaredNorm();
}

Vector SteppedBolted::at_loads() const {
  return system_.condensed_loads.transpose() * eta_ +
         system_.boundary_loads.transpose() * system_.on_boundary(change()) +
         system_.load_flexibility * inputs_;
}

Vector SteppedBolted::slid() const {
  return (system_.by_modes - system_.by_shapes) * eta_ +
         system_.by_boundary * system_.on_boundary(change()) + system_.by_inputs * inputs_;
}

double SteppedBolted::displacement(Eigen::Index row) const {
  return system_.by_shapes.row(row).dot(eta_) + last_slid_[row];
}

double SteppedBolted::velocity(Eigen::Index row, const Vector& eta_speed, double h) const {
  return system_.by_shapes.row(row).dot(eta_speed) + (last_slid_[row] - before_slid_[row]) / h;
}

Vector SteppedBolted::resultants() const {
  const std::vector<ContactZone>& zones = system_.structure->zones;
  Vector sums = Vector::Zero(3 * static_cast<Eigen::Index>(zones.size()));
  Eigen::Index point = 0, row = 0;
  for (const ContactZone& zone : zones) {
    for (Eigen::Index p = 0; p < zone.points(); ++p, ++point)
      sums.segment<3>(row) += contact_.force.segment<3>(3 * point);
    row += 3;
  }
  return sums;
}

double SteppedBolted::slipping() const {
  int closed = 0, slipping = 0;
  for (const PointStatus status : contact_.status) {
    closed += status != PointStatus::OPEN ? 1 : 0;
    slipping += status == PointStatus::SLIP ? 1 : 0;
  }
  return closed > 0 ? double(slipping) / closed : 0.0;
}

bool SteppedBolted::touching() const {
  const std::vector<PointStatus>& first = system_.preloaded.state.status;
  for (std::size_t p = 0; p < first.size(); ++p)
    if (contact_.status[p] == PointStatus::SLIP ||
        (contact_.status[p] == PointStatus::OPEN) != (first[p] == PointStatus::OPEN))
      return true;
  return false;
}

}  // namespace mortise::gen
