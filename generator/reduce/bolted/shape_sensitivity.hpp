// How the contact's force on the modes changes with the traction shapes along a prescribed path:
// the reduced contact and its derivatives by the weight of every point, step by step. With the
// statuses that a step ends with its law is smooth, and the derivatives of x and y solve one linear
// system in the clusters that slip or open; what the tangential law remembers is carried on.
#pragma once

#include <memory>
#include <vector>

#include "generator/reduce/bolted/condensed_points.hpp"
#include "generator/reduce/bolted/training.hpp"

namespace mortise::gen {

// Shapes that do not overlap: every point has one cluster and a weight there.
struct WeightedClusters {
  std::vector<TractionCluster> clusters;  // the base first
  std::vector<int> cluster_of;            // (n) of every condensed point
  Vector weight;                          // (n) > 0; the shape is weight over the cluster's sum
  Vector constant;                        // (3 p) resultants of the base in the preload
};

// Clusters of shapes that share no point.
WeightedClusters weighted_clusters(const BoltedSystem& system, const CondensedPoints& points,
                                   const TractionShapes& shapes);

// Normal equations of |scale weight (F_reduced - F)|^2 by the logarithms of all weights.
struct ShapeFitSums {
  double cost = 0.0;
  Matrix curvature;  // J^T J (n x n)
  Vector slope;      // J^T r (n)
};

class ShapeSensitivity {
 public:
  // points: outlives this.
  ShapeSensitivity(const CondensedPoints& points, const BoltedSystem& system,
                   WeightedClusters clusters);

  const ReducedBolted& reduced() const { return reduced_; }

  double cost(const BoltedSnapshots& path) const;
  ShapeFitSums sums(const BoltedSnapshots& path) const;

 private:
  friend class ShapeStep;
  const CondensedPoints& points_;
  WeightedClusters clusters_;
  Vector share_;  // (n) z: shape of every point in its cluster
  ReducedBolted reduced_;
  Matrix on_modes_;         // S (m x 3 p)
  Matrix seen_;             // M Z (3 n x 3 p)
  Matrix held_;             // B (3 pD x 3 pD)
  Matrix base_by_modes_;    // B Z_D^T G_D (3 pD x m)
  Matrix beside_;           // K^T B (3 pO x 3 pD), K = Z_D^T C_DO Z_O
  Matrix closed_to_base_;   // B Z_D^T C_DD (3 pD x 3 nD)
  Matrix closed_to_open_;   // Z_O^T C_OD - K^T B Z_D^T C_DD (3 pO x 3 nD)
  Matrix closed_to_modes_;  // G_D^T - (Z_D^T G_D)^T B Z_D^T C_DD (m x 3 nD)
  Matrix open_to_base_;     // B Z_D^T C_DO (3 pD x 3 nO)
  Matrix open_to_open_;     // Z_O^T M_OO (3 pO x 3 nO)
};

}  // namespace mortise::gen
