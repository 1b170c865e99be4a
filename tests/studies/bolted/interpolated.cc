#include "tests/studies/bolted/interpolated.hpp"

#include <algorithm>
#include <map>

#include "generator/ground/dense/nnls.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/studies/bolted/some_steps.hpp"

namespace mortise::gen {
namespace {

constexpr Eigen::Index kChoosing = 60;   // snapshots, evenly taken, for the choice of points
constexpr Eigen::Index kCarrying = 150;  // for their shares in others
constexpr double kCarried = 1e-3;        // error of a point's traction at which no more carry it

// Virtual work on the modes: (modes x steps x points), its sum is what few points have to reach.
std::vector<Eigen::Index> chosen(const BoltedSystem& system, const std::vector<Vector>& steps,
                                 const std::vector<Eigen::Index>& points, int count) {
  const Matrix moved = system.structure->points * system.modes.boundary_motions();
  const Eigen::Index m = moved.cols();
  Matrix work(m * Eigen::Index(steps.size()), Eigen::Index(points.size()));
  for (std::size_t k = 0; k < steps.size(); ++k)
    for (std::size_t c = 0; c < points.size(); ++c)
      work.col(Eigen::Index(c)).segment(m * Eigen::Index(k), m) =
          (moved.middleRows<3>(3 * points[c]).transpose() *
           (steps[k] - system.preloaded.state.force).segment<3>(3 * points[c]))
              .cwiseQuotient(system.modes.omega);
  const SparseSolution found = sparse_nnls_of(work, work.rowwise().sum(), count, 1.0);
  std::vector<Eigen::Index> kept;
  for (const int column : found.columns) kept.push_back(points[static_cast<std::size_t>(column)]);
  return kept;
}

}  // namespace

TractionShapes interpolated_shapes(const BoltedSystem& system,
                                   const std::vector<BoltedSnapshots>& seen, const Vector& pressure,
                                   int closed_count, int open_count) {
  const std::vector<bool> closed = system.closed();
  const std::vector<Vector> choosing = some_steps(seen, kChoosing),
                            carrying = some_steps(seen, kCarrying);
  std::vector<int> zone_of;
  for (std::size_t z = 0; z < system.structure->zones.size(); ++z)
    zone_of.insert(zone_of.end(), static_cast<std::size_t>(system.structure->zones[z].points()),
                   static_cast<int>(z));
  TractionShapes t;
  t.weight = Vector::Zero(system.points());
  Entries entries;
  const auto history = [&](Eigen::Index p) {  // traction per mean pressure
    Vector row(3 * Eigen::Index(carrying.size()));
    for (std::size_t k = 0; k < carrying.size(); ++k)
      row.segment<3>(3 * Eigen::Index(k)) = carrying[k].segment<3>(3 * p) / pressure[p];
    return row;
  };
  for (const bool base : {true, false}) {
    std::vector<Eigen::Index> points;
    for (Eigen::Index p = 0; p < system.points(); ++p)
      if (closed[static_cast<std::size_t>(p)] == base && pressure[p] > 0.0) points.push_back(p);
    if (points.empty() || (base ? closed_count : open_count) == 0) continue;
    const std::vector<Eigen::Index> kept =
        chosen(system, choosing, points, base ? closed_count : open_count);
    std::map<Eigen::Index, int> column;
    for (const Eigen::Index p : kept) {
      column[p] = static_cast<int>(t.clusters.size());
      TractionCluster cluster;
      cluster.zone = zone_of[static_cast<std::size_t>(p)];
      cluster.base = base;
      t.clusters.push_back(cluster);
    }
    for (const Eigen::Index p : points) {
      t.weight[p] = pressure[p];
      if (const auto own = column.find(p); own != column.end()) {
        entries.emplace_back(int(p), own->second, 1.0);
        ++t.clusters[static_cast<std::size_t>(own->second)].points;
        continue;
      }
      std::vector<Eigen::Index> near;
      for (const Eigen::Index k : kept)
        if (zone_of[static_cast<std::size_t>(k)] == zone_of[static_cast<std::size_t>(p)])
          near.push_back(k);
      if (near.empty()) continue;
      Matrix carriers(3 * Eigen::Index(carrying.size()), Eigen::Index(near.size()));
      for (std::size_t k = 0; k < near.size(); ++k)
        carriers.col(Eigen::Index(k)) = history(near[k]);
      const SparseSolution share = sparse_nnls(carriers, history(p), kCarried);
      for (std::size_t k = 0; k < share.columns.size(); ++k) {
        const Eigen::Index from = near[static_cast<std::size_t>(share.columns[k])];
        entries.emplace_back(int(p), column[from],
                             share.values[Eigen::Index(k)] * pressure[p] / pressure[from]);
        ++t.clusters[static_cast<std::size_t>(column[from])].points;
      }
    }
  }
  demand(!t.clusters.empty(), "reduce", "no point is chosen", "ask for more points");
  t.shapes = sparse_matrix(system.points(), static_cast<Eigen::Index>(t.clusters.size()), entries);
  return t;
}

}  // namespace mortise::gen
