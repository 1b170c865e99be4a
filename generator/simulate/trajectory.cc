#include "generator/simulate/trajectory.hpp"

#include <algorithm>
#include <cmath>

#include "generator/error.hpp"
#include "generator/simulate/contact_books.hpp"
#include "generator/simulate/joint_trajectory.hpp"
#include "generator/simulate/signals.hpp"
#include "generator/simulate/sliding_trajectory.hpp"
#include "mortise_generated.h"

namespace mortise::gen {

namespace {

long step_count(double duration, double h) { return std::lround(duration / h); }

void report(const Progress& progress, long k, long steps) {
  if (progress && (k % 64 == 0 || k == steps))
    progress(static_cast<double>(k) / static_cast<double>(std::max(steps, 1L)));
}

}  // namespace

Trajectory run_full(const FullSystem& system, const FullOrderOptions& options,
                    const std::vector<SourceOptions>& sources, const Vector& displacement,
                    const Vector& velocity, double duration, int every, const Progress& progress) {
  if (system.sliding) return run_full_sliding(system, options, sources, duration, every, progress);
  if (system.joint)
    return run_joint(system, options, sources, displacement, velocity, duration, every, progress);
  FullOrder full(system, options);
  full.set_state(displacement, velocity);
  Trajectory t;
  for (const OutputChannel& o : system.outputs) {
    t.names.push_back(o.name);
    t.quantities.push_back(o.quantity);
  }
  const double h = options.step;
  t.steps = step_count(duration, h);
  t.contact_impulse = Vector::Zero(3 * static_cast<Eigen::Index>(system.contacts.size()));
  t.energy_start = full.energy();
  double energy = t.energy_start;
  const auto record = [&](long k) {
    const Vector y = full.outputs();
    t.time.push_back(static_cast<double>(k) * h);
    t.outputs.emplace_back(y.begin(), y.end());
  };
  record(0);
  for (long k = 1; k <= t.steps; ++k) {
    full.step(held_inputs(system.inputs, sources, static_cast<double>(k - 1) * h, h));
    t.contact_impulse += h * full.contact_force();
    t.dissipated_in_contact -= full.contact_work();
    t.steps_in_contact += full.active_contacts() > 0 ? 1 : 0;
    const double next = full.energy();
    t.largest_energy_gain = std::max(t.largest_energy_gain, next - energy);
    energy = next;
    if (k % every == 0) record(k);
    report(progress, k, t.steps);
  }
  t.energy_end = energy;
  return t;
}

Trajectory run_reduced(Instance& instance, int scenario, double duration, int every,
                       const Progress& progress) {
  const Model& model = instance.model();
  State& state = instance.state();
  const Dims& d = model.dims();
  const ModelView& view = model.view();
  ScenarioPlayer player;
  if (!player.start(model, scenario, &state))
    throw Error("scenario " + std::to_string(scenario), "is not in the model",
                "list the scenarios with `mortise info`");
  Trajectory t;
  t.names = instance.output_names();
  for (int k = 0; k < d.outputs; ++k)
    t.quantities.push_back(static_cast<OutputQuantity>(view.output_rules[k].quantity));
  const double h = model.step_size();
  t.steps = step_count(duration > 0 ? duration : player.duration(), h);
  ContactBooks books(instance);
  t.energy_start = instance.energy();
  std::vector<double> u(static_cast<std::size_t>(2 * d.inputs) + 1);
  std::vector<double> y(static_cast<std::size_t>(d.outputs));
  t.time.push_back(0);
  t.outputs.push_back(initial_outputs(instance));
  double energy = t.energy_start;
  for (long k = 1; k <= t.steps; ++k) {
    player.next(model, u.data(), &state);
    const Vector before = Eigen::Map<const Vector>(state.v(model), d.modes_padded);
    (void)instance.step(u.data(), y.data());
    books.book(before);
    t.steps_in_contact += state.statistics().last_active > 0 ? 1 : 0;
    const double next = instance.energy();
    t.largest_energy_gain = std::max(t.largest_energy_gain, next - energy);
    energy = next;
    if (k % every == 0) {
      t.time.push_back(static_cast<double>(k) * h);
      t.outputs.push_back(y);
    }
    report(progress, k, t.steps);
  }
  t.energy_end = energy;
  t.contact_impulse = books.impulse();
  t.dissipated_in_contact = books.dissipated();
  t.knows_dissipation = books.knows_dissipation();
  return t;
}

std::vector<double> initial_outputs(const Instance& instance) {
  const Model& model = instance.model();
  const ModelView& v = model.view();
  const Dims& d = model.dims();
  const auto dot = [&](const Real* row, const Real* x) {
    double s = 0;
    for (int j = 0; j < d.modes; ++j) s += row[j] * x[j];
    return s;
  };
  const Real *q = instance.state().q(model), *vel = instance.state().v(model);
  const Real* clearance = instance.state().at<Real>(v.layout.clearance);
  std::vector<double> y(static_cast<std::size_t>(d.outputs), 0.0);
  for (int k = 0; k < d.outputs; ++k) {
    const auto index = static_cast<std::ptrdiff_t>(v.output_rules[k].index);
    double& out = y[static_cast<std::size_t>(k)];
    switch (v.output_rules[k].quantity) {
      case kOutputDisplacement:
        out = dot(v.output_rows + index * d.modes_padded, q);
        break;
      case kOutputVelocity:
        out = dot(v.output_rows + index * d.modes_padded, vel);
        break;
      case kOutputModal:
        out = q[index];
        break;
      case kOutputGap:
        out = clearance[index] + dot(v.contact_rows + 3 * index * d.modes_padded, q);
        break;
      default:  // no contact force before the first step
        out = contact_output_at_rest(instance, v.output_rules[k]);
    }
  }
  return y;
}

namespace {

enum class Norm { largest, mean_square };

// Worst output of one kind: |reduced - full| / |full| over time. Velocities jump at impacts, where
// a shift of one step would dominate the largest difference: they are compared in the mean square.
double signal_error(const Trajectory& reduced, const Trajectory& full, OutputQuantity kind,
                    Norm norm) {
  double worst = 0;
  for (std::size_t c = 0; c < full.names.size(); ++c) {
    if (full.quantities[c] != kind) continue;
    double difference = 0, size = 0;
    for (std::size_t k = 0; k < std::min(full.outputs.size(), reduced.outputs.size()); ++k) {
      const double d = std::abs(reduced.outputs[k][c] - full.outputs[k][c]);
      const double f = std::abs(full.outputs[k][c]);
      difference = norm == Norm::largest ? std::max(difference, d) : difference + d * d;
      size = norm == Norm::largest ? std::max(size, f) : size + f * f;
    }
    if (norm == Norm::mean_square) {
      difference = std::sqrt(difference);
      size = std::sqrt(size);
    }
    if (difference > 0) worst = std::max(worst, size > 0 ? difference / size : 1.0);
  }
  return worst;
}

double relative(double difference, double size) {
  return difference == 0 ? 0 : size > 0 ? difference / size : 1;
}

}  // namespace

ScenarioErrors compare(const std::string& scenario, const Trajectory& reduced,
                       const Trajectory& full) {
  if (reduced.names != full.names)
    throw Error("scenario " + scenario, "reduced and full model have different outputs",
                "build the model again from this definition");
  if (reduced.contact_impulse.size() != full.contact_impulse.size() || reduced.steps != full.steps)
    throw Error("scenario " + scenario, "reduced and full model differ in contacts or steps",
                "build the model again from this definition");
  ScenarioErrors e;
  e.scenario = scenario;
  e.displacement =
      std::max(signal_error(reduced, full, OutputQuantity::displacement, Norm::largest),
               signal_error(reduced, full, OutputQuantity::gap, Norm::largest));
  e.velocity = signal_error(reduced, full, OutputQuantity::velocity, Norm::mean_square);
  e.force = relative((reduced.contact_impulse - full.contact_impulse).norm(),
                     full.contact_impulse.norm());
  if (reduced.knows_dissipation && full.knows_dissipation)
    e.dissipated_energy =
        relative(std::abs(reduced.dissipated_in_contact - full.dissipated_in_contact),
                 std::abs(full.dissipated_in_contact));
  return e;
}

}  // namespace mortise::gen
