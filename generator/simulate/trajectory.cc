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
  t.modal_kinetic = Vector::Zero(d.modes);
  for (long k = 1; k <= t.steps; ++k) {
    player.next(model, u.data(), &state);
    const Vector before = Eigen::Map<const Vector>(state.v(model), d.modes_padded);
    (void)instance.step(u.data(), y.data());
    books.book(before);
    const Eigen::Map<const Vector> v(state.v(model), d.modes);
    t.modal_kinetic = t.modal_kinetic.cwiseMax(0.5 * v.cwiseAbs2());
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

Trajectory over_steps(const Trajectory& t, int stride) {
  Trajectory thin = t;
  thin.time.clear();
  thin.outputs.clear();
  thin.steps = t.steps / stride;
  const auto every = static_cast<std::size_t>(stride);
  for (std::size_t k = 0; k < t.outputs.size(); k += every) {
    thin.time.push_back(t.time[k]);
    thin.outputs.push_back(t.outputs[k]);
    if (k == 0) continue;
    std::vector<double>& y = thin.outputs.back();
    for (std::size_t c = 0; c < y.size(); ++c) {
      if (t.quantities[c] != OutputQuantity::velocity) continue;
      double sum = 0.5 * (t.outputs[k - every][c] + t.outputs[k][c]);
      for (std::size_t j = k - every + 1; j < k; ++j) sum += t.outputs[j][c];
      y[c] = sum / stride;
    }
  }
  return thin;
}

namespace {

// Differences of one output over time, and its size.
struct OutputDifference {
  double largest = 0.0, square = 0.0;            // of the difference
  double reference = 0.0, square_reference = 0;  // of the reference
};

OutputDifference difference_of(const Trajectory& run, const Trajectory& reference, std::size_t c) {
  OutputDifference d;
  for (std::size_t k = 0; k < reference.outputs.size(); ++k) {
    const double off = std::abs(run.outputs[k][c] - reference.outputs[k][c]);
    const double size = std::abs(reference.outputs[k][c]);
    // a NaN is the largest of all
    d.largest = off <= d.largest ? d.largest : off;
    d.square += off * off;
    d.reference = std::max(d.reference, size);
    d.square_reference += size * size;
  }
  return d;
}

// Absent for zero over zero; a NaN counts as everything wrong.
std::optional<double> relative(double difference, double size) {
  if (difference == 0.0 && size == 0.0) return std::nullopt;
  const double error = size > 0.0 ? difference / size : 1.0;
  return std::isfinite(error) ? error : 1e300;
}

void take_worse(const std::optional<double>& error, std::optional<double>* worst) {
  if (error && (!*worst || *error > **worst)) *worst = error;
}

// Measure that an output belongs to.
std::optional<Measure> measure_of(OutputQuantity quantity) {
  switch (quantity) {
    case OutputQuantity::displacement:
    case OutputQuantity::gap:
      return Measure::displacement;
    case OutputQuantity::velocity:
      return Measure::velocity;
    default:
      return std::nullopt;
  }
}

}  // namespace

Measured compare(const std::string& scenario, const Trajectory& run, const Trajectory& reference) {
  const std::string remedy = "build the model again from this definition";
  if (run.names != reference.names)
    throw Error("scenario " + scenario, "reduced and full model have different outputs", remedy);
  if (run.contact_impulse.size() != reference.contact_impulse.size() ||
      run.outputs.size() != reference.outputs.size())
    throw Error("scenario " + scenario, "reduced and full model differ in contacts or steps",
                remedy);
  Measured errors;
  for (std::size_t c = 0; c < reference.names.size(); ++c) {
    const auto measure = measure_of(reference.quantities[c]);
    if (!measure) continue;
    const OutputDifference d = difference_of(run, reference, c);
    take_worse(*measure == Measure::velocity
                   ? relative(std::sqrt(d.square), std::sqrt(d.square_reference))
                   : relative(d.largest, d.reference),
               &errors[*measure]);
  }
  errors[Measure::force] = relative((run.contact_impulse - reference.contact_impulse).norm(),
                                    reference.contact_impulse.norm());
  if (run.knows_dissipation && reference.knows_dissipation)
    errors[Measure::dissipated_energy] =
        relative(std::abs(run.dissipated_in_contact - reference.dissipated_in_contact),
                 std::abs(reference.dissipated_in_contact));
  return errors;
}

double agree_until(const Trajectory& run, const Trajectory& reference, const Measured& limits) {
  double until = reference.time.back();
  for (std::size_t c = 0; c < reference.names.size(); ++c) {
    const auto measure = measure_of(reference.quantities[c]);
    if (!measure || !limits[*measure]) continue;
    const OutputDifference all = difference_of(run, reference, c);
    const bool mean = *measure == Measure::velocity;
    const double allowed =
        *limits[*measure] * (mean ? std::sqrt(all.square_reference) : all.reference);
    double square = 0.0;
    for (std::size_t k = 0; k < reference.outputs.size() && reference.time[k] <= until; ++k) {
      const double off = run.outputs[k][c] - reference.outputs[k][c];
      square += off * off;
      if (!((mean ? std::sqrt(square) : std::abs(off)) <= allowed))
        until = reference.time[k == 0 ? 0 : k - 1];
    }
  }
  return until;
}

}  // namespace mortise::gen
