#include "generator/bake/play/play.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "generator/bake/play/output_sense.hpp"
#include "generator/ground/text/error.hpp"
#include "mortise/rest.hpp"
#include "mortise_generated.h"
#include "runtime/src/assembly/places.hpp"

namespace mortise::gen {
namespace {

// The contact's region of a state, and the copy of its memory that belongs to t_n.
template <class T>
const T* memory(const Instance& instance, const std::uint32_t (&copies)[2], std::uint32_t offset) {
  const ModelView& view = instance.model().view();
  const State& state = instance.state();
  return reinterpret_cast<const T*>(state.at<unsigned char>(view.layout.law_history) +
                                    copies[state.current_] + offset);
}

const JointEnergies& energies_of(const Instance& instance) {
  const JointLayout& layout = instance.model().view().joint_layout;
  return *memory<JointEnergies>(instance, layout.memory, layout.energies);
}

const BoltedBooks& bolted_books(const Instance& instance) {
  const BoltedLayout& layout = instance.model().view().bolted_layout;
  return *memory<BoltedBooks>(instance, layout.memory, layout.books);
}

// An assembly with its state; only of models that are one.
struct RunningAssembly {
  explicit RunningAssembly(const Instance& instance)
      : view(static_cast<const AssemblyView&>(instance.model().view())), state(instance.state()) {}

  template <class T>
  const T& part(std::uint32_t offset, std::int32_t index = 0) const {
    return assembly::part_at<T>(view, const_cast<State&>(state), offset)[index];
  }
  const AssemblyEnergies& energies() const { return part<AssemblyEnergies>(view.parts.energies); }
  const InterfaceEnergies& energies(std::int32_t interface) const {
    return part<InterfaceEnergies>(view.parts.interface_energies, interface);
  }
  const Real* of_interface(std::int32_t interface, std::uint32_t StateLayout::*offset) const {
    return assembly::state_of(view, state, interface)
        .at<Real>(view.interface[interface].layout.*offset);
  }
  // Numbers in the memory of a joint (points).
  const Real* of_joint(std::int32_t interface, std::uint32_t JointLayout::*offset) const {
    const ModelView& joint = view.interface[interface];
    const State& own = assembly::state_of(view, state, interface);
    return reinterpret_cast<const Real*>(own.at<unsigned char>(joint.layout.law_history) +
                                         joint.joint_layout.memory[own.current_] +
                                         joint.joint_layout.*offset);
  }

  // Force of a film at the end of the last step [N].
  double of_film(std::int32_t interface) const {
    return view.interface[interface].film.constants->force *
           assembly::state_of(view, state, interface).film_.force;
  }
  const SlidingMemory& of_sliding(std::int32_t interface) const {
    const ModelView& sliding = view.interface[interface];
    const State& own = assembly::state_of(view, state, interface);
    return *reinterpret_cast<const SlidingMemory*>(
        own.at<unsigned char>(sliding.layout.law_history) +
        sliding.sliding_layout.memory[own.current_]);
  }

  const AssemblyView& view;
  const State& state;
};

// What the contacts of a running model did since the start, whatever their law.
class ContactBooks {
 public:
  // Must not outlive the instance.
  explicit ContactBooks(const Instance& instance)
      : instance_(instance), impulse_(Vector::Zero(rows_of(instance.model().view()))) {
    if (!instance.model().view().is_assembly()) return;
    for (const schema::Interface* i : *instance.model().root()->interfaces())
      interfaces_.emplace_back().name = i->model()->name()->str();
    const RunningAssembly a(instance);
    for (std::int32_t k = 0; k < a.view.interfaces; ++k) {
      stored_.push_back(a.view.energies ? a.energies(k).stored : 0.0);
      film_force_.push_back(a.view.interface[k].is_film() ? a.of_film(k) : 0.0);
    }
  }

  // Call with the modal velocities (np) at the start of the step that was just made.
  void book(const Vector& before) {
    const ModelView& view = instance_.model().view();
    if (view.is_assembly()) {
      book_interfaces(RunningAssembly(instance_));
    } else if (view.is_joint()) {
      const JointEnergies& e = energies_of(instance_);
      dissipated_ = e.friction + e.impact;
    } else if (view.is_bolted()) {
      dissipated_ = bolted_books(instance_).friction;
    } else if (view.is_sliding()) {
      const auto& m = *memory<SlidingMemory>(instance_, view.sliding_layout.memory, 0);
      impulse_ += view.h * Eigen::Vector2d(m.normal, m.friction);
    } else if (instance_.state().statistics().last_active > 0) {
      book_rows(before);
    }
  }

  // Unilateral contacts: one entry per row. Sliding: normal, friction. Joints, films, bolted
  // contacts: none [N s].
  const Vector& impulse() const { return impulse_; }  // sum of h lambda
  double dissipated() const { return dissipated_; }   // [J]
  const std::vector<InterfaceTotals>& interfaces() const { return interfaces_; }
  // Joints, bolted contacts and assemblies: only if some output asks for energies.
  bool knows_dissipation() const {
    const ModelView& view = instance_.model().view();
    if (view.is_assembly()) return RunningAssembly(instance_).view.energies;
    if (view.is_bolted()) return view.bolted.energies;
    return !view.is_film() && !view.is_sliding() && (!view.is_joint() || view.joint.energies);
  }

 private:
  static Eigen::Index rows_of(const ModelView& view) {
    if (view.is_joint() || view.is_film() || view.is_bolted()) return 0;
    if (view.is_assembly()) {
      const auto& a = static_cast<const AssemblyView&>(view);
      Eigen::Index rows = 0;
      for (std::int32_t k = 0; k < a.interfaces; ++k)
        rows += a.interface[k].is_joint() ? 0 : a.interface[k].dims.rows;
      return rows;
    }
    return view.is_sliding() ? 2 : view.dims.rows;
  }

  // Contacts of one interface behind another.
  void book_interfaces(const RunningAssembly& a) {
    const double h = a.view.h;
    // of substeps the means over the step
    const auto means = [&](std::int32_t k, std::int32_t count) {
      return Eigen::Map<const Vector>(a.of_interface(k, &StateLayout::step_forces), count);
    };
    dissipated_ = a.energies().limited;
    Eigen::Index row = 0;
    for (std::int32_t k = 0; k < a.view.interfaces; ++k) {
      const ModelView& own = a.view.interface[k];
      InterfaceTotals& totals = interfaces_[static_cast<std::size_t>(k)];
      const InterfaceEnergies& e = a.energies(k);
      double& stored = stored_[static_cast<std::size_t>(k)];
      totals.turned_over +=
          std::abs(e.stored - stored) + std::abs(e.impact + e.friction - totals.dissipated);
      totals.dissipated = e.impact + e.friction;
      stored = e.stored;
      dissipated_ += totals.dissipated;
      if (own.is_joint()) {
        const Eigen::Index points = own.joint.points;
        if (own.substeps > 1) {
          const auto both = means(k, 2 * own.joint.points).reshaped(2, points);
          totals.normal_impulse += h * both.row(0).sum();
          totals.tangential_impulse += h * both.row(1).lpNorm<1>();
          continue;
        }
        const auto mean = [&](std::uint32_t JointLayout::*offset) {
          return Eigen::Map<const Vector>(a.of_joint(k, offset), points);
        };
        totals.normal_impulse += h * mean(&JointLayout::normal_mean).sum();
        totals.tangential_impulse += h * mean(&JointLayout::tangent_mean).lpNorm<1>();
        continue;
      }
      if (own.is_sliding()) {
        totals.normal_impulse += h * a.of_sliding(k).normal;
        totals.tangential_impulse += h * std::abs(a.of_sliding(k).friction);
        continue;
      }
      if (own.is_film()) {
        double& last = film_force_[static_cast<std::size_t>(k)];
        const double force = a.of_film(k);
        totals.normal_impulse += h * (own.substeps > 1 ? means(k, 1)[0] : 0.5 * (last + force));
        last = force;
        continue;
      }
      const Eigen::Index rows = own.dims.rows;
      const auto offset = own.substeps > 1 ? &StateLayout::step_forces : &StateLayout::lambda;
      const Eigen::Map<const Vector> lambda(a.of_interface(k, offset), rows);
      impulse_.segment(row, rows) += h * lambda;
      for (Eigen::Index c = 0; c < rows; c += 3) {
        totals.normal_impulse += h * lambda[c];
        totals.tangential_impulse += h * lambda.segment<2>(c + 1).norm();
      }
      row += rows;
    }
  }

  void book_rows(const Vector& before) {
    const Model& model = instance_.model();
    const ModelView& view = model.view();
    const Eigen::Map<const Matrix> rows(instance_.state().contact_rows(view),
                                        view.dims.modes_padded, view.dims.rows);
    const Eigen::Map<const Vector> lambda(instance_.state().lambda(model), view.dims.rows);
    const Eigen::Map<const Vector> after(instance_.state().v(model), view.dims.modes_padded);
    impulse_ += view.h * lambda;
    dissipated_ -= 0.5 * view.h * lambda.dot(rows.transpose() * (before + after));
  }

  const Instance& instance_;
  Vector impulse_;
  std::vector<InterfaceTotals> interfaces_;  // of an assembly
  std::vector<double> stored_;               // by their springs after the last step [J]
  std::vector<double> film_force_;           // of films after the last step [N]
  double dissipated_ = 0.0;
};

class ModelFile : public SteppedSystem {
 public:
  explicit ModelFile(Instance& instance)
      : instance_(instance),
        books_(instance),
        kinetic_(Vector::Zero(is_film() ? 0 : instance.dims().modes)),
        y_(is_film() ? std::vector<double>(static_cast<std::size_t>(instance.dims().outputs))
                     : initial_outputs(instance)) {}

  std::optional<StepReport> step(const Vector& inputs) override {
    const Model& model = instance_.model();
    const State& state = instance_.state();
    const Eigen::Index np = is_film() ? 0 : instance_.dims().modes_padded;
    const Vector before = Eigen::Map<const Vector>(state.v(model), np);
    StepReport report;
    report.status = instance_.step(inputs.data(), y_.data());
    ++steps_;
    report.touching = state.statistics().last_active > 0;
    if (is_film()) return report;
    books_.book(before);
    const Eigen::Map<const Vector> v(state.v(model), kinetic_.size());
    kinetic_ = kinetic_.cwiseMax(0.5 * v.cwiseAbs2());
    take_size();
    return report;
  }

  double time() const override {
    return static_cast<double>(steps_) * instance_.model().step_size();
  }
  Vector outputs() const override {
    return Eigen::Map<const Vector>(y_.data(), static_cast<Eigen::Index>(y_.size()));
  }
  EnergyBooks books() const override {
    const double stored = is_film() ? 0.0 : instance_.energy();
    return {stored, is_bolted() ? kNotBooked : 0.0, books_.dissipated()};
  }
  Vector contact_impulse() const override { return books_.impulse(); }
  std::vector<InterfaceTotals> interfaces() const override { return books_.interfaces(); }

  Trajectory run(const StepInputs& inputs, long steps, int every, const Progress& progress) {
    Trajectory heads;
    heads.names = instance_.output_names();
    for (int k = 0; k < instance_.dims().outputs; ++k)
      heads.quantities.push_back(
          static_cast<OutputQuantity>(instance_.model().view().output_rules[k].quantity));
    for (const OutputSense sense : output_senses(instance_))
      heads.of_step.push_back(sense != OutputSense::at_end);
    heads.knows_dissipation = books_.knows_dissipation();
    RunPlan plan;
    plan.steps = steps;
    plan.every = every;
    plan.start = !is_film();
    if (!is_film()) take_size();
    Trajectory t = run_steps(this, std::move(heads), plan, inputs, progress);
    t.modal_kinetic = kinetic_;
    if (!is_film()) t.reach = reach();
    return t;
  }

 private:
  void take_size() {
    const Model& model = instance_.model();
    const auto largest = [&](const Real* x) {
      return Eigen::Map<const Vector>(x, kinetic_.size()).norm();
    };
    largest_q_ = std::max(largest_q_, largest(instance_.state().q(model)));
    largest_v_ = std::max(largest_v_, largest(instance_.state().v(model)));
  }

  // Largest outputs of some states in which every mode is as large as all together have been,
  // whatever the direction they moved in.
  std::vector<double> reach() {
    constexpr int kStates = 8;
    const Model& model = instance_.model();
    auto* bytes = reinterpret_cast<unsigned char*>(&instance_.state());
    const std::vector<unsigned char> kept(bytes, bytes + model.arena_bytes());
    std::vector<double> most(y_.size(), 0.0), y(y_.size());
    std::minstd_rand signs;
    for (int k = 0; k < kStates; ++k) {
      for (Eigen::Index j = 0; j < kinetic_.size(); ++j) {
        const double sign = signs() % 2 == 0 ? 1.0 : -1.0;
        instance_.state().q(model)[j] = sign * largest_q_;
        instance_.state().v(model)[j] = sign * largest_v_;
      }
      (void)outputs_at_rest(model, instance_.state(), y.data());
      for (std::size_t i = 0; i < y.size(); ++i) most[i] = std::max(most[i], std::abs(y[i]));
    }
    std::copy(kept.begin(), kept.end(), bytes);
    return most;
  }

  bool is_film() const { return instance_.model().view().is_film(); }
  bool is_bolted() const { return instance_.model().view().is_bolted(); }

  Instance& instance_;
  ContactBooks books_;
  Vector kinetic_;                            // largest of each mode [J]
  double largest_q_ = 0.0, largest_v_ = 0.0;  // norms over the modes
  std::vector<double> y_;
  long steps_ = 0;
};

}  // namespace

Trajectory play(Instance& instance, int scenario, double duration, int every,
                const Progress& progress) {
  const Model& model = instance.model();
  ScenarioPlayer player;
  if (!player.start(model, scenario, &instance.state()))
    throw Error("scenario " + std::to_string(scenario), "is not in the model",
                "list the scenarios with `mortise info`");
  Vector u(2 * model.dims().inputs + 1);
  const auto next = [&](long) -> const Vector& {
    player.next(model, u.data(), &instance.state());
    return u;
  };
  const long steps = step_count(duration > 0 ? duration : player.duration(), model.step_size());
  return ModelFile(instance).run(next, steps, every, progress);
}

Trajectory play(Instance& instance, const StepInputs& inputs, long steps, int every,
                const Progress& progress) {
  return ModelFile(instance).run(inputs, steps, every, progress);
}

int scenario_of(const std::string& path, const Instance& instance, const std::string& name) {
  const int index = find_scenario(instance.model(), name.c_str());
  if (index >= 0) return index;
  throw Error(path, "the model file has no scenario \"" + name + "\"",
              "build the model again from this definition");
}

std::vector<double> initial_outputs(const Instance& instance) {
  std::vector<double> y(static_cast<std::size_t>(instance.dims().outputs), 0.0);
  (void)outputs_at_rest(instance.model(), instance.state(), y.data());
  return y;
}

}  // namespace mortise::gen
