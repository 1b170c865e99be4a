#include "generator/simulate/bolted/preload.hpp"

#include <fmt/format.h>

#include <cmath>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr int kPreloadPasses = 30;
constexpr double kEstimated = 0.02;  // of the resultants, what a pass in one step is good for

SurfaceState untouched(const BoltedStructure& s) {
  SurfaceState state;
  state.force = Vector::Zero(s.points.rows());
  state.gap = -s.height;
  state.status.assign(static_cast<std::size_t>(s.point_count()), PointStatus::OPEN);
  return state;
}

}  // namespace

Vector normal_resultants(const BoltedStructure& structure, const SurfaceState& state) {
  Vector sum(static_cast<Eigen::Index>(structure.zones.size()));
  Eigen::Index first = 0;
  for (Eigen::Index z = 0; z < sum.size(); ++z) {
    const Eigen::Index points = structure.zones[static_cast<std::size_t>(z)].points();
    sum[z] = state.force(Eigen::seqN(first, points, 3)).sum();
    first += 3 * points;
  }
  return sum;
}

Vector boundary_motion(const BoltedStructure& structure, const SurfaceState& state,
                       const Vector& load) {
  return structure.flexibility * (structure.points.transpose() * state.force + load);
}

Preloaded tighten(const BoltedStructure& structure, const PreloadTask& task, CoulombNewton* contact,
                  const std::function<void(double)>& progress) {
  const Eigen::Index zones = task.resultant.size();
  Preloaded p;
  p.pretension = task.resultant;
  Vector before = Vector::Zero(zones), share_before = Vector::Zero(zones), slope(zones);
  std::vector<SurfaceState> ways;  // of the pass before, after every step
  bool estimate = true;            // in one step
  for (int pass = 0; pass < kPreloadPasses; ++pass) {
    p.state = untouched(structure);
    p.load = task.bolts * p.pretension;
    const Vector moved = structure.points * (structure.flexibility * p.load);
    const auto steps = static_cast<std::size_t>(estimate ? 1 : task.steps);
    const bool guided = ways.size() == steps;
    ways.resize(steps);
    for (std::size_t k = 0; k < steps; ++k) {
      contact->advance(moved * (double(k + 1) / double(steps)) - structure.height, &p.state,
                       guided ? &ways[k] : nullptr);
      ways[k] = p.state;
    }
    p.resultant = normal_resultants(structure, p.state);
    Vector share = p.resultant.cwiseQuotient(task.resultant);  // reached, 1 is asked
    if (task.alike) share.setConstant(share.maxCoeff());
    const double worst = (share.array() - 1.0).abs().maxCoeff();
    if (worst <= task.tolerance && !estimate) {
      contact->set_base(p.state);
      p.boundary = boundary_motion(structure, p.state, p.load);
      return p;
    }
    if (progress) progress(std::min(0.95, -0.1 * std::log10(std::min(1.0, worst))));
    for (Eigen::Index z = 0; z < zones; ++z) {
      demand(share[z] > 0.0, structure.zones[static_cast<std::size_t>(z)].name,
             fmt::format("a pretension of {} N closes no contact", p.pretension[z]),
             "check which nodes the bolts pull at, and the heights of the surfaces");
      // one step and many reach about the same: no secant through both
      if (estimate || guided)
        slope[z] = (share[z] - share_before[z]) / (p.pretension[z] - before[z]);
      const double step = (1.0 - share[z]) / slope[z];
      before[z] = p.pretension[z];
      share_before[z] = share[z];
      if (std::isfinite(step)) p.pretension[z] = std::max(p.pretension[z] + step, 0.1 * before[z]);
    }
    estimate = estimate && worst > kEstimated;
  }
  throw Error(
      "preload",
      fmt::format("the contacts carry {} N after {} passes", p.resultant[0], kPreloadPasses),
      "ask for another preload.force");
}

}  // namespace mortise::gen
