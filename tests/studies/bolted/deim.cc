#include "tests/studies/bolted/deim.hpp"

#include <Eigen/LU>
#include <algorithm>

#include "generator/ground/dense/decompositions.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/film/hyper_reduction.hpp"
#include "tests/studies/bolted/some_steps.hpp"

namespace mortise::gen {
namespace {

constexpr Eigen::Index kSnapshots = 300;  // evenly taken
constexpr double kRank = 1e-8;            // of the largest singular value: none beyond is kept

// Points of one zone that are all closed, or all open, at first.
struct Patch {
  int zone = 0;
  std::vector<Eigen::Index> points;
  Matrix shapes;  // left singular vectors
  Vector singular;
};

std::vector<Patch> patches_of(const BoltedSystem& system, const std::vector<Vector>& steps,
                              const Vector& pressure, bool base) {
  const std::vector<bool> closed = system.closed();
  std::vector<Patch> patches;
  Eigen::Index first = 0;
  for (std::size_t z = 0; z < system.structure->zones.size(); ++z) {
    const Eigen::Index end = first + system.structure->zones[z].points();
    Patch patch;
    patch.zone = static_cast<int>(z);
    for (Eigen::Index p = first; p < end; ++p)
      if (closed[static_cast<std::size_t>(p)] == base && pressure[p] > 0.0)
        patch.points.push_back(p);
    first = end;
    if (patch.points.empty()) continue;
    Matrix seen(Eigen::Index(patch.points.size()), 3 * Eigen::Index(steps.size()));
    for (std::size_t k = 0; k < steps.size(); ++k)
      for (std::size_t i = 0; i < patch.points.size(); ++i)
        seen.block<1, 3>(Eigen::Index(i), 3 * Eigen::Index(k)) =
            steps[k].segment<3>(3 * patch.points[i]).transpose() / pressure[patch.points[i]];
    const ThinSvd svd = thin_svd(seen);
    patch.shapes = svd.left;
    patch.singular = svd.values;
    patches.push_back(std::move(patch));
  }
  return patches;
}

// Shapes of every patch, those of the largest singular values of all.
std::vector<Eigen::Index> ranks_of(const std::vector<Patch>& patches, int count) {
  std::vector<std::pair<double, std::size_t>> all;
  double most = 0.0;
  for (std::size_t k = 0; k < patches.size(); ++k)
    for (const double s : patches[k].singular) {
      all.emplace_back(s, k);
      most = std::max(most, s);
    }
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Eigen::Index> ranks(patches.size(), 0);
  for (std::size_t k = 0; k < std::min(all.size(), static_cast<std::size_t>(count)); ++k)
    if (all[k].first > kRank * most) ++ranks[all[k].second];
  return ranks;
}

}  // namespace

TractionShapes deim_shapes(const BoltedSystem& system, const std::vector<BoltedSnapshots>& seen,
                           const Vector& pressure, int closed_count, int open_count) {
  const std::vector<Vector> steps = some_steps(seen, kSnapshots);
  TractionShapes t;
  t.weight = Vector::Zero(system.points());
  Entries entries;
  for (const bool base : {true, false}) {
    const std::vector<Patch> patches = patches_of(system, steps, pressure, base);
    const std::vector<Eigen::Index> ranks = ranks_of(patches, base ? closed_count : open_count);
    for (std::size_t k = 0; k < patches.size(); ++k) {
      if (ranks[k] == 0) continue;
      const Patch& patch = patches[k];
      const Matrix basis = patch.shapes.leftCols(ranks[k]);
      const std::vector<int> rows = qdeim_rows(basis);
      const Matrix carried = Matrix(basis(rows, Eigen::all))
                                 .transpose()
                                 .partialPivLu()
                                 .solve(basis.transpose());  // (points chosen x points)
      const int first = static_cast<int>(t.clusters.size());
      TractionCluster cluster;
      cluster.zone = patch.zone;
      cluster.base = base;
      cluster.points = static_cast<int>(patch.points.size());
      t.clusters.insert(t.clusters.end(), rows.size(), cluster);
      for (std::size_t i = 0; i < patch.points.size(); ++i) {
        const Eigen::Index p = patch.points[i];
        t.weight[p] = pressure[p];
        for (std::size_t c = 0; c < rows.size(); ++c) {
          const Eigen::Index from = patch.points[static_cast<std::size_t>(rows[c])];
          entries.emplace_back(
              int(p), first + int(c),
              carried(Eigen::Index(c), Eigen::Index(i)) * pressure[p] / pressure[from]);
        }
      }
    }
  }
  demand(!t.clusters.empty(), "reduce", "no point is chosen", "ask for more points");
  t.shapes = sparse_matrix(system.points(), static_cast<Eigen::Index>(t.clusters.size()), entries);
  return t;
}

}  // namespace mortise::gen
