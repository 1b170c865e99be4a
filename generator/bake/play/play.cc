#include "generator/bake/play/play.hpp"

#include <utility>

#include "generator/bake/play/contact_books.hpp"
#include "generator/ground/text/error.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

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
    return report;
  }

  double time() const override {
    return static_cast<double>(steps_) * instance_.model().step_size();
  }
  Vector outputs() const override {
    return Eigen::Map<const Vector>(y_.data(), static_cast<Eigen::Index>(y_.size()));
  }
  EnergyBooks books() const override {
    return {is_film() ? 0.0 : instance_.energy(), 0.0, books_.dissipated()};
  }
  Vector contact_impulse() const override { return books_.impulse(); }

  Trajectory run(const StepInputs& inputs, long steps, int every, const Progress& progress) {
    Trajectory heads;
    heads.names = instance_.output_names();
    for (int k = 0; k < instance_.dims().outputs; ++k)
      heads.quantities.push_back(
          static_cast<OutputQuantity>(instance_.model().view().output_rules[k].quantity));
    heads.knows_dissipation = books_.knows_dissipation();
    RunPlan plan;
    plan.steps = steps;
    plan.every = every;
    plan.start = !is_film();
    Trajectory t = run_steps(this, std::move(heads), plan, inputs, progress);
    t.modal_kinetic = kinetic_;
    return t;
  }

 private:
  bool is_film() const { return instance_.model().view().is_film(); }

  Instance& instance_;
  ContactBooks books_;
  Vector kinetic_;  // largest of each mode [J]
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

}  // namespace mortise::gen
