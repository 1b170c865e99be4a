#include "generator/simulate/sliding_trajectory.hpp"

#include <cmath>
#include <memory>

#include "generator/condense/condense.hpp"
#include "generator/error.hpp"
#include "generator/simulate/signals.hpp"
#include "generator/sliding/equilibrium.hpp"
#include "generator/sliding/explicit.hpp"
#include "generator/sliding/implicit.hpp"
#include "generator/sliding/outputs.hpp"

namespace mortise::gen {
namespace {

// The bilateral law is no longer valid: it pulls, or the slip has turned around.
bool ends_sliding(const SlidingStepper& stepper) {
  const SlidingLaw& law = stepper.system().sliding->law;
  if (law.kind == SlidingKind::unilateral) return false;
  return stepper.force() < 0 ||
         (law.friction > 0 && stepper.slip_velocity() * sliding_direction(law) < 0);
}

std::unique_ptr<SlidingStepper> make_stepper(const ReducedSystem& system,
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

double energy(const SlidingStepper& stepper) {
  return 0.5 * stepper.v().squaredNorm() +
         0.5 * stepper.system().omega.cwiseProduct(stepper.q()).squaredNorm();
}

}  // namespace

Trajectory run_full_sliding(const FullSystem& system, const FullOrderOptions& options,
                            const std::vector<SourceOptions>& sources, double duration, int every,
                            const Progress& progress) {
  ModeRequest all;
  all.all = true;
  return run_sliding_modes(condense_modal(system, all).system, options, sources, duration, every,
                           progress);
}

Trajectory run_sliding_modes(const ReducedSystem& modal, const FullOrderOptions& options,
                             const std::vector<SourceOptions>& sources, double duration, int every,
                             const Progress& progress) {
  const SlidingLaw& law = modal.sliding->law;
  const SlidingGeometryModel geometry(*modal.sliding, modal.size());
  const double h = options.step;
  const std::unique_ptr<SlidingStepper> stepper = make_stepper(modal, options);
  stepper->set_state(
      sliding_equilibrium(modal, geometry, modal.sliding->geometry.start, law.friction).q,
      Vector::Zero(modal.size()));
  Trajectory t;
  for (const OutputChannel& channel : modal.outputs) {
    t.names.push_back(channel.name);
    t.quantities.push_back(channel.quantity);
  }
  t.knows_dissipation = false;
  t.contact_impulse = Vector::Zero(2);
  t.steps = std::lround(duration / h);
  const auto record = [&](long k) {
    t.time.push_back(static_cast<double>(k) * h);
    t.outputs.push_back(sliding_outputs(*stepper));
  };
  t.energy_start = energy(*stepper);
  record(0);
  for (long k = 1; k <= t.steps; ++k) {
    const Vector held = held_inputs(modal.inputs, sources, static_cast<double>(k - 1) * h, h);
    stepper->step([&held](double) -> const Vector& { return held; });
    t.contact_impulse += h * Vector2(stepper->force(), stepper->friction_force());
    t.steps_in_contact += stepper->force() != 0 ? 1 : 0;
    if (t.first_not_sliding == 0 && ends_sliding(*stepper)) t.first_not_sliding = k;
    if (k % every == 0) record(k);
    if (progress && (k % 64 == 0 || k == t.steps))
      progress(static_cast<double>(k) / static_cast<double>(t.steps));
  }
  t.energy_end = energy(*stepper);
  return t;
}

}  // namespace mortise::gen
