#include "generator/simulate/bolted/modal_load.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <utility>

#include "generator/ground/jobs/parallel_for.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/simulate/bolted/kept_levels.hpp"

namespace mortise::gen {
namespace {

// Integrals of monotone data through the origin, int_0^x_k y dx, by piecewise cubics that keep it
// monotone (Fritsch and Carlson).
Vector monotone_integrals(const std::vector<double>& x, const std::vector<double>& y) {
  const std::size_t n = x.size();
  std::vector<double> slope(n), between(n - 1);
  for (std::size_t i = 0; i + 1 < n; ++i) between[i] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
  const auto end = [](double h0, double h1, double d0, double d1) {
    double s = ((2.0 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
    if (s * d0 <= 0.0) return 0.0;
    if (d0 * d1 <= 0.0 && std::abs(s) > 3.0 * std::abs(d0)) s = 3.0 * d0;
    return s;
  };
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double h0 = x[i] - x[i - 1], h1 = x[i + 1] - x[i];
    const double w0 = 2.0 * h1 + h0, w1 = h1 + 2.0 * h0;
    slope[i] = between[i - 1] * between[i] <= 0.0
                   ? 0.0
                   : (w0 + w1) / (w0 / between[i - 1] + w1 / between[i]);
  }
  if (n == 2) {
    slope[0] = slope[1] = between[0];
  } else {
    slope[0] = end(x[1] - x[0], x[2] - x[1], between[0], between[1]);
    slope[n - 1] = end(x[n - 1] - x[n - 2], x[n - 2] - x[n - 3], between[n - 2], between[n - 3]);
  }
  Vector sum = Vector::Zero(static_cast<Eigen::Index>(n));
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const double h = x[i + 1] - x[i];
    sum[Eigen::Index(i) + 1] = sum[Eigen::Index(i)] + 0.5 * h * (y[i] + y[i + 1]) +
                               h * h / 12.0 * (slope[i] - slope[i + 1]);
  }
  return sum;
}

// Who slips goes on, in steps of another size.
SurfaceState led_on(const SurfaceState& from, const SurfaceState& to, double ratio) {
  SurfaceState next = to;
  next.force += ratio * (to.force - from.force);
  next.gap += ratio * (to.gap - from.gap);
  for (std::size_t p = 0; p < to.status.size(); ++p) {
    const auto at = 3 * static_cast<Eigen::Index>(p);
    if (to.status[p] == PointStatus::OPEN)
      next.force.segment<3>(at).setZero();
    else
      next.force[at] = std::max(next.force[at], 0.0);
  }
  return next;
}

class ModalPath {
 public:
  ModalPath(const BoltedStructure& s, const Preloaded& p, const ModalTask& t) : s_(s), p_(p) {
    const Vector force = s.mass * t.shape;  // per load of 1
    boundary_ = force.head(s.boundary);
    const auto inner = force.tail(force.size() - s.boundary);
    inner_ = inner.cwiseQuotient(s.tied_omega.cwiseAbs2());
    force_ = force;
    preload_gap_ = s.points * (s.flexibility * p.load) - s.height;
    modal_gap_ = s.points * (s.flexibility * boundary_);
  }

  // Work of friction on the way to `load`. The forces lead on from those of the move before, unless
  // the load turns back here.
  double move(double load, CoulombNewton* contact, SurfaceState* state) {
    const bool leads = (load - load_) * (load_ - load_before_) > 0.0;
    std::optional<SurfaceState> guess;
    if (leads) guess = led_on(before_, *state, (load - load_) / (load_ - load_before_));
    pass(load, *state);
    return contact->advance(preload_gap_ + load * modal_gap_, state, guess ? &*guess : nullptr);
  }
  // A move whose end is known.
  void pass(double load, const SurfaceState& from) {
    before_ = from;
    load_before_ = std::exchange(load_, load);
  }
  // The move before began here.
  void start_at(double load) { load_ = load_before_ = load; }
  // Motion since the preload, in the structure's coordinates.
  Vector motion(double load, const SurfaceState& state) const {
    Vector q(force_.size());
    q << boundary_motion(s_, state, p_.load + load * boundary_) - p_.boundary, load * inner_;
    return q;
  }
  // phi^T M q
  double coordinate(const Vector& motion) const { return force_.dot(motion); }

 private:
  const BoltedStructure& s_;
  const Preloaded& p_;
  Vector force_;     // M phi
  Vector boundary_;  // of it, on the pairs
  Vector inner_;     // static answer of the tied modes, per load
  Vector preload_gap_, modal_gap_;
  double load_ = 0.0, load_before_ = 0.0;
  SurfaceState before_;  // at load_before_
};

// What a level shows, without its loop.
BackbonePoint level_point(const BoltedStructure& structure, const Preloaded& preloaded,
                          const ModalPath& path, double load, const SurfaceState& up,
                          const SurfaceState& down) {
  const Vector half = 0.5 * (path.motion(load, up) - path.motion(-load, down));
  BackbonePoint point;
  point.load = load;
  point.coordinate = std::abs(path.coordinate(half));
  point.amplitude = (structure.sensor * half).norm();
  point.frequency_hz = std::sqrt(load / point.coordinate) / kTwoPi;
  point.status = up.status;
  for (std::size_t p = 0; p < up.status.size(); ++p) {
    if (up.status[p] == PointStatus::OPEN) continue;
    ++point.closed_points;
    if (up.status[p] == PointStatus::SLIP) ++point.slip_points;
    const auto at = Eigen::seqN(3 * Eigen::Index(p) + 1, 2);
    point.max_slip = std::max(point.max_slip, (up.gap(at) - preloaded.state.gap(at)).norm());
  }
  return point;
}

}  // namespace

std::vector<BackbonePoint> modal_backbone(const BoltedStructure& structure,
                                          const Preloaded& preloaded, const ModalTask& task,
                                          CoulombNewton* contact,
                                          const std::function<void(double)>& progress,
                                          const LevelCache& cache) {
  const KeptLevels kept(cache, structure, preloaded, task);
  const std::size_t levels = task.loads.size();
  std::mutex turn;
  std::size_t done = 0;
  const std::size_t steps = levels * (2 + 2 * static_cast<std::size_t>(task.steps));
  const auto count = [&] {
    const std::lock_guard<std::mutex> own(turn);
    ++done;
    if (progress) progress(double(done) / double(steps));
  };
  std::vector<SurfaceState> ways[2];
  std::vector<double> works[2];  // of friction, since the preload
  parallel_for(2, 0, [&](std::size_t branch) {
    const bool upward = branch == 0;
    ModalPath path(structure, preloaded, task);
    KeptMove at{preloaded.state, 0.0};
    double work = 0.0;
    for (std::size_t k = 0; k < levels; ++k) {
      const double load = upward ? task.loads[k] : -task.loads[k];
      if (auto known = kept.move(upward, k)) {
        path.pass(load, at.state);
        at = *std::move(known);
      } else {
        CoulombNewton own = *contact;  // what it has learnt on the way would not be known again
        at.work = path.move(load, &own, &at.state);
        kept.keep(upward, k, at);
      }
      work += at.work;
      ways[branch].push_back(at.state);
      works[branch].push_back(work);
      count();
    }
  });
  const ModalPath path(structure, preloaded, task);
  std::vector<BackbonePoint> points(levels);
  parallel_for(levels, 0, [&](std::size_t k) {
    const double load = task.loads[k];
    points[k] = level_point(structure, preloaded, path, load, ways[0][k], ways[1][k]);
    if (task.steps == 0) {  // of what rubs, a loop loses four times what its first quarter does
      const double quarter = 0.5 * (works[0][k] + works[1][k]);
      points[k].damping = 4.0 * quarter / (kTwoPi * load * points[k].coordinate);
      return;
    }
    const std::optional<double> known = kept.loop(k);
    double work = known.value_or(0.0);
    CoulombNewton own = *contact;
    ModalPath around(structure, preloaded, task);
    around.start_at(load);
    SurfaceState loop = ways[0][k];
    for (int s = 1; s <= 2 * task.steps; ++s) {
      if (!known) work += around.move(load * std::cos(kPi * s / task.steps), &own, &loop);
      count();
    }
    if (!known) kept.keep(k, work);
    points[k].damping = work / (kTwoPi * load * points[k].coordinate);
  });
  std::vector<double> loads{0.0}, means{0.0};
  for (const BackbonePoint& point : points) {
    loads.push_back(point.load);
    means.push_back(point.coordinate);
  }
  if (points.size() > 1) {
    const Vector energy = monotone_integrals(means, loads);
    for (std::size_t k = 0; k < points.size(); ++k) {
      BackbonePoint& p = points[k];
      const double loss = 8.0 * energy[Eigen::Index(k) + 1] - 4.0 * p.load * p.coordinate;
      p.masing_damping = loss / (kTwoPi * p.load * p.coordinate);
    }
  } else if (!points.empty()) {
    points.front().masing_damping = std::nan("");
  }
  return points;
}

}  // namespace mortise::gen
