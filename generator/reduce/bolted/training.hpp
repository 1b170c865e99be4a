// What a reduction of a bolted contact learns from: quasi-static paths of prescribed modal
// coordinates, with friction and opening of every point on the way.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "generator/simulate/bolted/bolted_system.hpp"

namespace mortise::gen {

struct BoltedTraining {
  // Modes that are driven in loops up to their largest amplitude, and pairs of them together; by
  // number. Empty: those below `band` in which `slip_share` is reached with least energy, up to
  // three.
  std::vector<Eigen::Index> modes;
  Vector amplitudes;         // (m) largest |eta| of every mode [sqrt(kg) m]; empty: by slip_share
  double slip_share = 0.85;  // at a mode's amplitude so many points, as a share of those that the
                             // preload closes, slip, open or close
  double band = 0.0;         // all modes below take part in random paths [Hz]; 0: all there are
  int steps = 40;            // of a quarter of the largest loop
  int random_steps = 480;
  double random_size = 1.0;  // largest amplitude of all modes together, in units of their own
  std::uint64_t seed = 1;
};

inline constexpr double kOwnModes = 3.0;

// A way of all modes, from the preload on.
struct TrainingPath {
  Matrix eta;  // (m x count) of every step [sqrt(kg) m]
  // Of its parts, equally long, one after another: what each counts in fits.
  std::vector<double> parts;
  // Modes that it is about: what acts on them sets their frequency and damping, and counts
  // kOwnModes times as much in fits as what acts on others.
  std::vector<Eigen::Index> own;
};

// What the full contact did on a path: a column for every step, from the preload on.
struct BoltedSnapshots {
  Matrix eta;         // (m x count)
  Matrix force;       // lambda (3 n x count) [N]
  Matrix slipping;    // (n x count) 1 where a point slips in the step, else 0
  Matrix on_modes;    // BoltedSystem::contact_force (m x count)
  Vector dissipated;  // (count) in the step [J]
  // (count) of every step in fits: a part of the path as much as all weighted forces on it
  Vector scale;
  Vector weight;  // (m) of forces on modes in fits, [s/rad]
};

// Moves of all m modes where training drives them: amplitudes as given, or by slip_share (0 above
// the band).
Vector training_amplitudes(const BoltedSystem& system, const BoltedTraining& training);

// Modes with loops of their own: as asked, or those that reach their amplitude with least energy.
std::vector<Eigen::Index> looped_modes(const BoltedSystem& system, const BoltedTraining& training,
                                       const Vector& amplitudes);

// (m x steps) loops of single modes, two modes together, many modes at random.
std::vector<TrainingPath> training_paths(const BoltedSystem& system, const BoltedTraining& training,
                                         const Vector& amplitudes);
// Others of the same kind, on which layouts are judged.
std::vector<TrainingPath> judging_paths(const BoltedSystem& system, const BoltedTraining& training,
                                        const Vector& amplitudes);

// The contact along a path; starts at the preload.
BoltedSnapshots follow(const BoltedSystem& system, const TrainingPath& path);
// Along all of them, `jobs` at a time; results do not depend on it. progress: share done, 0..1; may
// be empty.
std::vector<BoltedSnapshots> follow_all(const BoltedSystem& system,
                                        const std::vector<TrainingPath>& paths, int jobs,
                                        const std::function<void(double)>& progress = {});

}  // namespace mortise::gen
