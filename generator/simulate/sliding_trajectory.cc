#include "generator/simulate/sliding_trajectory.hpp"

#include <cmath>
#include <memory>

#include "generator/condense/condense.hpp"
#include "generator/error.hpp"
#include "generator/simulate/signals.hpp"
#include "generator/sliding/equilibrium.hpp"
#include "generator/sliding/explicit.hpp"
#include "generator/sliding/implicit.hpp"

namespace mortise::gen {
namespace {

// On the slave along its target [N].
double friction_force(const SlidingStepper& stepper) {
  if (const auto* moreau = dynamic_cast<const MoreauJeanSliding*>(&stepper))
    return moreau->friction_force();
  const SlidingLaw& law = stepper.system().sliding->law;
  return -law.friction * sliding_direction(law) * stepper.force();
}

double output(const SlidingStepper& stepper, const OutputChannel& channel) {
  const Matrix& rows = stepper.system().output_rows;
  switch (channel.quantity) {
    case OutputQuantity::displacement:
      return rows.row(channel.index).dot(stepper.q());
    case OutputQuantity::velocity:
      return rows.row(channel.index).dot(stepper.v());
    case OutputQuantity::acceleration:
      return rows.row(channel.index).dot(stepper.acceleration());
    case OutputQuantity::contact_force:
      return channel.index == 0 ? stepper.force() : friction_force(stepper);
    case OutputQuantity::sliding_velocity:
      return stepper.slip_velocity();
    case OutputQuantity::contact_position:
      return stepper.path(stepper.time());
    default:
      throw Error("output " + channel.name, "a sliding contact does not give it out",
                  "choose a displacement, velocity, acceleration, contact_force, sliding_velocity "
                  "or contact_position");
  }
}

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
    std::vector<double> y;
    for (const OutputChannel& channel : modal.outputs) y.push_back(output(*stepper, channel));
    t.outputs.push_back(std::move(y));
  };
  t.energy_start = energy(*stepper);
  record(0);
  for (long k = 1; k <= t.steps; ++k) {
    const Vector held = held_inputs(modal.inputs, sources, static_cast<double>(k - 1) * h, h);
    stepper->step([&held](double) { return held; });
    t.contact_impulse += h * Vector2(stepper->force(), friction_force(*stepper));
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
