#include "generator/reduce/bolted/clusters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "generator/ground/dense/dense_solver.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/bolted/k_means.hpp"

namespace mortise::gen {
namespace {

constexpr double kPlacesAlong =
    4.2;                        // lengths that count like one deviation of tractions, in a zone
constexpr double kApart = 1e3;  // the like between zones
constexpr Eigen::Index kCoordinates = 12, kSteps = 120;  // of tractions' histories

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
                         const std::vector<Eigen::Index>& points, int count, double weight,
                         std::uint64_t seed) {
  Matrix features(places.rows() + history.tractions.rows(), Eigen::Index(points.size()));
  features << places(Eigen::all, points), weight * history.tractions(Eigen::all, points);
  return k_means(features, history.pressure(points), count, seed);
}

// Coordinates of the columns of `rows` (k x points) among those few combinations that hold most.
Matrix main_coordinates(const Matrix& rows, const Vector& weight) {
  const Matrix weighted = rows * weight.cwiseSqrt().asDiagonal();
  const SymmetricEigen shapes(product(weighted, weighted.transpose()));
  const Eigen::Index kept = std::min<Eigen::Index>(kCoordinates, rows.rows());
  return shapes.eigenvectors().rightCols(kept).transpose() * rows;
}

}  // namespace

PointHistory point_history(const BoltedSystem& system, const std::vector<BoltedSnapshots>& seen) {
  const std::vector<bool> closed = system.closed();
  const Eigen::Index n = system.points();
  PointHistory history{Vector::Zero(n), Matrix::Zero(kCoordinates, n)};
  Eigen::Index count = 0;
  for (const BoltedSnapshots& run : seen) {
    count += run.eta.cols();
    for (Eigen::Index p = 0; p < n; ++p) history.pressure[p] += run.force.row(3 * p).sum();
  }
  history.pressure /= double(count);
  const TractionProjector projector(system);
  std::vector<Matrix> steps;  // forces beyond the bonded ones (3 n) of some steps, evenly taken
  const Eigen::Index stride = std::max<Eigen::Index>(1, count / kSteps);
  for (const BoltedSnapshots& run : seen)
    for (Eigen::Index k = stride / 2; k < run.eta.cols(); k += stride)
      steps.emplace_back(run.force.col(k) - system.preloaded.state.force -
                         projector.bonded_forces(run.eta.col(k)));
  for (const bool base : {true, false}) {
    std::vector<Eigen::Index> points;
    for (Eigen::Index p = 0; p < n; ++p)
      if (closed[static_cast<std::size_t>(p)] == base && history.pressure[p] > 0.0)
        points.push_back(p);
    if (points.empty()) continue;
    Matrix rows(3 * Eigen::Index(steps.size()), Eigen::Index(points.size()));
    for (std::size_t k = 0; k < steps.size(); ++k)
      for (std::size_t c = 0; c < points.size(); ++c)
        rows.block<3, 1>(3 * Eigen::Index(k), Eigen::Index(c)) =
            steps[k].middleRows<3>(3 * points[c]) / history.pressure[points[c]];
    Matrix found = main_coordinates(rows, history.pressure(points));
    const double square = found.colwise().squaredNorm().mean();
    if (square > 0.0) found /= std::sqrt(square);
    for (std::size_t c = 0; c < points.size(); ++c)
      history.tractions.col(points[c]).head(found.rows()) = found.col(Eigen::Index(c));
  }
  return history;
}

std::vector<int> cluster_labels(const BoltedSystem& system, const PointHistory& history,
                                int closed_clusters, int open_clusters, double weight,
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
    demand(!base || possible == count, "reduce.clusters",
           fmt::format("{} of {} closed points", count, points.size()),
           "ask for fewer clusters, or for a finer contact.grid");
    if (possible == 0) continue;
    const std::vector<int> group = grouped(places, history, points, possible, weight, seed);
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
