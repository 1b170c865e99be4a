#include "generator/reduce/bolted/reduced_backbone.hpp"

#include <cmath>

#include "generator/ground/numbers/constants.hpp"
#include "generator/reduce/bolted/reduced_stepper.hpp"

namespace mortise::gen {
namespace {

// The statics of all modes under a load of one: omega^2 eta = load + S x at the contact's x, in
// which eta = (load + S x) / omega^2 is no unknown: y = constant + T W^-2 load + (P + T W^-2 S) x.
ReducedBolted without_modes(const ReducedBolted& reduced, Eigen::Index mode) {
  const Vector compliance = reduced.omega.cwiseAbs2().cwiseInverse();
  ReducedBolted statics = reduced;
  statics.pivot += reduced.from_modes * compliance.asDiagonal() * contact_on_modes(reduced);
  statics.from_inputs = reduced.from_modes.col(mode) * compliance[mode];
  return statics;
}

class ModalBranch {
 public:
  ModalBranch(const ReducedBolted& reduced, const ReducedBolted& statics, Eigen::Index mode)
      : reduced_(reduced), statics_(statics), mode_(mode), contact_(statics, kExact) {}

  double move(double load) {
    coordinate_at_ = load;
    return contact_.advance(statics_.constant + statics_.from_inputs * load);
  }
  double coordinate() const {
    const double omega = reduced_.omega[mode_];
    return (coordinate_at_ + (contact_on_modes(reduced_) * contact_.x())[mode_]) / (omega * omega);
  }

 private:
  static constexpr ReducedContactOptions kExact{1e-7, 2000000};
  const ReducedBolted& reduced_;
  const ReducedBolted& statics_;
  Eigen::Index mode_;
  ReducedContact contact_;
  double coordinate_at_ = 0.0;
};

}  // namespace

std::vector<BackbonePoint> reduced_backbone(const ReducedBolted& reduced, Eigen::Index mode,
                                            const std::vector<double>& loads, int steps) {
  const ReducedBolted statics = without_modes(reduced, mode);
  ModalBranch up(reduced, statics, mode), down(reduced, statics, mode);
  std::vector<BackbonePoint> points;
  for (const double load : loads) {
    up.move(load);
    down.move(-load);
    BackbonePoint point;
    point.load = load;
    point.coordinate = 0.5 * std::abs(up.coordinate() - down.coordinate());
    const double omega2 = load / point.coordinate;
    point.frequency_hz = std::sqrt(omega2) / kTwoPi;
    ModalBranch loop = up;
    double work = 0.0;
    for (int k = 1; k <= 2 * steps; ++k) work += loop.move(load * std::cos(kPi * k / steps));
    point.damping = work / (kTwoPi * omega2 * point.coordinate * point.coordinate);
    points.push_back(point);
  }
  return points;
}

}  // namespace mortise::gen
