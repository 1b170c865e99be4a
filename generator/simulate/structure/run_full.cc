#include "generator/simulate/structure/run_full.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "generator/contact/system/condense.hpp"
#include "generator/ground/files/long_work.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/sliding/schemes.hpp"
#include "generator/simulate/structure/assembly_order.hpp"
#include "generator/simulate/structure/massless_bodies.hpp"
#include "generator/simulate/structure/position_order.hpp"

namespace mortise::gen {
namespace {

double sliding_output(const SlidingStepper& s, const OutputChannel& output) {
  const auto row = [&] { return s.system().output_rows.row(output.index); };
  switch (output.quantity) {
    case OutputQuantity::displacement:
      return row().dot(s.q());
    case OutputQuantity::velocity:
      return row().dot(s.v());
    case OutputQuantity::acceleration:
      return row().dot(s.acceleration());
    case OutputQuantity::modal_coordinate:
      return s.q()[output.index];
    case OutputQuantity::contact_force:
      return output.index == 0 ? s.force() : output.index == 1 ? s.friction_force() : 0.0;
    case OutputQuantity::gap:
      return s.place().gap;
    case OutputQuantity::sliding_velocity:
      return s.slip_velocity();
    case OutputQuantity::contact_position:
      return s.path(s.time());
    default:
      throw Error("output " + output.name, "a sliding run does not have this quantity",
                  "leave it out of [[outputs]]");
  }
}

// A sliding contact as every run is stepped: inputs held over the step, outputs as the system names
// them, energies and impulses.
class SlidingOrder : public SteppedSystem {
 public:
  // Starts in the static sliding state of the law's own friction. The system of the stepper must
  // have one, else Error.
  explicit SlidingOrder(std::unique_ptr<SlidingStepper> stepper);

  // A report is not `sliding` when a bilateral contact would pull or its slip has turned around.
  std::optional<StepReport> step(const Vector& inputs) override;
  double time() const override { return stepper_->time(); }
  // Contact force and acceleration are those of the scheme (mean over the step or at its end), the
  // friction force has Coulomb's full size against the sense of sliding unless the scheme knows
  // better. Throws Error for a quantity that a sliding contact does not have.
  Vector outputs() const override;
  EnergyBooks books() const override;                           // stored energy alone
  Vector contact_impulse() const override { return impulse_; }  // normal, friction

 private:
  std::unique_ptr<SlidingStepper> stepper_;
  Vector impulse_;
};

SlidingOrder::SlidingOrder(std::unique_ptr<SlidingStepper> stepper)
    : stepper_(std::move(stepper)), impulse_(Vector::Zero(2)) {
  const ReducedSystem& system = stepper_->system();
  stepper_->set_state(sliding_start(system, stepper_->geometry()), Vector::Zero(system.size()));
}

std::optional<StepReport> SlidingOrder::step(const Vector& inputs) {
  stepper_->step([&inputs](double) -> const Vector& { return inputs; });
  const SlidingLaw& law = sliding_of(stepper_->system()).law;
  const double force = stepper_->force();
  impulse_ += stepper_->step_size() * Vector2(force, stepper_->friction_force());
  StepReport report;
  report.touching = force != 0;
  report.sliding =
      law.kind == SlidingKind::unilateral ||
      !(force < 0 || (law.friction > 0 && stepper_->slip_velocity() * sliding_direction(law) < 0));
  return report;
}

Vector SlidingOrder::outputs() const {
  const std::vector<OutputChannel>& channels = stepper_->system().outputs;
  Vector y(static_cast<Eigen::Index>(channels.size()));
  for (std::size_t k = 0; k < channels.size(); ++k)
    y[static_cast<Eigen::Index>(k)] = sliding_output(*stepper_, channels[k]);
  return y;
}

EnergyBooks SlidingOrder::books() const {
  const double stored = 0.5 * stepper_->v().squaredNorm() +
                        0.5 * stepper_->system().omega.cwiseProduct(stepper_->q()).squaredNorm();
  return {stored, kNotBooked, 0.0};
}

// An assembly whose step is taken in equal parts. inputs of step(): of one part behind another.
class PartedOrder : public SteppedSystem {
 public:
  // order: at the step of a part; both must outlive the object.
  PartedOrder(AssemblyOrder* order, const FullSystem& system, int parts)
      : order_(*order), system_(system), parts_(parts), outputs_(order->outputs()) {}

  std::optional<StepReport> step(const Vector& inputs) override {
    StepReport all;
    const auto nu = static_cast<Eigen::Index>(system_.inputs.size());
    Vector means;
    for (int p = 0; p < parts_; ++p) {
      const StepReport part = *order_.step(inputs.segment(p * nu, nu));
      all.solved &= part.solved;
      all.touching |= part.touching;
      all.sliding &= part.sliding;
      outputs_ = order_.outputs();
      if (p == 0) means = Vector::Zero(outputs_.size());
      means += outputs_ / parts_;
    }
    for (std::size_t k = 0; k < system_.outputs.size(); ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      const OutputQuantity quantity = system_.outputs[k].quantity;
      if (quantity == OutputQuantity::contact_force || quantity == OutputQuantity::acceleration)
        outputs_[i] = means[i];
    }
    return all;
  }
  double time() const override { return order_.time(); }
  Vector outputs() const override { return outputs_; }
  EnergyBooks books() const override { return order_.books(); }
  Vector contact_impulse() const override { return order_.contact_impulse(); }
  std::vector<InterfaceTotals> interfaces() const override { return order_.interfaces(); }
  std::vector<Touch> states() const override { return order_.states(); }

 private:
  AssemblyOrder& order_;
  const FullSystem& system_;
  int parts_;
  Vector outputs_;
};

// interfaces: of an assembly.
Trajectory heads_of(const std::vector<OutputChannel>& outputs,
                    const std::vector<FullInterface>& interfaces = {}) {
  Trajectory heads;
  for (const OutputChannel& channel : outputs) {
    heads.names.push_back(channel.name);
    heads.quantities.push_back(channel.quantity);
    const bool bolted = channel.interface >= 0 && !interfaces.empty() &&
                        interfaces[static_cast<std::size_t>(channel.interface)].as<BoltedZones>();
    heads.of_step.push_back(channel.quantity == OutputQuantity::acceleration ||
                            (channel.quantity == OutputQuantity::contact_force && !bolted));
  }
  return heads;
}

StepInputs inputs_of(const std::vector<InputChannel>& inputs,
                     const std::vector<SourceOptions>& sources, double h, long first_step = 0) {
  return [&inputs, &sources, h, first_step](long k) {
    return held_inputs(inputs, sources, static_cast<double>(first_step + k - 1) * h, h);
  };
}

RunPlan plan_of(double duration, double h, int every, StateMap* map = nullptr) {
  RunPlan plan;
  plan.steps = step_count(duration, h);
  plan.every = every;
  plan.map = map;
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
    case TimeScheme::schurzig:
      break;
  }
  throw Error("--scheme", "schurzig is for unilateral contacts",
              "use moreau_jean or generalised_alpha");
}

// The most that a film asks for: what others of its bodies and all other groups take, too.
int parts_of(const FullSystem& system) {
  int most = 1;
  for (const FullInterface& interface : system.interfaces)
    if (const auto* film = interface.as<FilmBetween>()) most = std::max(most, film->substeps);
  return most;
}

// Inputs at the end of a step: those that hold over it are as at its start.
Vector held_at(const std::vector<InputChannel>& inputs, const Vector& start, Vector end) {
  for (std::size_t k = 0; k < inputs.size(); ++k)
    if (inputs[k].hold == Hold::zero_order)
      end[static_cast<Eigen::Index>(k)] = start[static_cast<Eigen::Index>(k)];
  return end;
}

Trajectory run_assembly(const FullSystem& system, const FullOrderOptions& options,
                        const std::vector<SourceOptions>& sources, const Vector& displacement,
                        const Vector& velocity, const RunPlan& plan, const Progress& progress) {
  if (system.assembly() && (!options.phases.empty() || options.first_step != 0))
    throw Error("full order",
                "an assembly has no operating cases and runs from the start of its scenario",
                "give changes of its laws instead, and run the whole scenario");
  const LongWork work("full order: " + std::to_string(*plan.steps) + " steps");
  const int parts = parts_of(system);
  for (const FullInterface& i : system.interfaces)
    demand(parts == 1 || !i.as<BoltedZones>(), "interface \"" + i.name + "\"",
           "is bolted, and a film of the assembly takes parts of its step",
           "give the film reduce.substeps = 1");
  const double h = options.step;
  FullOrderOptions of_parts = options;
  of_parts.step = h / parts;
  AssemblyOrder order(system, of_parts);
  const long first = options.first_step;
  const StepInputs whole = inputs_of(system.inputs, sources, h, first);
  const auto inputs = [&](long k) -> Vector {
    if (parts == 1) return whole(k);
    return held_in_parts(system.inputs, sources, static_cast<double>(first + k - 1) * h, h, parts)
        .reshaped();
  };
  auto phase = options.phases.begin();
  auto change = options.changes.begin();
  const auto enter_phase = [&](long k) {
    for (; phase != options.phases.end() && std::lround(phase->start / h) <= first + k; ++phase)
      order.set_case(0, phase->operating_case);
    for (; change != options.changes.end() && std::lround(change->at / h) <= first + k; ++change)
      order.change(*change);
  };
  enter_phase(0);
  const auto input_at = [&](long k) {
    return input_values(system.inputs, sources, static_cast<double>(first + k) * h);
  };
  order.hold(input_at(0), input_at(0));
  order.set_state(displacement, velocity);
  const auto next = [&](long k) {
    enter_phase(k - 1);
    const Vector start = input_at(k - 1);
    order.hold(start, held_at(system.inputs, start, input_at(k)));
    return inputs(k);
  };
  PartedOrder parted(&order, system, parts);
  SteppedSystem* steps = &order;
  if (parts > 1) steps = &parted;
  Trajectory heads = heads_of(system.outputs, system.interfaces);
  heads.contacts.kept = !system.lone().contacts().points.empty();
  return run_steps(steps, std::move(heads), plan, next, progress);
}

Trajectory run_positions(const FullSystem& system, const FullOrderOptions& options,
                         const std::vector<SourceOptions>& sources, const Vector& displacement,
                         const Vector& velocity, const RunPlan& plan, const Progress& progress) {
  demand(options.first_step == 0 && options.scheme == TimeScheme::moreau_jean, "full order",
         "contacts at position level run from the start of their scenario, by their own scheme",
         "leave --scheme to its default, and run the whole scenario");
  const LongWork work("full order: " + std::to_string(*plan.steps) + " steps");
  const Condensation condensed = all_modes(system);
  const ModalFit fit = modal_fit(system.model, condensed);
  const Eigen::Index n = system.model.size();
  const double h = options.step;
  const auto input_at = [&](long k) {
    return input_values(system.inputs, sources, static_cast<double>(k) * h);
  };
  PositionOrder order(condensed.system, h);
  order.set_state(fit.displacement * or_zero(displacement, n), fit.velocity * or_zero(velocity, n),
                  input_at(0));
  auto change = options.changes.begin();
  const StepInputs means = inputs_of(system.inputs, sources, h);
  const auto next = [&](long k) {
    for (; change != options.changes.end() && std::lround(change->at / h) <= k - 1; ++change)
      order.change(*change);
    order.hold_at_end(held_at(system.inputs, input_at(k - 1), input_at(k)));
    return means(k);
  };
  Trajectory heads = heads_of(system.outputs);
  heads.contacts.kept = true;
  return run_steps(&order, std::move(heads), plan, next, progress);
}

}  // namespace

Trajectory run_full(const FullSystem& system, const FullOrderOptions& options,
                    const std::vector<SourceOptions>& sources, const Vector& displacement,
                    const Vector& velocity, double duration, int every, const Progress& progress) {
  if (system.lone().as<SlidingContact>()) {
    ModeRequest all;
    all.all = true;
    const ReducedSystem modal = condense_modal(system, all).system;
    return run_sliding_modes(sliding_stepper(modal, options), sources, duration, every, progress);
  }
  const RunPlan plan = plan_of(duration, options.step, every, options.map);
  if (at_position_level(system))
    return run_positions(system, options, sources, displacement, velocity, plan, progress);
  if (std::any_of(system.interfaces.begin(), system.interfaces.end(),
                  [](const FullInterface& i) { return at_position_level(i); })) {
    const MasslessBodies bodies(system, options.step / parts_of(system));
    return run_assembly(bodies.system, options, sources, bodies.displacement(displacement),
                        bodies.velocity(velocity), plan, progress);
  }
  return run_assembly(system, options, sources, displacement, velocity, plan, progress);
}

std::vector<MappedInterface> mapped_places(const FullSystem& system) {
  std::vector<MappedInterface> places;
  for (const FullInterface& i : system.interfaces) {
    std::vector<double> lengths;
    if (const auto* joint = i.as<Joint>()) {
      for (const JointPoint& point : joint->points) lengths.push_back(point.length);
      places.push_back({i.name, "law point", lengths.size(), lengths});
    }
    if (i.contacts().points.empty()) continue;
    for (const ContactRange& range : ranges_of(i))
      places.push_back({range.name, "contact", range.count, {}});
  }
  return places;
}

Trajectory run_sliding_modes(std::unique_ptr<SlidingStepper> stepper,
                             const std::vector<SourceOptions>& sources, double duration, int every,
                             const Progress& progress) {
  const ReducedSystem& modal = stepper->system();
  const double h = stepper->step_size();
  Trajectory heads = heads_of(modal.outputs);
  if (!stepper->of_step()) heads.of_step.clear();
  SlidingOrder order(std::move(stepper));
  heads.knows_dissipation = false;
  return run_steps(&order, std::move(heads), plan_of(duration, h, every),
                   inputs_of(modal.inputs, sources, h), progress);
}

}  // namespace mortise::gen
