#include "generator/simulate/joint_trajectory.hpp"

#include <algorithm>
#include <cmath>

#include "generator/error.hpp"
#include "generator/simulate/signals.hpp"

namespace mortise::gen {
namespace {

class Recorder {
 public:
  Recorder(const FullSystem& system, double step) : step_(step) {
    for (const OutputChannel& output : system.outputs) {
      trajectory.names.push_back(output.name);
      trajectory.quantities.push_back(output.quantity);
    }
    trajectory.contact_impulse = Vector::Zero(0);
  }

  void record(const JointOrder& order, long k) {
    const Vector y = order.outputs();
    trajectory.time.push_back(static_cast<double>(k) * step_);
    trajectory.outputs.emplace_back(y.begin(), y.end());
    note_energy(order, k == 0);
  }

  void note_energy(const JointOrder& order, bool first) {
    const JointEnergies e = order.energies();
    const double own = e.total() - e.external;
    if (first) {
      trajectory.energy_start = e.total();
    } else {
      trajectory.largest_energy_gain = std::max(trajectory.largest_energy_gain, own - own_);
    }
    trajectory.energy_end = e.total();
    trajectory.dissipated_in_contact = e.friction + e.impact;
    trajectory.unsolved_steps = order.unsolved_steps();
    own_ = own;
  }

  Trajectory trajectory;

 private:
  double step_;
  double own_ = 0.0;  // energy without the work done on it [J]
};

}  // namespace

Trajectory run_joint(const FullSystem& system, const FullOrderOptions& options,
                     const std::vector<SourceOptions>& sources, const Vector& displacement,
                     const Vector& velocity, double duration, int every, const Progress& progress) {
  if (options.scheme != TimeScheme::moreau_jean)
    throw Error("--scheme", "schurzig is for unilateral contacts",
                "leave the scheme of a joint to its default");
  const double h = options.step;
  JointOrder order(system, h);
  auto phase = options.phases.begin();
  const auto enter_phase = [&](long k) {
    for (; phase != options.phases.end() && std::lround(phase->start / h) <= k; ++phase)
      order.set_case(phase->operating_case);
  };
  enter_phase(0);
  order.set_state(displacement, velocity);
  Recorder recorder(system, h);
  Trajectory& t = recorder.trajectory;
  t.steps = std::lround(duration / h);
  recorder.record(order, 0);
  for (long k = 1; k <= t.steps; ++k) {
    enter_phase(k - 1);
    order.step(held_inputs(system.inputs, sources, static_cast<double>(k - 1) * h, h));
    t.steps_in_contact += order.touching() ? 1 : 0;
    if (k % every == 0) recorder.record(order, k);
    if (progress && (k % 64 == 0 || k == t.steps))
      progress(static_cast<double>(k) / static_cast<double>(t.steps));
  }
  recorder.note_energy(order, false);
  return std::move(t);
}

}  // namespace mortise::gen
