#include "tests/studies/bolted/bolted_trials.hpp"

#include <algorithm>

#include "generator/bake/play/play.hpp"
#include "generator/ground/jobs/parallel_for.hpp"
#include "generator/judge/certify/compare_bolted.hpp"
#include "tests/studies/film/processor_time.hpp"

namespace mortise::gen {
namespace {

double ns_of_each(double since, const Trajectory& t) {
  return 1e9 * (thread_seconds() - since) / static_cast<double>(std::max<long>(1, t.steps));
}

}  // namespace

Measured worse_of(const Measured& a, const Measured& b) {
  Measured worse = a;
  for (std::size_t k = 0; k < kMeasures; ++k) {
    const auto m = static_cast<Measure>(k);
    if (b[m] && !(worse[m] && *worse[m] >= *b[m])) worse[m] = b[m];  // a NaN stays
  }
  return worse;
}

void ClosedSetChange::count(const std::vector<bool>& by, const SurfaceState& now) {
  int opens = 0, closes = 0;
  for (std::size_t p = 0; p < by.size(); ++p) {
    const bool is = now.status[p] != PointStatus::OPEN;
    opens += by[p] && !is ? 1 : 0;
    closes += !by[p] && is ? 1 : 0;
  }
  ++steps;
  changed += opens + closes > 0 ? 1 : 0;
  opened = std::max(opened, opens);
  closed = std::max(closed, closes);
}

void ClosedSetChange::add(const ClosedSetChange& other) {
  steps += other.steps;
  changed += other.changed;
  opened = std::max(opened, other.opened);
  closed = std::max(closed, other.closed);
}

std::vector<BoltedReference> bolted_references(const Definition& definition,
                                               const BoltedModel& full, int finer, int jobs,
                                               const std::function<void(double)>& progress) {
  const std::vector<std::size_t> chosen = chosen_scenarios(definition, "");
  return parallel_map(
      chosen.size(), jobs,
      [&](std::size_t k) {
        const ScenarioSpec& scenario = definition.scenarios[chosen[k]];
        BoltedReference reference;
        reference.scenario = scenario.name;
        const std::vector<bool> closed = full.system.closed();
        reference.fine =
            run_scenario(definition, scenario, full, finer, {}, BoltedScheme::KICK_FLOW_KICK,
                         [&](const SurfaceState& now) { reference.change.count(closed, now); });
        for (std::size_t s = 0; s < enum_names<BoltedScheme>.size(); ++s) {
          const double start = thread_seconds();
          const Trajectory coarse =
              run_scenario(definition, scenario, full, 1, {}, static_cast<BoltedScheme>(s));
          const double ns = ns_of_each(start, coarse);
          reference.schemes.push_back({compare_bolted(coarse, reference.fine), ns});
        }
        return reference;
      },
      progress);
}

BoltedTrial try_bolted(const Definition& definition, const AlignedBytes& model,
                       const std::vector<BoltedReference>& references) {
  BoltedTrial trial;
  for (const BoltedReference& reference : references) {
    Instance instance(model, "model file");
    const int scenario = scenario_of(definition.path, instance, reference.scenario);
    const double start = thread_seconds();
    const Trajectory run = play(instance, scenario, 0.0, 1, {});
    trial.ns_per_step = std::max(trial.ns_per_step, ns_of_each(start, run));
    trial.errors = worse_of(trial.errors, compare_bolted(run, reference.fine));
  }
  return trial;
}

}  // namespace mortise::gen
