#include "generator/reduce/bolted/clusters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/bolted/k_means.hpp"

namespace mortise::gen {
namespace {

constexpr double kPlacesAlong = 4.2;  // lengths that count like one deviation of slip, in a zone
constexpr double kApart = 1e3;        // the like between zones

// Zone and place of every point, in units of the features.
Matrix point_places(const BoltedSystem& system) {
  Matrix places(3, system.points());
  Eigen::Index point = 0;
  double zone_at = 0.0;
  for (const ContactZone& zone : system.structure->zones) {
    const double size =
        std::max(zone.grid.cells[0] * zone.grid.pitch[0], zone.grid.cells[1] * zone.grid.pitch[1]);
    for (const Eigen::Vector2d& place : zone.places)
      places.col(point++) << kPlacesAlong / size * place, zone_at;
    zone_at += kApart;
  }
  return places;
}

std::vector<int> grouped(const Matrix& places, const PointHistory& history,
                         const std::vector<Eigen::Index>& points, int count, double slip_weight,
                         std::uint64_t seed) {
  const auto n = static_cast<Eigen::Index>(points.size());
  Matrix features(4, n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const Eigen::Index p = points[static_cast<std::size_t>(k)];
    features.col(k) << places.col(p), history.slipping[p];
  }
  const auto slip = features.row(3);
  const double deviation = std::sqrt((slip.array() - slip.mean()).square().mean());
  if (deviation > 0.0) features.row(3) *= slip_weight / deviation;
  return k_means(features, count, seed);
}

}  // namespace

PointHistory point_history(const BoltedSystem& system, const std::vector<BoltedSnapshots>& seen) {
  const std::vector<bool> closed = system.closed();
  PointHistory history{Vector::Zero(system.points()), Vector::Zero(system.points())};
  Eigen::Index count = 0;
  for (const BoltedSnapshots& run : seen) {
    count += run.eta.cols();
    const Matrix normal = run.force(Eigen::seqN(0, system.points(), 3), Eigen::all);
    history.pressure += normal.rowwise().sum();
    for (Eigen::Index p = 0; p < system.points(); ++p)
      history.slipping[p] += closed[static_cast<std::size_t>(p)]
                                 ? run.slipping.row(p).sum()
                                 : double((normal.row(p).array() > 0.0).count());
  }
  history.pressure /= double(count);
  history.slipping /= double(count);
  return history;
}

std::vector<int> cluster_labels(const BoltedSystem& system, const PointHistory& history,
                                int closed_clusters, int open_clusters, double slip_weight,
                                std::uint64_t seed) {
  const std::vector<bool> closed = system.closed();
  const Matrix places = point_places(system);
  std::vector<int> labels(closed.size(), -1);
  int first = 0;
  for (const bool base : {true, false}) {
    const int count = base ? closed_clusters : open_clusters;
    std::vector<Eigen::Index> points;
    for (std::size_t p = 0; p < closed.size(); ++p)
      if (closed[p] == base && history.pressure[static_cast<Eigen::Index>(p)] > 0.0)
        points.push_back(static_cast<Eigen::Index>(p));
    const int possible = std::min(count, static_cast<int>(points.size()));
    demand(!base || possible == count, "reduce.closed_clusters",
           fmt::format("{} of {} closed points", count, points.size()),
           "ask for fewer clusters, or for a finer contact.grid");
    if (possible == 0) continue;
    const std::vector<int> group = grouped(places, history, points, possible, slip_weight, seed);
    for (std::size_t k = 0; k < points.size(); ++k)
      labels[static_cast<std::size_t>(points[k])] = first + group[k];
    first += possible;
  }
  return labels;
}

TractionShapes cluster_shapes(const BoltedSystem& system, const std::vector<int>& labels,
                              const Vector& pressure) {
  const std::vector<bool> closed = system.closed();
  // the status that most of its points have decides which kind a cluster is
  std::map<int, std::vector<Eigen::Index>> members[2];
  for (std::size_t p = 0; p < labels.size(); ++p)
    if (labels[p] >= 0 && pressure[static_cast<Eigen::Index>(p)] > 0.0)
      members[closed[p] ? 0 : 1][labels[p]].push_back(static_cast<Eigen::Index>(p));
  std::vector<int> zone_of;
  for (std::size_t z = 0; z < system.structure->zones.size(); ++z)
    zone_of.insert(zone_of.end(), static_cast<std::size_t>(system.structure->zones[z].points()),
                   int(z));
  for (const auto& [label, points] : members[0]) {
    const auto other = members[1].find(label);
    if (other == members[1].end()) continue;
    if (other->second.size() > points.size()) continue;
    members[1].erase(other);
  }
  for (const auto& [label, points] : members[1]) members[0].erase(label);
  TractionShapes t;
  t.weight = Vector::Zero(system.points());
  Entries entries;
  for (const bool base : {true, false})
    for (const auto& [label, points] : members[base ? 0 : 1]) {
      double sum = 0.0;
      for (const Eigen::Index p : points) sum += pressure[p];
      for (const Eigen::Index p : points) {
        entries.emplace_back(int(p), int(t.clusters.size()), pressure[p] / sum);
        t.weight[p] = pressure[p];
      }
      TractionCluster cluster;
      cluster.zone = zone_of[static_cast<std::size_t>(points.front())];
      cluster.base = base;
      cluster.points = static_cast<int>(points.size());
      t.clusters.push_back(cluster);
    }
  t.shapes = sparse_matrix(system.points(), static_cast<Eigen::Index>(t.clusters.size()), entries);
  return t;
}

}  // namespace mortise::gen
