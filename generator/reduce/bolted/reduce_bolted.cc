#include "generator/reduce/bolted/reduce_bolted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "generator/ground/jobs/parallel_for.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/bolted/clusters.hpp"
#include "generator/reduce/bolted/fit_shapes.hpp"
#include "generator/reduce/bolted/reduced_stepper.hpp"
#include "generator/reduce/bolted/trained_range.hpp"

namespace mortise::gen {
namespace {

constexpr double kTractionWeights[] = {1.0, 1.5, 2.0, 2.5, 3.0, 4.0};

ReducedBolted of_clusters(const BoltedSystem& system, const BoltedReduction& r) {
  return TractionProjector(system).project(
      cluster_shapes(system, r.labels, r.pressure.cwiseProduct(r.fitted)));
}

std::function<void(double)> part(const std::function<void(double)>& progress, double from,
                                 double to) {
  return [&progress, from, to](double share) {
    if (progress) progress(from + share * (to - from));
  };
}

}  // namespace

BoltedTrainingRuns training_runs(const BoltedSystem& system, const BoltedReductionOptions& o,
                                 const std::function<void(double)>& progress) {
  BoltedTrainingRuns runs;
  runs.amplitudes = training_amplitudes(system, o.training);
  runs.seen = follow_all(system, training_paths(system, o.training, runs.amplitudes), o.jobs,
                         part(progress, 0.1, 0.7));
  runs.judged = follow_all(system, judging_paths(system, o.training, runs.amplitudes), o.jobs,
                           part(progress, 0.7, 1.0));
  return runs;
}

ForceError force_error(const Vector& weight, const std::vector<BoltedSnapshots>& paths,
                       const std::function<Matrix(const BoltedSnapshots&)>& forces) {
  double wrong = 0.0, whole = 0.0, squares = 0.0;
  for (const BoltedSnapshots& path : paths) {
    const double off = (weight.asDiagonal() * (forces(path) - path.on_modes)).squaredNorm();
    const double size = (weight.asDiagonal() * path.on_modes).squaredNorm();
    wrong += off;
    whole += size;
    squares += off / size;
  }
  return {std::sqrt(wrong / whole), std::sqrt(squares / double(paths.size()))};
}

ForceError force_error(const ReducedBolted& reduced, const std::vector<BoltedSnapshots>& paths) {
  const Matrix on_modes = contact_on_modes(reduced);
  return force_error(reduced.omega.cwiseInverse(), paths, [&](const BoltedSnapshots& path) {
    ReducedContact contact(reduced, {});
    Matrix force(path.eta.rows(), path.eta.cols());
    for (Eigen::Index k = 0; k < path.eta.cols(); ++k) {
      contact.advance(reduced.constant + reduced.from_modes * path.eta.col(k));
      force.col(k) = on_modes * contact.x();
    }
    return force;
  });
}

BoltedReduction reduce_bolted(const BoltedSystem& system, const BoltedReductionOptions& o,
                              const std::function<void(double)>& progress) {
  BoltedReduction best;
  const BoltedTrainingRuns runs = training_runs(system, o, part(progress, 0.0, 0.3));
  const std::vector<BoltedSnapshots>&seen = runs.seen, &judged = runs.judged;
  best.amplitudes = runs.amplitudes;
  const PointHistory history = point_history(system, seen);
  best.pressure = history.pressure;
  const TractionProjector projector(system);
  const std::size_t count = std::size(kTractionWeights) * static_cast<std::size_t>(o.seeds);
  struct Candidate {
    std::vector<int> labels;
    ForceError error;
  };
  const auto candidates = parallel_map(
      count, o.jobs,
      [&](std::size_t k) {
        Candidate c;
        c.labels = cluster_labels(system, history, o.closed_clusters, o.open_clusters,
                                  kTractionWeights[k % std::size(kTractionWeights)],
                                  o.training.seed + k / std::size(kTractionWeights));
        TractionProjector own = projector;
        c.error =
            force_error(own.project(cluster_shapes(system, c.labels, history.pressure)), judged);
        return c;
      },
      part(progress, 0.3, 0.5));
  // a layout whose contact loses its forces, to NaN, is the worst of all
  for (const Candidate& c : candidates)
    best.candidate_errors.push_back(std::isfinite(c.error.of_paths)
                                        ? c.error.of_paths
                                        : std::numeric_limits<double>::infinity());
  const auto least = std::min_element(best.candidate_errors.begin(), best.candidate_errors.end());
  const Candidate& chosen =
      candidates[static_cast<std::size_t>(least - best.candidate_errors.begin())];
  best.labels = chosen.labels;
  best.fitted = Vector::Ones(system.points());
  if (o.fit_rounds > 0) {
    ShapeFit fit;
    fit.rounds = o.fit_rounds;
    fit.jobs = o.jobs;
    best.fitted = fit_shapes(system, cluster_shapes(system, best.labels, history.pressure), seen,
                             fit, part(progress, 0.5, 0.98));
  }
  best.reduced = of_clusters(system, best);
  best.force_error = force_error(best.reduced, judged).whole;
  demand(best.force_error <= o.largest_error, "reduce",
         fmt::format("the best of {} layouts of {} + {} clusters has a force error of {:.3g}, {} "
                     "is allowed",
                     count, o.closed_clusters, o.open_clusters, best.force_error, o.largest_error),
         "ask for more clusters, or for smaller training amplitudes");
  note_trained(seen, best.amplitudes, &best.reduced);
  return best;
}

}  // namespace mortise::gen
