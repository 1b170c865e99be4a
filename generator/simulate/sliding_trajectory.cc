#include "generator/simulate/sliding_trajectory.hpp"

#include <cmath>

#include "generator/condense/condense.hpp"
#include "generator/error.hpp"
#include "generator/simulate/signals.hpp"
#include "generator/sliding/equilibrium.hpp"
#include "generator/sliding/implicit.hpp"

namespace mortise::gen {
namespace {

double output(const MoreauJeanSliding& stepper, const OutputChannel& channel) {
  const Matrix& rows = stepper.system().output_rows;
  switch (channel.quantity) {
    case OutputQuantity::displacement:
      return rows.row(channel.index).dot(stepper.q());
    case OutputQuantity::velocity:
      return rows.row(channel.index).dot(stepper.v());
    case OutputQuantity::acceleration:
      return rows.row(channel.index).dot(stepper.acceleration());
    case OutputQuantity::contact_force:
      return channel.index == 0 ? stepper.force() : stepper.friction_force();
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

double energy(const MoreauJeanSliding& stepper) {
  return 0.5 * stepper.v().squaredNorm() +
         0.5 * stepper.system().omega.cwiseProduct(stepper.q()).squaredNorm();
}

}  // namespace

Trajectory run_full_sliding(const FullSystem& system, const FullOrderOptions& options,
                            const std::vector<SourceOptions>& sources, double duration, int every,
                            const Progress& progress) {
  if (options.scheme != TimeScheme::moreau_jean)
    throw Error("--scheme", "schurzig is for unilateral contacts",
                "leave the scheme of a sliding contact to its default");
  ModeRequest all;
  all.all = true;
  const ReducedSystem modal = condense_modal(system, all).system;
  const SlidingLaw& law = modal.sliding->law;
  const SlidingGeometryModel geometry(*modal.sliding, modal.size());
  const double h = options.step;
  MoreauJeanSliding stepper(modal, h);
  stepper.set_state(sliding_equilibrium(modal, geometry, modal.sliding->geometry.start,
                                        law.friction * sliding_direction(law))
                        .q,
                    Vector::Zero(modal.size()));
  Trajectory t;
  for (const OutputChannel& channel : system.outputs) {
    t.names.push_back(channel.name);
    t.quantities.push_back(channel.quantity);
  }
  t.contact_impulse = Vector::Zero(2);
  t.steps = std::lround(duration / h);
  const auto record = [&](long k) {
    t.time.push_back(static_cast<double>(k) * h);
    std::vector<double> y;
    for (const OutputChannel& channel : system.outputs) y.push_back(output(stepper, channel));
    t.outputs.push_back(std::move(y));
  };
  t.energy_start = energy(stepper);
  record(0);
  for (long k = 1; k <= t.steps; ++k) {
    const Vector held = held_inputs(system.inputs, sources, static_cast<double>(k - 1) * h, h);
    stepper.step([&held](double) { return held; });
    t.contact_impulse += h * Vector2(stepper.force(), stepper.friction_force());
    t.steps_in_contact += stepper.force() != 0 ? 1 : 0;
    if (k % every == 0) record(k);
    if (progress && (k % 64 == 0 || k == t.steps))
      progress(static_cast<double>(k) / static_cast<double>(t.steps));
  }
  t.energy_end = energy(stepper);
  t.knows_dissipation = false;
  return t;
}

}  // namespace mortise::gen
