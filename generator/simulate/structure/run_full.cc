#include "generator/simulate/structure/run_full.hpp"

#include <cmath>
#include <memory>
#include <utility>

#include "generator/contact/system/condense.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/sliding/explicit.hpp"
#include "generator/simulate/sliding/implicit.hpp"
#include "generator/simulate/sliding/sliding_order.hpp"

namespace mortise::gen {
namespace {

Trajectory heads_of(const std::vector<OutputChannel>& outputs) {
  Trajectory heads;
  for (const OutputChannel& channel : outputs) {
    heads.names.push_back(channel.name);
    heads.quantities.push_back(channel.quantity);
  }
  return heads;
}

StepInputs inputs_of(const std::vector<InputChannel>& inputs,
                     const std::vector<SourceOptions>& sources, double h) {
  return [&inputs, &sources, h](long k) {
    return held_inputs(inputs, sources, static_cast<double>(k - 1) * h, h);
  };
}

RunPlan plan_of(double duration, double h, int every, bool every_energy) {
  RunPlan plan;
  plan.steps = step_count(duration, h);
  plan.every = every;
  plan.every_energy = every_energy;
  return plan;
}

std::unique_ptr<SlidingStepper> sliding_stepper(const ReducedSystem& system,
                                                const FullOrderOptions& options) {
  switch (options.scheme) {
    case TimeScheme::moreau_jean:
      return std::make_unique<MoreauJeanSliding>(system, options.step);
    case TimeScheme::generalised_alpha:
      return std::make_unique<GeneralisedAlphaSliding>(system, options.step,
                                                       options.spectral_radius);
    case TimeScheme::forward_increment:
      return std::make_unique<ForwardIncrementSliding>(system, options.step);
    case TimeScheme::schurzig:
      break;
  }
  throw Error("--scheme", "schurzig is for unilateral contacts",
              "use moreau_jean, generalised_alpha or forward_increment");
}

Trajectory run_joint(const FullSystem& system, const FullOrderOptions& options,
                     const StepInputs& inputs, const Vector& displacement, const Vector& velocity,
                     const RunPlan& plan, const Progress& progress) {
  if (options.scheme != TimeScheme::moreau_jean)
    throw Error("--scheme", "schurzig is for unilateral contacts",
                "leave the scheme of a joint to its default");
  JointOrder order(system, options.step);
  auto phase = options.phases.begin();
  const auto enter_phase = [&](long k) {
    for (; phase != options.phases.end() && std::lround(phase->start / options.step) <= k; ++phase)
      order.set_case(phase->operating_case);
  };
  enter_phase(0);
  order.set_state(displacement, velocity);
  const auto next = [&](long k) {
    enter_phase(k - 1);
    return inputs(k);
  };
  return run_steps(&order, heads_of(system.outputs), plan, next, progress);
}

}  // namespace

Trajectory run_full(const FullSystem& system, const FullOrderOptions& options,
                    const std::vector<SourceOptions>& sources, const Vector& displacement,
                    const Vector& velocity, double duration, int every, const Progress& progress) {
  if (system.sliding) {
    ModeRequest all;
    all.all = true;
    return run_sliding_modes(condense_modal(system, all).system, options, sources, duration, every,
                             progress);
  }
  const double h = options.step;
  const StepInputs inputs = inputs_of(system.inputs, sources, h);
  if (system.joint)
    return run_joint(system, options, inputs, displacement, velocity,
                     plan_of(duration, h, every, false), progress);
  FullOrder full(system, options);
  full.set_state(displacement, velocity);
  return run_steps(&full, heads_of(system.outputs), plan_of(duration, h, every, true), inputs,
                   progress);
}

Trajectory run_sliding_modes(const ReducedSystem& modal, const FullOrderOptions& options,
                             const std::vector<SourceOptions>& sources, double duration, int every,
                             const Progress& progress) {
  SlidingOrder order(sliding_stepper(modal, options));
  Trajectory heads = heads_of(modal.outputs);
  heads.knows_dissipation = false;
  return run_steps(&order, std::move(heads), plan_of(duration, options.step, every, false),
                   inputs_of(modal.inputs, sources, options.step), progress);
}

}  // namespace mortise::gen
