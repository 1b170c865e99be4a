// Frequency and damping over amplitude: what a model file of bolted contacts says of them, alone
// and against the model with all its points.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "generator/contact/bolted/reduced_bolted.hpp"
#include "generator/simulate/bolted/modal_load.hpp"

namespace mortise::gen {

struct BoltedFile {
  std::string path;
  ReducedBolted reduced;
  std::vector<std::string> displacements;  // names of outputs
  std::vector<Eigen::Index> rows;          // of each, among reduced.motions
};

// Throws Error for a file that has no bolted contact.
BoltedFile open_bolted_file(const std::string& path);

// Rows of these displacement outputs; without names, of the one that the mode moves most, which is
// then named. Throws Error for names that are none, a model without displacement outputs, and
// outputs that the mode does not move.
std::vector<Eigen::Index> sensor_rows(const BoltedFile& file, Eigen::Index mode,
                                      std::vector<std::string>* names);

// Difference at a level: relative to the model with all its points, at the same amplitude [-].
struct BackboneDifference {
  double frequency = 0.0;
  double damping = std::numeric_limits<double>::quiet_NaN();  // NaN: there nothing slips
};

struct BackboneErrors {
  int levels = 0;  // of which the rest is said; of damping those where something slips
  double worst_frequency = 0.0, rms_frequency = 0.0;
  double worst_damping = 0.0, rms_damping = 0.0;
};

struct BackboneComparison {
  std::vector<BackboneDifference> levels;
  // Damping at small amplitudes is a staircase, as points begin to slip one by one: what counts are
  // the levels where kSlipping of the closed points and more slip.
  BackboneErrors slipping, all;
};
inline constexpr double kSlipping = 0.1;

// Both at the same amplitudes.
BackboneComparison compare_backbones(const std::vector<BackbonePoint>& full,
                                     const std::vector<BackbonePoint>& reduced);

}  // namespace mortise::gen
