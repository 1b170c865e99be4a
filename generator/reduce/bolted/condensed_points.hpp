// What every set of shapes needs of the points that tractions may lie on, made once: with D those
// closed by the preload and O the others,
//
//   M = [ C_DD, C_DO; C_OD, C_OO - C_OD C_DD^-1 C_DO ],   G = [ G_D; G_O - C_OD C_DD^-1 G_D ]
//
// (project_tractions.hpp), so that a set of shapes costs sums of blocks alone.
#pragma once

#include <vector>

#include "generator/reduce/bolted/project_tractions.hpp"

namespace mortise::gen {

struct CondensedPoints {
  std::vector<Eigen::Index> points;  // of the structure's, those of D first
  Eigen::Index closed = 0;           // of D
  Matrix compliance;                 // M (3 n x 3 n) [m/N]
  Matrix by_modes;                   // G (3 n x m)
  Vector gap;                        // (3 n) of O in the preload: normal alone [m]
};

// The points that have a weight in `shapes`.
CondensedPoints condense_points(const BoltedSystem& system, const TractionShapes& shapes);

}  // namespace mortise::gen
