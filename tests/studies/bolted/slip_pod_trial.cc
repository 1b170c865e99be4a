#include "tests/studies/bolted/slip_pod_trial.hpp"

#include <algorithm>

#include "generator/bake/structure/bolted_signals.hpp"
#include "generator/judge/certify/compare_bolted.hpp"
#include "generator/simulate/run/run_steps.hpp"
#include "tests/studies/film/processor_time.hpp"

namespace mortise::gen {
namespace {

// A scenario with the outputs of the definition.
class SlipPodRun : public SteppedSystem {
 public:
  // h [s]: of a substep.
  SlipPodRun(const BoltedModel& model, const SlipPod& pod, const SlipPodSolver& solver, double h,
             int substeps, const Vector& start, const Vector& inputs)
      : model_(model),
        pod_(pod),
        h_(h),
        substeps_(substeps),
        held_(!model.inputs.empty() && model.inputs.front().hold == Hold::zero_order),
        stepper_(pod, h, solver),
        inputs_(inputs) {
    stepper_.start_from(start, inputs);
    slid_ = slid(inputs);
    speed_ = Vector::Zero(slid_.size());
  }

  // inputs: at the end of the step.
  std::optional<StepReport> step(const Vector& inputs) override {
    Vector before = inputs_;
    for (int k = 1; k <= substeps_; ++k) {
      const Vector after =
          held_ ? inputs_ : Vector(inputs_ + double(k) / substeps_ * (inputs - inputs_));
      stepper_.step(before, after);
      before = after;
      const Vector now = slid(after);
      speed_ = (now - slid_) / h_;
      slid_ = now;
      capped_ += stepper_.contact().converged() ? 0 : 1;
      pulling_ += stepper_.contact().pulling() > 0 ? 1 : 0;
    }
    inputs_ = inputs;
    ++steps_;
    StepReport report;
    report.touching = true;
    return report;
  }

  double time() const override { return static_cast<double>(steps_ * substeps_) * h_; }

  Vector outputs() const override {
    const Vector moved = stepper_.observed(pod_.motions, inputs_);
    const Vector forces = stepper_.observed(pod_.resultants, inputs_);
    Vector y(static_cast<Eigen::Index>(model_.outputs.size()));
    for (std::size_t k = 0; k < model_.outputs.size(); ++k)
      y[static_cast<Eigen::Index>(k)] = output(model_.outputs[k], moved, forces);
    return y;
  }

  long capped() const { return capped_; }
  long pulling() const { return pulling_; }
  long contacts() const { return steps_ * substeps_; }

 private:
  Vector slid(const Vector& inputs) const {  // motions beyond those of the bonded modes
    return pod_.motions.contact * stepper_.contact().z() + pod_.motions.inputs * inputs;
  }

  double output(const OutputChannel& channel, const Vector& moved, const Vector& forces) const {
    switch (channel.quantity) {
      case OutputQuantity::displacement:
        return moved[channel.index];
      case OutputQuantity::velocity:
        return pod_.motions.modes.row(channel.index).dot(stepper_.velocity()) +
               speed_[channel.index];
      case OutputQuantity::contact_force:
        return forces[channel.index];
      case OutputQuantity::dissipated_friction:
        return stepper_.dissipated();
      default:
        return 0.0;  // no measure of compare_bolted()
    }
  }

  const BoltedModel& model_;
  const SlipPod& pod_;
  double h_;
  int substeps_;
  bool held_;
  SlipPodStepper stepper_;
  Vector inputs_, slid_, speed_;
  long steps_ = 0, capped_ = 0, pulling_ = 0;
};

}  // namespace

SlipPodTrial try_slip_pod(const Definition& definition, const BoltedModel& full, const SlipPod& pod,
                          const std::vector<BoltedReference>& references,
                          const SlipPodSolver& solver) {
  const double step = *definition.step.size;
  const int substeps = definition.step.substeps;
  SlipPodTrial result;
  long all = 0;
  for (const BoltedReference& reference : references) {
    const auto scenario =
        std::find_if(definition.scenarios.begin(), definition.scenarios.end(),
                     [&](const ScenarioSpec& s) { return s.name == reference.scenario; });
    const BoltedSignals signals =
        bolted_signals(definition, *scenario, full.inputs, step, substeps);
    const auto inputs = [&](long k) { return signals.at(full.inputs, double(k) * step); };
    SlipPodRun run(full, pod, solver, step / substeps, substeps,
                   bolted_start(full.sensed, scenario->initial), inputs(0));
    Trajectory heads;
    heads.names = reference.fine.names;
    heads.quantities = reference.fine.quantities;
    RunPlan plan;
    plan.steps = step_count(scenario->duration, step);
    const double start = thread_seconds();
    const Trajectory ran = run_steps(&run, std::move(heads), plan, inputs, {});
    result.trial.ns_per_step =
        std::max(result.trial.ns_per_step, 1e9 * (thread_seconds() - start) /
                                               static_cast<double>(std::max<long>(1, ran.steps)));
    result.trial.errors = worse_of(result.trial.errors, compare_bolted(ran, reference.fine));
    result.capped += static_cast<double>(run.capped());
    result.pulling += static_cast<double>(run.pulling());
    all += run.contacts();
  }
  result.capped /= static_cast<double>(std::max<long>(1, all));
  result.pulling /= static_cast<double>(std::max<long>(1, all));
  return result;
}

}  // namespace mortise::gen
