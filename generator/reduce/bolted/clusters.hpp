// Layouts of clusters: points that lie and slip alike share one traction shape.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/reduce/bolted/project_tractions.hpp"
#include "generator/reduce/bolted/training.hpp"

namespace mortise::gen {

// What training says of every point.
struct PointHistory {
  Vector pressure;  // (n) mean normal force [N]
  // (k x n) what friction and opening did to a point's traction beyond the bonded state's, per mean
  // pressure, over the steps: its coordinates among the shapes in time that matter most, of points
  // closed by the preload and of the others each for themselves. Points alike in it can share a
  // traction shape; of all points together its mean square is 1.
  Matrix tractions;
};
PointHistory point_history(const BoltedSystem& system, const std::vector<BoltedSnapshots>& seen);

// Groups of points closed by the preload, then of those that close in training, by their place and
// by `weight` times their tractions' history. Zones do not mix.
// Returns the cluster of every point (n), -1: in none, never closed. Throws Error where there are
// fewer points than clusters.
std::vector<int> cluster_labels(const BoltedSystem& system, const PointHistory& history,
                                int closed_clusters, int open_clusters, double weight,
                                std::uint64_t seed);

// One shape for each cluster, as the mean pressure in training is. Of points closed by the preload
// the pressure may be that of another preload than the labels were made for; a cluster that is
// empty or part of whose points are open at first gives those up.
// pressure: (n) [N].
TractionShapes cluster_shapes(const BoltedSystem& system, const std::vector<int>& labels,
                              const Vector& pressure);

}  // namespace mortise::gen
