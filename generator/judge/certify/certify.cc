#include "generator/judge/certify/certify.hpp"

#include <algorithm>

#include "generator/bake/play/play.hpp"
#include "generator/bake/structure/bake_options.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/ground/jobs/parallel_for.hpp"
#include "generator/judge/certify/trajectory_errors.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/structure/run_full.hpp"

namespace mortise::gen {
namespace {

constexpr int kFinest = 256;         // part of the step at most
constexpr double kMostSteps = 2e6;   // of the finest run
constexpr double kSameModel = 1e-6;  // share of the limits: rounding of another machine

FullOrderOptions full_options(const Definition& definition, const Instance& reduced) {
  FullOrderOptions options;
  options.step = reduced.model().step_size();
  options.law = definition.law;
  if (definition.step.scheme == StepScheme::generalised_alpha) {
    options.scheme = TimeScheme::generalised_alpha;
    options.spectral_radius = definition.step.spectral_radius;
  }
  return options;
}

Measured limits_of(const VerifySpec& verify) {
  Measured limits;
  limits[Measure::displacement] = verify.displacement;
  limits[Measure::velocity] = verify.velocity;
  limits[Measure::force] = verify.force;
  limits[Measure::dissipated_energy] = verify.dissipated_energy;
  return limits;
}

// Highest circular frequency of the modes with at least a hundredth of the kinetic energy that some
// mode reaches [rad/s]. kinetic: (n) largest of each mode [J].
double carrying_omega(const Instance& model, const Vector& kinetic) {
  const Eigen::Map<const Vector> omega(model.model().view().omega, kinetic.size());
  const double least = 0.01 * kinetic.maxCoeff();
  return (kinetic.array() >= least).select(omega.array(), 0.0).maxCoeff();
}

// The reference is the condensed model of the file: its steps take microseconds.
class StructureRuns : public ScenarioRuns<Trajectory> {
 public:
  StructureRuns(const Definition& definition, const AssembledSystem& assembled, std::size_t index,
                const AlignedBytes& model, const Rebake& rebake, const Measured& limits)
      : definition_(definition),
        assembled_(assembled),
        spec_(definition.scenarios[index]),
        index_(index),
        model_(model),
        rebake_(rebake),
        limits_(limits) {}

  Trajectory file() override {
    at_step_ = run_file(model_, 1);
    steps_ = at_step_.steps;
    return at_step_;
  }

  Trajectory full() override {
    const InitialState& initial = assembled_.scenario_states[index_];
    ProgressBar bar("full-order " + spec_.name);
    FullOrderOptions options = full_options(definition_, Instance(model_, "model file"));
    options.phases = joint_phases(assembled_, index_);
    return over_steps(
        run_full(assembled_.system, options,
                 sources_of(definition_, spec_, assembled_.system.inputs, 0.0),
                 initial.displacement, initial.velocity, spec_.duration, 1, bar.shares()),
        1);
  }

  std::optional<Trajectory> reference(int refinement) override {
    if (!rebake_) return {};
    Trajectory run = run_file(rebake_(step_of(refinement)), stride(refinement));
    // of another definition: its step says nothing of this file
    if (refinement == 0 && !within(compare(run, at_step_), limits_, kSameModel)) return {};
    return run;
  }
  double step_of(int refinement) const override { return step_ / stride(refinement); }
  // Two coarse runs may agree in missing the same: what moves must be followed as well.
  bool resolves(int refinement) const override { return carrying_ * step_ <= stride(refinement); }
  bool goes_on(int refinement) const override {
    return stride(refinement) < kFinest &&
           2.0 * stride(refinement) * static_cast<double>(steps_) <= kMostSteps;
  }

  Measured compare(const Trajectory& run, const Trajectory& reference) const override {
    return gen::compare(spec_.name, run, reference);
  }
  bool touched(const Trajectory& t) const override {
    return t.contact_impulse.size() > 0 ? t.contact_impulse.norm() > 0.0 : t.steps_in_contact > 0;
  }
  std::optional<double> agree_until(const Trajectory& a, const Trajectory& b) const override {
    Measured share;
    for (const Measure m : {Measure::displacement, Measure::velocity})
      share[m] = kReferenceShare * *limits_[m];
    return gen::agree_until(a, b, share);
  }
  bool refines_full() const override { return false; }

  // Of the finest run that was made [rad/s].
  double carrying() const { return carrying_; }

 private:
  static int stride(int refinement) { return 1 << refinement; }

  // `stride` steps of this file make one of the model.
  Trajectory run_file(const AlignedBytes& bytes, int stride) {
    Instance instance(bytes, "model file");
    const double h = instance.model().step_size();
    if (stride == 1) step_ = h;
    const double duration = stride == 1 ? spec_.duration : static_cast<double>(steps_) * step_;
    const int scenario = scenario_of(definition_.path, instance, spec_.name);
    const Trajectory every_step = play(instance, scenario, duration, 1, {});
    carrying_ = carrying_omega(instance, every_step.modal_kinetic);
    return over_steps(every_step, stride);
  }

  const Definition& definition_;
  const AssembledSystem& assembled_;
  const ScenarioSpec& spec_;
  std::size_t index_;
  const AlignedBytes& model_;
  const Rebake& rebake_;
  const Measured& limits_;
  Trajectory at_step_;
  double step_ = 0.0, carrying_ = 0.0;
  long steps_ = 0;
};

}  // namespace

CertificateOptions certify(const Definition& definition, const AlignedBytes& model,
                           const Rebake& rebake, const CertifySettings& settings) {
  const std::vector<std::size_t> chosen = chosen_scenarios(definition, settings.scenario);
  const AssembledSystem assembled = assemble(definition, nullptr);
  CertificateOptions certificate;
  certificate.reference = "full-order model with " + std::to_string(assembled.system.model.size()) +
                          " dofs at the same step, and steps refined until they do not matter";
  certificate.limits = limits_of(definition.verify);
  certificate.has_interface = definition.contact.kind != ContactKind::none;
  certificate.errors.resize(chosen.size());
  std::vector<double> carrying(chosen.size());
  parallel_for(chosen.size(), settings.jobs, [&](std::size_t k) {
    StructureRuns runs(definition, assembled, chosen[k], model, rebake, certificate.limits);
    certificate.errors[k] =
        judge_scenario(definition.scenarios[chosen[k]].name, &runs, certificate.limits);
    carrying[k] = runs.carrying();
  });
  const Instance file(model, "model file");
  const ModelView& view = file.model().view();
  certificate.omega_h = view.h * *std::max_element(view.omega, view.omega + view.dims.modes);
  certificate.omega_h_carrying = view.h * *std::max_element(carrying.begin(), carrying.end());
  log_certificate(certificate, settings.log);
  return certificate;
}

bool can_certify(const Definition& definition) {
  if (!definition.film && definition.import.modal()) return false;
  return std::any_of(definition.scenarios.begin(), definition.scenarios.end(),
                     [](const ScenarioSpec& scenario) { return scenario.held_out; });
}

}  // namespace mortise::gen
