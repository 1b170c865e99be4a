#include "generator/bake/play/play.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "generator/bake/laws/file_law.hpp"
#include "generator/bake/play/output_sense.hpp"
#include "generator/ground/text/error.hpp"
#include "mortise/rest.hpp"
#include "mortise_generated.h"
#include "runtime/src/assembly/places.hpp"

namespace mortise::gen {
namespace {

// What the interfaces of a running model did since the start, whatever their laws.
class ContactBooks {
 public:
  // Must not outlive the instance.
  explicit ContactBooks(const Instance& instance)
      : instance_(instance),
        view_(instance.model().view()),
        assembly_(assembly_of(view_)),
        interfaces_(running_interfaces(instance.model(), instance.state())),
        books_(interfaces_.size()) {
    for (std::size_t k = 0; k < interfaces_.size(); ++k) {
      const FileLaw& law = file_law(interfaces_[k].view);
      books_[k].rows = Vector::Zero(law.booked_rows(interfaces_[k]));
      books_[k].last = law.end_force(interfaces_[k]);
      if (assembly_ == nullptr) continue;
      energies_.push_back({0.0, 0.0, assembly_->energies ? energies(k).stored : 0.0});
    }
    turned_over_.resize(books_.size());
    if (assembly_ == nullptr) own_ = file_law(view_).own_books(interfaces_[0]).value_or(OwnBooks());
  }

  // Call with the modal velocities (np) at the start of the step that was just made.
  void book(const Vector& before) {
    for (std::size_t k = 0; k < interfaces_.size(); ++k)
      file_law(interfaces_[k].view).book(interfaces_[k], view_.h, &books_[k]);
    if (assembly_ != nullptr) {
      book_energies();
    } else if (const auto own = file_law(view_).own_books(interfaces_[0])) {
      own_ = *own;
    } else if (!file_law(view_).has_memory && !interfaces_[0].idle()) {
      book_losses(before);
    }
  }

  // One entry per row that its law books, of one interface behind another [N s].
  Vector impulse() const {
    Vector all;
    for (const ImpulseBook& book : books_) {
      all.conservativeResize(all.size() + book.rows.size());
      all.tail(book.rows.size()) = book.rows;
    }
    return all;
  }
  const OwnBooks& own() const { return own_; }
  // Totals of an assembly.
  std::vector<InterfaceTotals> interfaces() const {
    std::vector<InterfaceTotals> totals;
    for (std::size_t k = 0; assembly_ != nullptr && k < books_.size(); ++k)
      totals.push_back({interfaces_[k].name(), books_[k].normal, books_[k].tangential,
                        energies_[k].impact + energies_[k].friction, turned_over_[k]});
    return totals;
  }
  // Most laws know it only if some output asks for energies.
  bool knows_dissipation() const { return file_law(view_).knows_dissipation(view_); }

 private:
  template <class T>
  const T& part(std::uint32_t offset, std::size_t index = 0) const {
    return assembly::part_at<T>(view_, const_cast<State&>(instance_.state()), offset)[index];
  }
  const InterfaceEnergies& energies(std::size_t interface) const {
    return part<InterfaceEnergies>(assembly_->parts.interface_energies, interface);
  }

  void book_energies() {
    own_.dissipated = part<AssemblyEnergies>(assembly_->parts.energies).limited;
    for (std::size_t k = 0; k < energies_.size(); ++k) {
      InterfaceEnergies& last = energies_[k];
      const InterfaceEnergies& now = energies(k);
      const double lost = now.impact + now.friction;
      turned_over_[k] +=
          std::abs(now.stored - last.stored) + std::abs(lost - (last.impact + last.friction));
      last = now;
      own_.dissipated += lost;
    }
  }

  // From the impulses on the rows of contacts that remember nothing. What they take in a step whose
  // forces were scaled, their law would not.
  void book_losses(const Vector& before) {
    const Model& model = instance_.model();
    const Eigen::Map<const Matrix> rows(instance_.state().contact_rows(view_),
                                        view_.dims.modes_padded, view_.dims.rows);
    const Eigen::Map<const Vector> lambda(instance_.state().lambda(model), view_.dims.rows);
    const Eigen::Map<const Vector> after(instance_.state().v(model), view_.dims.modes_padded);
    const Vector power = lambda.cwiseProduct(rows.transpose() * (before + after));
    const double lost = -0.5 * view_.h * power.sum();
    double along = 0.0;
    for (Eigen::Index c = 0; c < power.size(); c += 3) along += power[c + 1] + power[c + 2];
    own_.dissipated += lost;
    if ((instance_.state().statistics().last_status & status::kLIMITED) != 0) {
      own_.scheme += lost;
    } else {
      own_.friction -= 0.5 * view_.h * along;
    }
  }

  const Instance& instance_;
  const ModelView& view_;
  const AssemblyView* assembly_;
  std::vector<RunningInterface> interfaces_;
  std::vector<ImpulseBook> books_;
  std::vector<InterfaceEnergies> energies_;  // of an assembly, after the last step
  std::vector<double> turned_over_;          // see InterfaceTotals
  OwnBooks own_;
};

class ModelFile : public SteppedSystem {
 public:
  explicit ModelFile(Instance& instance)
      : instance_(instance),
        books_(instance),
        kinetic_(Vector::Zero(law().structural ? instance.dims().modes : 0)),
        y_(initial_outputs(instance)) {}

  std::optional<StepReport> step(const Vector& inputs) override {
    const Model& model = instance_.model();
    const State& state = instance_.state();
    const Eigen::Index np = law().structural ? instance_.dims().modes_padded : 0;
    const Vector before = Eigen::Map<const Vector>(state.v(model), np);
    StepReport report;
    report.status = instance_.step(inputs.data(), y_.data());
    ++steps_;
    report.touching = state.statistics().last_active > 0;
    if (!law().structural) return report;
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
    const OwnBooks& own = books_.own();
    const double stored = law().structural ? instance_.energy() + own.stored : 0.0;
    return {stored, law().books_work ? 0.0 : kNotBooked, own.dissipated, own.friction, own.scheme};
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
    heads.contacts.kept = &law() == &file_laws_of::unilateral && instance_.dims().contacts > 0;
    RunPlan plan;
    plan.steps = steps;
    plan.every = every;
    plan.start = law().structural;
    if (law().structural) take_size();
    Trajectory t = run_steps(this, std::move(heads), plan, inputs, progress);
    t.modal_kinetic = kinetic_;
    if (law().structural) t.reach = reach();
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

  const FileLaw& law() const { return file_law(instance_.model().view()); }

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
