#include "generator/judge/certify/load_sampling.hpp"

#include "generator/bake/play/play.hpp"
#include "generator/judge/certify/contact_errors.hpp"
#include "generator/judge/certify/trajectory_errors.hpp"
#include "generator/simulate/run/run_steps.hpp"

namespace mortise::gen {
namespace {

// Samples of the coarse step as the fine one sees them.
class CoarseSamples {
 public:
  CoarseSamples(const Model& coarse, std::int32_t scenario)
      : model_(coarse), u_(Vector::Zero(2 * coarse.dims().inputs + 1)) {
    player_.start(coarse, scenario, nullptr);
  }

  // Inputs of fine step k = 1, 2, ...: those at its start and, behind them, at its end.
  const Vector& at(long k) {
    const Eigen::Index nu = model_.dims().inputs;
    const bool first = k % 2 == 1;
    if (first) {
      player_.next(model_, u_.data());
      held_ = u_;
    }
    const bool has_ends = model_.input_values() > nu;
    for (Eigen::Index i = 0; has_ends && i < nu; ++i) {
      if (model_.view().input_ranges[i].hold == 0) continue;  // constant over the coarse step
      const double middle = 0.5 * (held_[i] + held_[nu + i]);
      u_[i] = first ? held_[i] : middle;
      u_[nu + i] = first ? middle : held_[nu + i];
    }
    return u_;
  }

 private:
  const Model& model_;
  ScenarioPlayer player_;
  Vector u_, held_;
};

}  // namespace

Measured load_sampling_error(const AlignedBytes& coarse, const AlignedBytes& fine,
                             const std::string& scenario) {
  const Instance sampled(coarse, "model file");
  Instance instance(fine, "model file with half the step");
  const Model& model = instance.model();
  const int index = scenario_of("model file", instance, scenario);
  const int coarse_index = scenario_of("model file", sampled, scenario);
  const Trajectory often = play(instance, index, 0.0, 1, {});

  ScenarioPlayer phases;  // cases, not inputs
  phases.start(model, index, &instance.state());
  CoarseSamples samples(sampled.model(), coarse_index);
  const StepInputs inputs = [&](long k) -> Vector {
    phases.enter_phase(model, static_cast<std::uint64_t>(k - 1), &instance.state());
    return samples.at(k);
  };
  const long steps = step_count(phases.duration(), model.step_size());
  const Trajectory seldom = play(instance, inputs, steps, 1, {});
  return compare(scenario, over_steps(seldom, 2), over_steps(often, 2),
                 {{}, filter_time(sampled, 0.0)});
}

}  // namespace mortise::gen
