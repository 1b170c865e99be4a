#include "generator/reduce/bolted/fit_shapes.hpp"

#include <algorithm>
#include <cmath>

#include "generator/ground/dense/cholesky.hpp"
#include "generator/ground/jobs/parallel_for.hpp"
#include "generator/reduce/bolted/shape_sensitivity.hpp"

namespace mortise::gen {
namespace {

using Index = Eigen::Index;

constexpr double kLongestStep = 0.5;  // of a weight's logarithm in a round
constexpr double kStay = 1e-4;        // what a weight's own change costs, of the whole
constexpr int kTries = 8;

class Fit {
 public:
  Fit(const BoltedSystem& system, const TractionShapes& shapes,
      const std::vector<BoltedSnapshots>& paths, const ShapeFit& options)
      : system_(system),
        paths_(paths),
        options_(options),
        points_(condense_points(system, shapes)),
        start_(weighted_clusters(system, points_, shapes)) {}

  Vector run(const std::function<void(double)>& progress) {
    Vector change = Vector::Zero(start_.weight.size());
    double damping = 1e-2;
    for (int round = 0; round < options_.rounds; ++round) {
      const ShapeFitSums now = sums(change);
      const double reg = kStay * now.cost / double(change.size());
      const double mean = now.curvature.trace() / double(change.size());
      double reached = now.cost;
      for (int k = 0; k < kTries; ++k) {
        Matrix a = now.curvature;
        a.diagonal().array() += damping * mean + reg;
        Vector step = PivotedCholesky(a).solve(Vector(-now.slope - reg * change));
        step = step.cwiseMax(-kLongestStep).cwiseMin(kLongestStep);
        const Vector tried = (change + step).cwiseMax(-options_.largest).cwiseMin(options_.largest);
        reached = cost(tried);
        if (reached < now.cost) {
          change = tried;
          damping = std::max(1e-6, 0.3 * damping);
          break;
        }
        damping *= 4.0;
      }
      if (progress) progress(double(round + 1) / options_.rounds);
      if (!(reached < (1.0 - options_.enough) * now.cost)) break;
    }
    Vector factor = Vector::Ones(system_.points());
    for (std::size_t k = 0; k < points_.points.size(); ++k)
      factor[points_.points[k]] = std::exp(change[Index(k)]);
    return factor;
  }

 private:
  ShapeSensitivity at(const Vector& change) const {
    WeightedClusters c = start_;
    c.weight = start_.weight.array() * change.array().exp();
    return {points_, system_, std::move(c)};
  }

  double cost(const Vector& change) const {
    const ShapeSensitivity here = at(change);
    double sum = 0.0;
    for (const double part : parallel_map(paths_.size(), options_.jobs,
                                          [&](std::size_t k) { return here.cost(paths_[k]); }))
      sum += part;
    return sum;
  }

  ShapeFitSums sums(const Vector& change) const {
    const ShapeSensitivity here = at(change);
    const auto parts = parallel_map(paths_.size(), options_.jobs,
                                    [&](std::size_t k) { return here.sums(paths_[k]); });
    ShapeFitSums all = parts.front();
    for (std::size_t k = 1; k < parts.size(); ++k) {
      all.cost += parts[k].cost;
      all.curvature += parts[k].curvature;
      all.slope += parts[k].slope;
    }
    return all;
  }

  const BoltedSystem& system_;
  const std::vector<BoltedSnapshots>& paths_;
  ShapeFit options_;
  CondensedPoints points_;
  WeightedClusters start_;
};

}  // namespace

Vector fit_shapes(const BoltedSystem& system, const TractionShapes& shapes,
                  const std::vector<BoltedSnapshots>& paths, const ShapeFit& fit,
                  const std::function<void(double)>& progress) {
  return Fit(system, shapes, paths, fit).run(progress);
}

}  // namespace mortise::gen
