#include "generator/pipeline/certify.hpp"

#include <algorithm>

#include "generator/define/assemble.hpp"
#include "generator/define/nearest.hpp"
#include "generator/error.hpp"
#include "generator/io/terminal.hpp"
#include "generator/pipeline/bake_options.hpp"
#include "generator/pipeline/joint_phases.hpp"
#include "generator/pipeline/parallel_for.hpp"
#include "generator/pipeline/verdict.hpp"
#include "generator/simulate/trajectory.hpp"

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

bool touched(const Trajectory& t) {
  return t.contact_impulse.size() > 0 ? t.contact_impulse.norm() > 0.0 : t.steps_in_contact > 0;
}

// The two parts add up.
Measured sum_of(const Measured& a, const Measured& b) {
  Measured sum;
  for (std::size_t k = 0; k < kMeasures; ++k) {
    const auto m = static_cast<Measure>(k);
    if (a[m] || b[m]) sum[m] = a[m].value_or(0.0) + b[m].value_or(0.0);
  }
  return sum;
}

// One scenario in the full model, the model file, and the same model with finer and finer steps.
class ScenarioCertificate {
 public:
  ScenarioCertificate(const Definition& definition, const AssembledSystem& assembled,
                      std::size_t index, const Measured& limits)
      : definition_(definition),
        assembled_(assembled),
        spec_(definition.scenarios[index]),
        index_(index),
        limits_(limits) {
    errors_.scenario = spec_.name;
  }

  ScenarioErrors run(const AlignedBytes& model, const Rebake& rebake) {
    at_step_ = run_file(model, 1);
    steps_ = at_step_.steps;
    const Trajectory full = run_full_order(model);
    errors_.touched = touched(full);
    errors_.reduction = compare(spec_.name, at_step_, full);
    resolve_time(rebake);
    errors_.total = sum_of(errors_.reduction, errors_.step);
    return errors_;
  }

  // Of the finest run that was made [rad/s].
  double carrying() const { return carrying_; }

 private:
  // `stride` steps of this file make one of the model.
  Trajectory run_file(const AlignedBytes& bytes, int stride) {
    Instance instance(bytes, "model file");
    const double h = instance.model().step_size();
    if (stride == 1) step_ = h;
    const double duration = stride == 1 ? spec_.duration : static_cast<double>(steps_) * step_;
    const int scenario = scenario_of(definition_.path, instance, spec_.name);
    const Trajectory every_step = run_reduced(instance, scenario, duration, 1, {});
    carrying_ = carrying_omega(instance, every_step.modal_kinetic);
    return over_steps(every_step, stride);
  }

  Trajectory run_full_order(const AlignedBytes& model) const {
    const InitialState& initial = assembled_.scenario_states[index_];
    ProgressBar bar("full-order " + spec_.name, 1000);
    FullOrderOptions options = full_options(definition_, Instance(model, "model file"));
    options.phases = joint_phases(assembled_, index_);
    return over_steps(
        run_full(assembled_.system, options,
                 sources_of(definition_, spec_, assembled_.system.inputs, 0.0),
                 initial.displacement, initial.velocity, spec_.duration, 1,
                 [&](double share) { bar.update(static_cast<std::uint64_t>(1000.0 * share)); }),
        1);
  }

  void resolve_time(const Rebake& rebake) {
    if (!rebake) return;
    Trajectory coarse = run_file(rebake(step_), 1);
    // of another definition: its step says nothing of this file
    if (!within(compare(spec_.name, coarse, at_step_), limits_, kSameModel)) return;
    Trajectory fine;
    int stride = 1;
    do {
      if (stride > 1) coarse = std::move(fine);
      stride *= 2;
      fine = run_file(rebake(step_ / stride), stride);
      errors_.reference = compare(spec_.name, coarse, fine);
    } while (!resolved(stride) && stride < kFinest &&
             2.0 * stride * static_cast<double>(steps_) <= kMostSteps);
    errors_.reference_step = step_ / stride;
    errors_.step = compare(spec_.name, at_step_, fine);
    errors_.touched = errors_.touched || touched(fine);
    if (!within(errors_.reference, limits_, kReferenceShare)) {
      Measured share;
      for (const Measure m : {Measure::displacement, Measure::velocity})
        share[m] = kReferenceShare * *limits_[m];
      errors_.resolved_until = agree_until(coarse, fine, share);
    }
  }

  // Two coarse runs may agree in missing the same: what moves must be followed as well.
  bool resolved(int stride) const {
    return carrying_ * step_ <= stride && within(errors_.reference, limits_, kReferenceShare);
  }

  const Definition& definition_;
  const AssembledSystem& assembled_;
  const ScenarioSpec& spec_;
  std::size_t index_;
  const Measured& limits_;
  ScenarioErrors errors_;
  Trajectory at_step_;
  double step_ = 0.0, carrying_ = 0.0;
  long steps_ = 0;
};

}  // namespace

CertificateOptions certify(const Definition& definition, const AlignedBytes& model,
                           const Rebake& rebake, const CertifySettings& settings) {
  const std::vector<std::size_t> chosen =
      chosen_scenarios(definition.path, named_scenarios(definition.scenarios), settings.scenario);
  const AssembledSystem assembled = assemble(definition, nullptr);
  CertificateOptions certificate;
  certificate.reference = "full-order model with " + std::to_string(assembled.system.model.size()) +
                          " dofs at the same step, and steps refined until they do not matter";
  certificate.limits = limits_of(definition.verify);
  certificate.has_interface = definition.contact.kind != ContactKind::none;
  certificate.errors.resize(chosen.size());
  std::vector<double> carrying(chosen.size());
  parallel_for(chosen.size(), settings.jobs, [&](std::size_t k) {
    ScenarioCertificate scenario(definition, assembled, chosen[k], certificate.limits);
    certificate.errors[k] = scenario.run(model, rebake);
    carrying[k] = scenario.carrying();
  });
  const Instance file(model, "model file");
  const ModelView& view = file.model().view();
  certificate.omega_h = view.h * *std::max_element(view.omega, view.omega + view.dims.modes);
  certificate.omega_h_carrying = view.h * *std::max_element(carrying.begin(), carrying.end());
  log_certificate(certificate, settings.log);
  return certificate;
}

void log_certificate(const CertificateOptions& certificate, const Log& log) {
  if (!log) return;
  for (const ScenarioErrors& e : certificate.errors)
    log("certify   " + e.scenario + ": " + errors_text(certificate, e));
  for (const std::string& warning : warnings_of(certificate)) log("warning: " + warning);
}

std::vector<std::size_t> chosen_scenarios(const std::string& path,
                                          const std::vector<NamedScenario>& scenarios,
                                          const std::string& name) {
  std::vector<std::size_t> chosen;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    names.push_back(scenarios[i].name);
    if (name.empty() ? scenarios[i].held_out : names.back() == name) chosen.push_back(i);
  }
  if (!chosen.empty()) return chosen;
  if (!name.empty()) {
    throw Error(path, "there is no scenario \"" + name + "\"",
                names.empty() ? "add [[scenarios]]"
                              : "the nearest scenario is \"" + nearest(name, names) + "\"");
  }
  throw Error(path, "no scenario is held out for certification",
              "set held_out = true in one of [[scenarios]]");
}

int scenario_of(const std::string& path, const Instance& reduced, const std::string& name) {
  const int index = find_scenario(reduced.model(), name.c_str());
  if (index >= 0) return index;
  throw Error(path, "the model file has no scenario \"" + name + "\"",
              "build the model again from this definition");
}

bool can_certify(const Definition& definition) {
  if (definition.import.kind == ImportKind::modal) return false;
  for (const ScenarioSpec& scenario : definition.scenarios) {
    if (scenario.held_out) return true;
  }
  return false;
}

}  // namespace mortise::gen
