#include "generator/judge/certify/certify_bolted.hpp"

#include <algorithm>
#include <mutex>

#include "generator/bake/play/play.hpp"
#include "generator/bake/structure/bake_options.hpp"
#include "generator/bake/structure/bolted_signals.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/certify/certify.hpp"
#include "generator/judge/certify/compare_bolted.hpp"
#include "generator/judge/certify/scenario_json.hpp"

namespace mortise::gen {
namespace {

constexpr int kFinestPart = 8;  // of a substep

// [s]; so that rows of a finer run end with those of the file.
double whole_steps(double duration, double h) {
  return static_cast<double>(step_count(duration, h)) * h;
}

void demand_whole(const Trajectory& t, const std::string& name) {
  if (t.stop_reason.empty()) return;
  throw Error("scenario " + name,
              "full order ends at " + std::to_string(t.time.back()) + " s: " + t.stop_reason,
              "shorten the scenario, or step.size");
}

// The reference is full order under the scenario's own signals, at a part of the file's step.
class BoltedRuns : public ScenarioRuns<Trajectory> {
 public:
  BoltedRuns(const Definition& definition, const ScenarioSpec& scenario, const AlignedBytes& model,
             const BoltedModel& full)
      : definition_(definition), scenario_(scenario), model_(model), full_(full) {}

  Trajectory file() override {
    Instance instance(model_, "model file");
    step_ = instance.model().step_size();
    return play(instance, scenario_of(definition_.path, instance, scenario_.name), 0.0, 1, {});
  }
  Trajectory full() override { return coarse_ = run(1); }
  std::optional<Trajectory> reference(int refinement) override {
    return refinement == 0 ? coarse_ : run(part(refinement));
  }
  double step_of(int refinement) const override {
    return step_ / (definition_.step.substeps * part(refinement));
  }
  bool resolves(int) const override { return true; }
  bool goes_on(int refinement) const override { return part(refinement) < kFinestPart; }
  Measured compare(const Trajectory& run, const Trajectory& reference) const override {
    return compare_bolted(run, reference);
  }
  bool touched(const Trajectory& t) const override { return t.steps_in_contact > 0; }
  bool refines_full() const override { return true; }

 private:
  static int part(int refinement) { return 1 << refinement; }

  Trajectory run(int parts) const {
    ProgressBar bar("full-order " + scenario_.name);
    return run_scenario(definition_, scenario_, full_, parts, bar.shares());
  }

  const Definition& definition_;
  const ScenarioSpec& scenario_;
  const AlignedBytes& model_;
  const BoltedModel& full_;
  double step_ = 0.0;
  Trajectory coarse_;
};

}  // namespace

Trajectory run_scenario(const Definition& definition, const ScenarioSpec& scenario,
                        const BoltedModel& full, int parts,
                        const std::function<void(double)>& progress, BoltedScheme scheme,
                        const std::function<void(const SurfaceState&)>& watch) {
  BoltedRun how;
  how.scheme = scheme;
  how.step = *definition.step.size / parts;
  how.substeps = definition.step.substeps;
  how.duration = whole_steps(scenario.duration, *definition.step.size);
  how.every = parts;
  how.watch = watch;
  const BoltedSignals signals =
      bolted_signals(definition, scenario, full.inputs, how.step, how.substeps);
  Trajectory t = run_bolted(
      full, how, [&](double time) { return signals.at(full.inputs, time); },
      bolted_start(full.sensed, scenario.initial), progress);
  demand_whole(t, scenario.name);
  return t;
}

CertificateOptions certify_bolted(const Definition& definition, const AlignedBytes& model,
                                  const std::function<const BoltedModel&()>& full,
                                  const CertifySettings& settings) {
  const std::vector<std::size_t> chosen = chosen_scenarios(definition, settings.scenario);
  CertificateOptions c;
  c.reference =
      "friction and opening at every point, the same modes, its step refined; norms over "
      "time, forces tangential";
  c.limits = limits_of(definition.verify);
  std::mutex turn;
  c.errors = kept_map<ScenarioErrors>(
      scenario_jobs(definition, chosen, model, settings), [&](std::size_t k) {
        const ScenarioSpec& scenario = definition.scenarios[chosen[k]];
        const BoltedModel* all_points = nullptr;
        {
          const std::lock_guard<std::mutex> lock(turn);
          all_points = &full();
        }
        BoltedRuns runs(definition, scenario, model, *all_points);
        return judge_scenario(scenario.name, &runs, c.limits);
      });
  const Instance file(model, "model file");
  const ModelView& view = file.model().view();
  c.omega_h = view.h * *std::max_element(view.omega, view.omega + view.dims.modes) /
              definition.step.substeps;
  log_certificate(c, settings.log);
  return c;
}

Trajectory run_file(const BoltedModel& full, Instance* instance,
                    const std::function<Vector(double time)>& inputs, double duration) {
  const double h = instance->model().step_size();
  const bool linear = !full.inputs.empty() && full.inputs.front().hold == Hold::linear;
  const auto both =
      [&](long k) -> Vector {  // at the start and, where the hold asks for it, the end
    Vector start = inputs(static_cast<double>(k - 1) * h);
    if (!linear) return start;
    Vector u(2 * start.size());
    u << start, inputs(static_cast<double>(k) * h);
    return u;
  };
  return play(*instance, both, step_count(duration, h), 1, {});
}

BoltedPair run_both(const BoltedModel& full, int substeps, int finer, Instance* instance,
                    const std::function<Vector(double time)>& inputs, double duration) {
  BoltedRun how;
  how.step = instance->model().step_size() / finer;
  how.substeps = substeps;
  how.duration = whole_steps(duration, instance->model().step_size());
  how.every = finer;
  const Vector rest = Vector::Zero(full.system.modes.count());
  BoltedPair pair;
  pair.full = run_bolted(full, how, inputs, rest, {});
  demand_whole(pair.full, "of random inputs");
  pair.file = run_file(full, instance, inputs, duration);
  return pair;
}

}  // namespace mortise::gen
