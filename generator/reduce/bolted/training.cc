#include "generator/reduce/bolted/training.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "generator/ground/jobs/parallel_for.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/numbers/dice.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/bolted/path_step.hpp"

namespace mortise::gen {
namespace {

constexpr int kAtOnce = 3;            // modes with loops of their own, by default
constexpr double kLargestBend = 8.0;  // of a mode's amplitude: so many times the energy of the
                                      // softest path to slip_share
constexpr double kOfTwo = 3.0, kOfMany = 4.0;  // what paths count in fits, beside a largest loop
constexpr int kRamp = 12;                      // steps from the preload to an amplitude

// Points, as a share of those closed by the preload, that slip, open or close at eta.
double disturbed(const BoltedSystem& system, CoulombNewton* contact, const Vector& eta) {
  SurfaceState state = system.preloaded.state;
  const Vector none = Vector::Zero(system.inputs());
  Vector before = system.still;
  for (int k = 1; k <= kRamp; ++k) {
    const Vector gap = system.free_gap(eta * (double(k) / kRamp), none);
    path_step(before, gap, contact, &state);
    before = gap;
  }
  Eigen::Index closed = 0, moved = 0;
  for (std::size_t p = 0; p < state.status.size(); ++p) {
    const bool was = system.preloaded.state.status[p] != PointStatus::OPEN;
    const bool is = state.status[p] != PointStatus::OPEN;
    const Vector3 slip = (state.gap - system.preloaded.state.gap).segment<3>(3 * Eigen::Index(p));
    closed += was ? 1 : 0;
    moved +=
        is != was || (is && slip.tail<2>().norm() > 0.0 && state.status[p] == PointStatus::SLIP)
            ? 1
            : 0;
  }
  return double(moved) / double(std::max<Eigen::Index>(closed, 1));
}

// |eta| of one mode at which the share is reached, at most `largest`.
double amplitude_of(const BoltedSystem& system, CoulombNewton* contact, Eigen::Index mode,
                    double share, double largest) {
  const Vector unit = Vector::Unit(system.modes.count(), mode);
  double low = 0.0, high = largest;
  if (disturbed(system, contact, high * unit) < share) return largest;
  for (int k = 0; k < 7; ++k) {
    const double middle = 0.5 * (low + high);
    (disturbed(system, contact, middle * unit) < share ? low : high) = middle;
  }
  return high;
}

std::vector<Eigen::Index> band_of(const BoltedSystem& system, const BoltedTraining& training) {
  std::vector<Eigen::Index> modes;
  for (Eigen::Index k = 0; k < system.modes.count(); ++k)
    if (training.band <= 0.0 || system.modes.omega[k] < kTwoPi * training.band) modes.push_back(k);
  demand(!modes.empty(), "training.band", "no mode lies below it", "raise it");
  return modes;
}

// Up to each of these shares of the amplitude and around.
TrainingPath loops(Eigen::Index m, Eigen::Index mode, double amplitude, int steps,
                   const std::vector<double>& shares) {
  std::vector<double> way;
  TrainingPath path;
  path.own = {mode};
  for (const double share : shares) {
    for (int k = 1; k <= 5 * steps; ++k) way.push_back(share * std::sin(0.5 * kPi * k / steps));
    path.parts.push_back(1.0);
  }
  path.eta = Matrix::Zero(m, static_cast<Eigen::Index>(way.size()));
  path.eta.row(mode) =
      amplitude * Eigen::Map<const Vector>(way.data(), path.eta.cols()).transpose();
  return path;
}

// Two modes at 3:2 and an angle, growing.
Matrix together(Eigen::Index m, Eigen::Index a, Eigen::Index b, const Vector& amplitudes, int steps,
                double angle) {
  Matrix path = Matrix::Zero(m, 8 * steps);
  for (Eigen::Index k = 0; k < path.cols(); ++k) {
    const double s = double(k + 1) / double(path.cols()), size = 0.75 * std::min(1.0, 4.0 * s);
    path(a, k) = size * amplitudes[a] * std::sin(kTwoPi * 2.0 * s);
    path(b, k) = size * amplitudes[b] * std::sin(kTwoPi * 3.0 * s + angle * std::min(1.0, 8.0 * s));
  }
  return path;
}

// All modes of the band: three tones each, the higher the mode the faster, growing to `size`.
Matrix at_random(const BoltedSystem& system, const std::vector<Eigen::Index>& band,
                 const Vector& amplitudes, int steps, double size, std::uint64_t seed) {
  constexpr int kTones = 3;
  constexpr double kStepsPerCycle = 16.0;  // of the fastest
  Dice dice(seed);
  Matrix relative = Matrix::Zero(system.modes.count(), steps);
  const double top = system.modes.omega[band.back()];
  for (const Eigen::Index mode : band) {
    const double share = std::sqrt(system.modes.omega[mode] / top);
    for (int tone = 0; tone < kTones; ++tone) {
      const double rate = kTwoPi * share * dice.between(0.5, 1.0) / kStepsPerCycle;
      const double phase = dice.between(0.0, kTwoPi);
      for (int k = 0; k < steps; ++k)
        relative(mode, k) += std::sin(rate * k + phase) * std::min(1.0, 4.0 * (k + 1) / steps);
    }
  }
  relative *= size / relative.colwise().norm().maxCoeff();
  return amplitudes.asDiagonal() * relative;
}

}  // namespace

std::vector<Eigen::Index> looped_modes(const BoltedSystem& system, const BoltedTraining& training,
                                       const Vector& amplitudes) {
  for (const Eigen::Index mode : training.modes)
    demand(mode >= 0 && mode < system.modes.count(), "train.modes",
           "mode " + std::to_string(mode + 1) + " is none of the " +
               std::to_string(system.modes.count()) + " that stay dynamic",
           "name others, or raise reduce.modes");
  if (!training.modes.empty()) return training.modes;
  std::vector<Eigen::Index> modes = band_of(system, training);
  const auto energy = [&](Eigen::Index k) {
    return std::abs(system.modes.omega[k] * amplitudes[k]);
  };
  std::stable_sort(modes.begin(), modes.end(),
                   [&](Eigen::Index a, Eigen::Index b) { return energy(a) < energy(b); });
  modes.resize(std::min<std::size_t>(modes.size(), kAtOnce));
  std::sort(modes.begin(), modes.end());
  return modes;
}

namespace {

// What paths are made of, for training or for judging.
struct PathKinds {
  std::vector<double> shares;  // of the amplitude, of loops
  int quarter;                 // steps of a quarter of a loop
  double angle;                // between two modes
  std::vector<std::uint64_t> seeds;
};

std::vector<TrainingPath> paths_of(const BoltedSystem& system, const BoltedTraining& training,
                                   const Vector& amplitudes, const PathKinds& kinds) {
  const Eigen::Index m = system.modes.count();
  const std::vector<Eigen::Index> modes = looped_modes(system, training, amplitudes);
  std::vector<TrainingPath> paths;
  for (const Eigen::Index mode : modes)
    paths.push_back(loops(m, mode, amplitudes[mode], kinds.quarter, kinds.shares));
  if (modes.size() > 1)
    paths.push_back(
        {together(m, modes.front(), modes.back(), amplitudes, training.steps, kinds.angle),
         {kOfTwo},
         {modes.front(), modes.back()}});
  for (const std::uint64_t seed : kinds.seeds)
    paths.push_back({at_random(system, band_of(system, training), amplitudes, training.random_steps,
                               training.random_size, seed),
                     {kOfMany / std::sqrt(double(kinds.seeds.size()))},
                     {}});
  return paths;
}

}  // namespace

Vector training_amplitudes(const BoltedSystem& system, const BoltedTraining& training) {
  if (training.amplitudes.size() > 0) {
    demand(training.amplitudes.size() == system.modes.count(), "training.amplitudes",
           "are not as many as modes", "give one for every mode");
    return training.amplitudes;
  }
  const std::vector<Eigen::Index> band = band_of(system, training);
  CoulombNewton contact(system.compliance(), system.friction);
  contact.set_base(system.preloaded.state);
  // the energy with which the first mode reaches the share, then that with which the softest does
  double least = HUGE_VAL;
  Vector reached = Vector::Zero(system.modes.count());
  const Vector& omega = system.modes.omega;
  double most = 1e-3 / omega[band.front()];
  for (int k = 0; k < 40; ++k, most *= 2.0)
    if (disturbed(system, &contact, most * Vector::Unit(system.modes.count(), band.front())) >=
        training.slip_share)
      break;
  most *= omega[band.front()];  // sqrt of twice the energy
  for (const Eigen::Index mode : band) {
    reached[mode] = amplitude_of(system, &contact, mode, training.slip_share, most / omega[mode]);
    least = std::min(least, reached[mode] * omega[mode]);
  }
  const double bound = std::sqrt(kLargestBend) * least;
  for (const Eigen::Index mode : band) reached[mode] = std::min(reached[mode], bound / omega[mode]);
  return reached;
}

// Small loops show who slips first, and what that takes; nine sizes meet every slider's threshold.
// Loops beyond the amplitude would cost accuracy within it: few clusters cannot have both.
std::vector<TrainingPath> training_paths(const BoltedSystem& system, const BoltedTraining& training,
                                         const Vector& amplitudes) {
  return paths_of(system, training, amplitudes,
                  {{0.15, 0.22, 0.3, 0.4, 0.5, 0.62, 0.75, 0.88, 1.0},
                   std::max(1, training.steps / 4),
                   1.0,
                   {training.seed, training.seed + 10}});
}

std::vector<TrainingPath> judging_paths(const BoltedSystem& system, const BoltedTraining& training,
                                        const Vector& amplitudes) {
  return paths_of(system, training, amplitudes,
                  {{0.5, 0.9}, std::max(1, training.steps / 2), 2.5, {training.seed + 1000}});
}

namespace {

Vector weight_of(const BoltedSystem& system, const TrainingPath& path) {
  Vector weight = system.modes.omega.cwiseInverse();
  for (const Eigen::Index mode : path.own) weight[mode] *= kOwnModes;
  return weight;
}

Vector scale_of(const TrainingPath& path, const Vector& weight, const Matrix& on_modes) {
  const Matrix force = weight.asDiagonal() * on_modes;
  const auto parts = static_cast<Eigen::Index>(path.parts.size());
  const Eigen::Index steps = force.cols() / parts;
  Vector scale(force.cols());
  for (Eigen::Index k = 0; k < parts; ++k) {
    const Eigen::Index count = k + 1 < parts ? steps : force.cols() - k * steps;
    const double size = force.middleCols(k * steps, count).norm();
    scale.segment(k * steps, count)
        .setConstant(size > 0.0 ? path.parts[static_cast<std::size_t>(k)] / size : 0.0);
  }
  return scale;
}

}  // namespace

BoltedSnapshots follow(const BoltedSystem& system, const TrainingPath& training) {
  const Matrix& path = training.eta;
  CoulombNewton contact(system.compliance(), system.friction);
  contact.set_base(system.preloaded.state);
  SurfaceState state = system.preloaded.state;
  const Vector none = Vector::Zero(system.inputs());
  BoltedSnapshots seen;
  seen.eta = path;
  seen.force.resize(3 * system.points(), path.cols());
  seen.slipping = Matrix::Zero(system.points(), path.cols());
  seen.on_modes.resize(path.rows(), path.cols());
  seen.dissipated.resize(path.cols());
  Vector before = system.still;
  for (Eigen::Index k = 0; k < path.cols(); ++k) {
    const Vector gap = system.free_gap(path.col(k), none);
    seen.dissipated[k] = path_step(before, gap, &contact, &state);
    before = gap;
    seen.force.col(k) = state.force;
    seen.on_modes.col(k) =
        system.contact_force(path.col(k), none, state.force - system.preloaded.state.force);
    for (Eigen::Index p = 0; p < system.points(); ++p)
      if (state.status[static_cast<std::size_t>(p)] == PointStatus::SLIP) seen.slipping(p, k) = 1.0;
  }
  seen.weight = weight_of(system, training);
  seen.scale = scale_of(training, seen.weight, seen.on_modes);
  return seen;
}

std::vector<BoltedSnapshots> follow_all(const BoltedSystem& system,
                                        const std::vector<TrainingPath>& paths, int jobs,
                                        const std::function<void(double)>& progress) {
  return parallel_map(
      paths.size(), jobs, [&](std::size_t k) { return follow(system, paths[k]); }, progress);
}

}  // namespace mortise::gen
