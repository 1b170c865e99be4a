#include "generator/reduce/bolted/reduce_bolted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "generator/ground/jobs/parallel_for.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/bolted/clusters.hpp"
#include "generator/reduce/bolted/deim.hpp"
#include "generator/reduce/bolted/fit_shapes.hpp"
#include "generator/reduce/bolted/interpolated.hpp"
#include "generator/reduce/bolted/jenkins.hpp"
#include "generator/reduce/bolted/reduced_stepper.hpp"
#include "generator/reduce/bolted/trained_range.hpp"

namespace mortise::gen {
namespace {

constexpr double kTractionWeights[] = {1.0, 1.5, 2.0, 2.5, 3.0, 4.0};

std::vector<BoltedSnapshots> follow_all(const BoltedSystem& system,
                                        const std::vector<TrainingPath>& paths, int jobs,
                                        const std::function<void(double)>& progress) {
  return parallel_map(
      paths.size(), jobs, [&](std::size_t k) { return follow(system, paths[k]); }, progress);
}

ReducedBolted of_clusters(const BoltedSystem& system, const BoltedReduction& r) {
  return TractionProjector(system).project(
      cluster_shapes(system, r.labels, r.pressure.cwiseProduct(r.fitted)));
}

}  // namespace

ForceError force_error(const ReducedBolted& reduced, const std::vector<BoltedSnapshots>& paths) {
  const Matrix on_modes = contact_on_modes(reduced);
  const Vector weight = reduced.omega.cwiseInverse();
  double wrong = 0.0, whole = 0.0, squares = 0.0;
  for (const BoltedSnapshots& path : paths) {
    ReducedContact contact(reduced, {});
    double off = 0.0;
    for (Eigen::Index k = 0; k < path.eta.cols(); ++k) {
      contact.advance(reduced.constant + reduced.from_modes * path.eta.col(k));
      off += (on_modes * contact.x() - path.on_modes.col(k)).cwiseProduct(weight).squaredNorm();
    }
    const double size = (weight.asDiagonal() * path.on_modes).squaredNorm();
    wrong += off;
    whole += size;
    squares += off / size;
  }
  return {std::sqrt(wrong / whole), std::sqrt(squares / double(paths.size()))};
}

BoltedReduction reduce_bolted(const BoltedSystem& system, const BoltedReductionOptions& o,
                              const std::function<void(double)>& progress) {
  const auto part = [&](double from, double to) {
    return std::function<void(double)>([&progress, from, to](double share) {
      if (progress) progress(from + share * (to - from));
    });
  };
  BoltedReduction best;
  best.amplitudes = training_amplitudes(system, o.training);
  if (o.method == BoltedMethod::JENKINS) {
    best.reduced = jenkins_banks(system, looped_modes(system, o.training, best.amplitudes),
                                 best.amplitudes, o.sliders);
    return best;
  }
  const std::vector<BoltedSnapshots> seen = follow_all(
      system, training_paths(system, o.training, best.amplitudes), o.jobs, part(0.02, 0.2));
  const std::vector<BoltedSnapshots> judged = follow_all(
      system, judging_paths(system, o.training, best.amplitudes), o.jobs, part(0.2, 0.3));
  const PointHistory history = point_history(system, seen);
  best.pressure = history.pressure;
  const TractionProjector projector(system);
  const auto accept = [&](const std::string& tried) {
    demand(best.force_error <= o.largest_error, "reduce",
           fmt::format("the best of {} has a force error of {:.3g}, {} is allowed", tried,
                       best.force_error, o.largest_error),
           "ask for more clusters, or for smaller training amplitudes");
    note_trained(seen, best.amplitudes, &best.reduced);
    return best;
  };
  if (o.method == BoltedMethod::INTERPOLATED || o.method == BoltedMethod::DEIM) {
    TractionProjector own = projector;
    const auto& make = o.method == BoltedMethod::DEIM ? deim_shapes : interpolated_shapes;
    best.reduced =
        own.project(make(system, seen, history.pressure, o.closed_clusters, o.open_clusters));
    const ForceError error = force_error(best.reduced, judged);
    best.candidate_errors.push_back(error.of_paths);
    best.force_error = error.whole;
    return accept(fmt::format("{} + {} points", o.closed_clusters, o.open_clusters));
  }
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
      part(0.3, 0.5));
  for (const Candidate& c : candidates) best.candidate_errors.push_back(c.error.of_paths);
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
                             fit, part(0.5, 0.98));
  }
  best.reduced = of_clusters(system, best);
  best.force_error = force_error(best.reduced, judged).whole;
  return accept(
      fmt::format("{} layouts of {} + {} clusters", count, o.closed_clusters, o.open_clusters));
}

}  // namespace mortise::gen
