#include "generator/simulate/structure/stepped_bolted.hpp"

#include "generator/simulate/bolted/exact_modes.hpp"
#include "generator/simulate/bolted/path_step.hpp"

namespace mortise::gen {

SteppedBolted::SteppedBolted(const FullInterface& interface, double step)
    : SteppedInterface(interface, step),
      bolted_(*interface.as<BoltedZones>()),
      system_(bolted_.body->system),
      scale_(exact_modes(system_.modes.omega, 2.0 * system_.zeta.cwiseProduct(system_.modes.omega),
                         step)
                 .scale),
      newton_(system_.compliance(), system_.friction) {
  newton_.set_base(system_.preloaded.state);
}

Vector SteppedBolted::eta_of(const Vector& displacement) const {
  return scale_.cwiseProduct(displacement.segment(bolted_.first_mode, bolted_.modes));
}

void SteppedBolted::start(const BodyState& state) {
  contact_ = system_.preloaded.state;
  eta_ = eta_of(state.displacement);
  inputs_ = state.inputs;
  free_gap_ = bend(system_, eta_, inputs_, &contact_);
  last_slid_ = before_slid_ = slid();
  books_.stored = stored();
}

Vector SteppedBolted::force_change() const {
  return contact_.force - system_.preloaded.state.force;
}

void SteppedBolted::kick(const Vector& inputs, Vector* velocity) const {
  velocity->segment(bolted_.first_mode, bolted_.modes) =
      h_ / 2 * (system_.contact_force(eta_, inputs, force_change()) + system_.modal_loads * inputs);
}

void SteppedBolted::finish(const RowStep&, const BodyState& state) {
  const Vector loads = at_loads(), mean = 0.5 * (inputs_ + state.inputs);
  const Vector eta = eta_of(state.displacement);
  const Vector free_gap = system_.free_gap(eta, state.inputs);
  const SurfaceState before = contact_;
  path_step(free_gap_, free_gap, &newton_, &contact_);
  free_gap_ = free_gap;
  books_.friction += sliding_work(before, contact_);
  eta_ = eta;
  inputs_ = state.inputs;
  work_ += mean.dot(at_loads() - loads);
  before_slid_ = last_slid_;
  last_slid_ = slid();
  books_.stored = stored();
}

double SteppedBolted::stored() const {
  return system_.elastic_energy(eta_, inputs_, contact_) -
         0.5 * system_.modes.omega.cwiseProduct(eta_).squaredNorm();
}

Vector SteppedBolted::at_loads() const {
  return system_.condensed_loads.transpose() * eta_ +
         system_.boundary_loads.transpose() * system_.on_boundary(force_change()) +
         system_.load_flexibility * inputs_;
}

Vector SteppedBolted::slid() const {
  return (system_.by_modes - system_.by_shapes) * eta_ +
         system_.by_boundary * system_.on_boundary(force_change()) + system_.by_inputs * inputs_;
}

double SteppedBolted::displacement(Eigen::Index row) const {
  return system_.by_shapes.row(row).dot(eta_) + last_slid_[row];
}

double SteppedBolted::velocity(Eigen::Index row, const Vector& eta_speed) const {
  return system_.by_shapes.row(row).dot(eta_speed) + (last_slid_[row] - before_slid_[row]) / h_;
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

std::optional<double> SteppedBolted::own_output(const OutputChannel& channel,
                                                const BodyState& state) const {
  switch (channel.quantity) {
    case OutputQuantity::displacement:
      return displacement(channel.index);
    case OutputQuantity::velocity:
      return velocity(channel.index, state.velocity.segment(bolted_.first_mode, bolted_.modes));
    case OutputQuantity::contact_force:
      return resultants()[channel.index];
    case OutputQuantity::slipping_share:
      return slipping();
    case OutputQuantity::training_ratio:
      return 0.0;  // of the reduced model alone
    default:
      return std::nullopt;
  }
}

}  // namespace mortise::gen
