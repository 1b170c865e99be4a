#include "tests/studies/bolted/other_reductions.hpp"

#include <limits>

#include "generator/reduce/bolted/clusters.hpp"
#include "generator/reduce/bolted/trained_range.hpp"
#include "tests/studies/bolted/deim.hpp"
#include "tests/studies/bolted/interpolated.hpp"
#include "tests/studies/bolted/jenkins.hpp"

namespace mortise::gen {

BoltedReduction reduce_by(BoltedMethod method, const BoltedSystem& system, BoltedReductionOptions o,
                          int sliders, const std::function<void(double)>& progress) {
  o.largest_error = std::numeric_limits<double>::infinity();
  if (method == BoltedMethod::UNFITTED) o.fit_rounds = 0;
  if (method == BoltedMethod::CLUSTERS || method == BoltedMethod::UNFITTED)
    return reduce_bolted(system, o, progress);
  BoltedReduction r;
  if (method == BoltedMethod::JENKINS) {
    r.amplitudes = training_amplitudes(system, o.training);
    r.reduced = jenkins_banks(system, looped_modes(system, o.training, r.amplitudes), r.amplitudes,
                              sliders);
    return r;
  }
  const BoltedTrainingRuns runs = training_runs(system, o, progress);
  r.amplitudes = runs.amplitudes;
  r.pressure = point_history(system, runs.seen).pressure;
  const auto& make = method == BoltedMethod::DEIM ? deim_shapes : interpolated_shapes;
  r.reduced = TractionProjector(system).project(
      make(system, runs.seen, r.pressure, o.closed_clusters, o.open_clusters));
  r.force_error = force_error(r.reduced, runs.judged).whole;
  note_trained(runs.seen, r.amplitudes, &r.reduced);
  return r;
}

}  // namespace mortise::gen
