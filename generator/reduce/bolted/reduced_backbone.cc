#include "generator/reduce/bolted/reduced_backbone.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "generator/ground/numbers/constants.hpp"
#include "generator/reduce/bolted/reduced_stepper.hpp"

namespace mortise::gen {
namespace {

// Loops are parted so much finer than those of all points: means of the forces at both ends miss
// work where slip turns around within a step.
constexpr int kFiner = 16;

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
  // Both outlive this.
  ModalBranch(const ReducedBolted& reduced, const ReducedBolted& statics, Eigen::Index mode)
      : reduced_(&reduced),
        statics_(&statics),
        unit_(Vector::Unit(reduced.omega.size(), mode)),
        contact_(statics, kExact) {}

  // Work of friction on the way to `load`.
  double move(double load) {
    load_ = load;
    const Vector before = gaps();
    const double work = contact_.advance(statics_->constant + statics_->from_inputs.col(0) * load);
    moved_ = gaps() - before;
    return work;
  }
  Vector modes() const {
    const Vector forces = load_ * unit_ + contact_on_modes(*reduced_) * contact_.x();
    return forces.cwiseQuotient(reduced_->omega.cwiseAbs2());
  }
  double coordinate() const { return unit_.dot(modes()); }
  // Since the preload, without inputs.
  Vector motions() const {
    return reduced_->motions.modes * modes() + reduced_->motions.contact * contact_.x();
  }

  // What every cluster did in the last move.
  std::vector<PointStatus> status() const {
    std::vector<PointStatus> is;
    const Vector now = gaps();
    for (std::size_t c = 0; c < reduced_->clusters.size(); ++c) {
      const auto row = 3 * static_cast<Eigen::Index>(c);
      is.push_back(now[row] > 0.0                         ? PointStatus::OPEN
                   : moved_.segment<2>(row + 1).isZero(0) ? PointStatus::STICK
                                                          : PointStatus::SLIP);
    }
    return is;
  }
  double max_slip(const std::vector<PointStatus>& status) const {
    const Vector now = gaps();
    double most = 0.0;
    for (std::size_t c = 0; c < status.size(); ++c)
      if (status[c] != PointStatus::OPEN)
        most = std::max(most, now.segment<2>(3 * static_cast<Eigen::Index>(c) + 1).norm());
    return most;
  }

 private:
  static constexpr ReducedContactOptions kExact{1e-7, 2000000};

  Vector gaps() const {
    Vector gap = contact_.x();
    for (std::size_t c = 0; c < reduced_->clusters.size(); ++c)
      if (!reduced_->clusters[c].base) {
        const auto row = 3 * static_cast<Eigen::Index>(c);
        gap.segment<3>(row) = contact_.y().segment<3>(row);
      }
    return gap;
  }

  const ReducedBolted* reduced_;
  const ReducedBolted* statics_;
  Vector unit_;
  ReducedContact contact_;
  double load_ = 0.0;
  Vector moved_;
};

double norm_of(const Vector& motions, const std::vector<Eigen::Index>& sensor) {
  double sum = 0.0;
  for (const Eigen::Index row : sensor) sum += motions[row] * motions[row];
  return std::sqrt(sum);
}

}  // namespace

double sensed(const ReducedBolted& reduced, const std::vector<Eigen::Index>& sensor,
              Eigen::Index mode) {
  return norm_of(reduced.motions.modes.col(mode), sensor);
}

std::vector<BackbonePoint> reduced_backbone(const ReducedBolted& reduced,
                                            const ReducedBackboneTask& task) {
  const ReducedBolted statics = without_modes(reduced, task.mode);
  ModalBranch up(reduced, statics, task.mode), down(reduced, statics, task.mode);
  std::vector<BackbonePoint> points;
  for (const double load : task.loads) {
    up.move(load);
    down.move(-load);
    BackbonePoint point;
    point.load = load;
    point.coordinate = 0.5 * std::abs(up.coordinate() - down.coordinate());
    point.frequency_hz = std::sqrt(load / point.coordinate) / kTwoPi;
    if (!task.sensor.empty())
      point.amplitude = norm_of(0.5 * (up.motions() - down.motions()), task.sensor);
    point.masing_damping = std::nan("");
    point.status = up.status();
    for (const PointStatus status : point.status) {
      point.closed_points += status == PointStatus::OPEN ? 0 : 1;
      point.slip_points += status == PointStatus::SLIP ? 1 : 0;
    }
    point.max_slip = up.max_slip(point.status);
    if (task.steps > 0) {
      ModalBranch loop = up;
      const int parts = kFiner * task.steps;
      double work = 0.0;
      for (int k = 1; k <= 2 * parts; ++k) work += loop.move(load * std::cos(kPi * k / parts));
      point.damping = work / (kTwoPi * load * point.coordinate);
    }
    points.push_back(std::move(point));
  }
  return points;
}

std::vector<double> loads_for(const ReducedBolted& reduced, ReducedBackboneTask task,
                              const std::vector<double>& amplitudes) {
  constexpr int kPasses = 8;
  constexpr double kClose = 1e-3;
  std::map<double, double> known;  // amplitude by load, logarithms
  task.steps = 0;
  for (int pass = 0; pass < kPasses; ++pass) {
    std::sort(task.loads.begin(), task.loads.end());
    const std::vector<BackbonePoint> points = reduced_backbone(reduced, task);
    for (const BackbonePoint& point : points)
      known[std::log(point.load)] = std::log(point.amplitude);
    double worst = 0.0;
    for (std::size_t k = 0; k < amplitudes.size(); ++k) {
      const double wanted = std::log(amplitudes[k]);
      worst = std::max(worst, std::abs(std::log(points[k].amplitude) - wanted));
      auto above = known.begin();
      while (above != known.end() && above->second < wanted) ++above;
      if (above == known.begin()) {
        task.loads[k] = std::exp(above->first + wanted - above->second);
        continue;
      }
      const auto below = std::prev(above);
      if (above == known.end()) {  // beyond: on along the last secant
        const auto before = below == known.begin() ? below : std::prev(below);
        const double slope =
            before == below ? 1.0
                            : (below->first - before->first) / (below->second - before->second);
        task.loads[k] =
            std::exp(below->first + std::clamp(slope, 0.0, 1.0) * (wanted - below->second));
        continue;
      }
      const double share = (wanted - below->second) / (above->second - below->second);
      task.loads[k] = std::exp(below->first + share * (above->first - below->first));
    }
    if (worst < kClose) break;
  }
  return task.loads;
}

}  // namespace mortise::gen
