#include "generator/judge/certify/certify.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "generator/bake/laws/file_law.hpp"
#include "generator/bake/play/play.hpp"
#include "generator/bake/structure/bake_options.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/judge/certify/contact_errors.hpp"
#include "generator/judge/certify/kept_full_run.hpp"
#include "generator/judge/certify/rigid_pairs.hpp"
#include "generator/judge/certify/scenario_json.hpp"
#include "generator/judge/certify/trajectory_errors.hpp"
#include "generator/simulate/structure/run_full.hpp"

namespace mortise::gen {
namespace {

constexpr int kFinest = 256;           // part of the step at most
constexpr double kMostSteps = 2e6;     // of the finest run
constexpr Eigen::Index kMuch = 10000;  // dofs from which a full run is worth a word before it
constexpr long kLeadIn = 5;            // part of a short run that lies before the first contact
constexpr double kSameModel = 1e-6;    // share of the limits: rounding of another machine

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
  // assembled: null for modal data.
  StructureRuns(const Definition& definition, const AssembledSystem* assembled, std::size_t index,
                const AlignedBytes& model, const Rebake& rebake, const LiftedShapes& lift,
                const CertifySettings& settings, const Measured& limits)
      : definition_(definition),
        assembled_(assembled),
        spec_(definition.scenarios[index]),
        index_(index),
        model_(model),
        rebake_(rebake),
        lift_(lift),
        cache_(settings.cache),
        full_steps_(settings.full_steps),
        limits_(limits) {
    const Instance instance(model, "model file");
    judging_.together = judged_together(instance);
    judging_.filter_time = filter_time(instance, definition.verify.filter_time);
    parts_ = names_of(instance, judging_.together);
  }

  Trajectory file() override {
    at_step_ = run_file(model_, 1);
    steps_ = at_step_.steps;
    return at_step_;
  }

  Trajectory full() override {
    Trajectory run = full_run();
    energy_ = run.largest_energy;
    if (run.contacts.kept) {
      losses_ = contact_losses(run.time.size() < at_step_.time.size() ? part_ : at_step_, energy_);
      full_losses_ = contact_losses(run, energy_);
    }
    resting_ = at_rounding(run.time.size() < at_step_.time.size() ? part_ : at_step_, run);
    return run;
  }

  // Adds what contacts took, of which nothing may be the scheme's.
  void take_losses(ScenarioErrors* e) const {
    e->losses = losses_;
    e->full_losses = full_losses_;
    if (losses_) e->total[Measure::scheme_loss] = std::max(0.0, losses_->scheme);
  }

  // Outputs that nothing judges, see at_rounding().
  const std::vector<std::string>& resting() const { return resting_; }

  std::optional<Trajectory> reference(int refinement) override {
    if (!rebake_) return {};
    Trajectory run = run_file(rebake_(step_of(refinement)), stride(refinement));
    run.largest_energy = std::max(run.largest_energy, energy_);  // files do not book their work
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

  // A short run is compared with its part of the file's.
  Measured compare(const Trajectory& run, const Trajectory& reference) const override {
    const bool part = reference.time.size() < run.time.size();
    return gen::compare(spec_.name, part ? window_of(run) : run, reference, judging_);
  }
  std::vector<std::string> parts() const override { return parts_; }
  std::vector<Measured> compare_parts(const Trajectory& run,
                                      const Trajectory& reference) const override {
    const bool part = reference.time.size() < run.time.size();
    return compare_interfaces(part ? window_of(run) : run, reference, judging_.together);
  }
  bool touched(const Trajectory& t) const override {
    if (!t.interfaces.empty())
      return std::any_of(t.interfaces.begin(), t.interfaces.end(), [](const InterfaceTotals& i) {
        return i.normal_impulse != 0.0 || i.tangential_impulse != 0.0;
      });
    return t.contact_impulse.size() > 0 ? t.contact_impulse.norm() > 0.0 : t.steps_in_contact > 0;
  }
  std::optional<double> agree_until(const Trajectory& a, const Trajectory& b) const override {
    Measured share;
    for (const Measure m : {Measure::displacement, Measure::velocity})
      share[m] = kReferenceShare * *limits_[m];
    return gen::agree_until(a, b, share);
  }
  bool refines_full() const override { return false; }

  // carrying_omega() of the finest run that was made [rad/s].
  double carrying() const { return carrying_; }
  // "scenario: 50 of 1000 steps, from 0.0012 s on"; empty if it was all of them.
  std::string window() const {
    if (full_steps_ == steps_) return "";
    return fmt::format("{}: {} of {} steps, from {:g} s on", spec_.name, full_steps_, steps_,
                       static_cast<double>(first_) * step_);
  }

 private:
  Trajectory full_run() {
    const bool whole = full_steps_ == kWholeRun || full_steps_ >= steps_;
    if (whole || assembled_ == nullptr) full_steps_ = steps_;
    if (assembled_ == nullptr) return at_step_;
    if (whole)
      return kept_full_run(definition_, spec_, cache_, [this] { return run_from_start(); });
    const Vector start = move_window();
    if (first_ == 0) return run_from_start();
    const Matrix& shapes = lift_();
    const Eigen::Index n = shapes.cols();
    return run_window(shapes * start.head(n), shapes * start.tail(n));
  }

  // Places the short run and returns the state of the file at its start: modal coordinates and
  // their rates, one after the other. Nothing has touched before, so impulse and loss of the window
  // are those since the start.
  Vector move_window() {
    Instance instance(model_, "model file");
    const Model& model = instance.model();
    const ModelView& view = model.view();
    const long last = steps_ - full_steps_, touching = at_step_.first_contact;
    if (!file_law(view).has_memory)
      first_ = touching > 0 ? std::clamp(touching - full_steps_ / kLeadIn, 0L, last) : last;
    const int scenario = scenario_of(definition_.path, instance, spec_.name);
    const auto run_to = [&](long step) {
      return play(instance, scenario, static_cast<double>(step) * view.h, 1, {});
    };
    part_ = over_steps(run_to(first_ + full_steps_), 1);
    if (first_ == 0) return {};
    run_to(first_);
    const Eigen::Index n = view.dims.modes;
    Vector state(2 * n);
    state << Eigen::Map<const Vector>(instance.state().q(model), n),
        Eigen::Map<const Vector>(instance.state().v(model), n);
    const auto cut = static_cast<std::ptrdiff_t>(first_);
    part_.time.erase(part_.time.begin(), part_.time.begin() + cut);
    part_.outputs.erase(part_.outputs.begin(), part_.outputs.begin() + cut);
    if (part_.contacts.kept) {
      part_.contacts.impulse.erase(part_.contacts.impulse.begin(),
                                   part_.contacts.impulse.begin() + cut);
      part_.contacts.energy.erase(part_.contacts.energy.begin(),
                                  part_.contacts.energy.begin() + cut);
    }
    for (double& t : part_.time) t -= static_cast<double>(first_) * view.h;
    return state;
  }

  Trajectory run_from_start() {
    const InitialState& initial = assembled_->scenario_states[index_];
    return run_window(initial.displacement, initial.velocity);
  }

  Trajectory run_window(const Vector& displacement, const Vector& velocity) {
    ProgressBar bar("full-order " + spec_.name);
    FullOrderOptions options = full_order_options(definition_, *assembled_, index_, step_);
    options.first_step = first_;
    const double duration =
        full_steps_ == steps_ ? spec_.duration : static_cast<double>(full_steps_) * step_;
    return over_steps(run_full(assembled_->system, options,
                               sources_of(definition_, spec_, assembled_->system.inputs, 0.0),
                               displacement, velocity, duration, 1, bar.shares()),
                      1);
  }

  const Trajectory& window_of(const Trajectory&) const { return part_; }

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
  const AssembledSystem* assembled_;
  const ScenarioSpec& spec_;
  std::size_t index_;
  const AlignedBytes& model_;
  const Rebake& rebake_;
  const LiftedShapes& lift_;
  const std::string& cache_;
  long full_steps_;  // of the full model, from first_ on
  const Measured& limits_;
  Judging judging_;
  std::vector<std::string> parts_;  // names of interfaces of an assembly
  std::vector<std::string> resting_;
  Trajectory at_step_, part_;
  double energy_ = 0.0;  // largest energy or work of the full model [J]
  std::optional<ContactLosses> losses_, full_losses_;
  long first_ = 0;
  double step_ = 0.0, carrying_ = 0.0;
  long steps_ = 0;
};

// What is found of one scenario.
struct JudgedScenario {
  ScenarioErrors errors;
  double carrying = 0.0;  // see StructureRuns::carrying()
  std::string window;     // of a short run
  std::vector<std::string> resting;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(JudgedScenario, errors, carrying, window, resting)

// Before it takes minutes.
void say_cost(const Definition& definition, double step, Eigen::Index dofs,
              const std::vector<std::size_t>& chosen, const CertifySettings& settings) {
  if (!settings.log || dofs < kMuch) return;
  long solves = 0;
  for (const std::size_t i : chosen) {
    const long all = step_count(definition.scenarios[i].duration, step);
    solves += settings.full_steps == kWholeRun ? all : std::min(all, settings.full_steps);
  }
  settings.log(fmt::format("certify   full order: {} solves of {} unknowns", solves, dofs));
}

// reference: what the model is compared with, for people.
CertificateOptions certify_against(const Definition& definition, const AssembledSystem* assembled,
                                   const std::string& reference, const AlignedBytes& model,
                                   const Rebake& rebake, const LiftedShapes& lift,
                                   const CertifySettings& settings) {
  const std::vector<std::size_t> chosen = chosen_scenarios(definition, settings.scenario);
  CertificateOptions certificate;
  certificate.reference = reference;
  const Instance file(model, "model file");
  const double time = filter_time(file, definition.verify.filter_time);
  if (time > 0.0) certificate.filter_time = time;
  certificate.limits = limits_of(definition.verify, time > 0.0);
  certificate.has_interface = definition.contact.kind != ContactKind::none;
  if (assembled != nullptr)
    say_cost(definition, Instance(model, "model file").model().step_size(),
             assembled->system.model.size(), chosen, settings);
  const auto judged = kept_map<JudgedScenario>(
      scenario_jobs(definition, chosen, model, settings), [&](std::size_t k) {
        StructureRuns runs(definition, assembled, chosen[k], model, rebake, lift, settings,
                           certificate.limits);
        JudgedScenario judged;
        judged.errors =
            judge_scenario(definition.scenarios[chosen[k]].name, &runs, certificate.limits);
        runs.take_losses(&judged.errors);
        judged.carrying = runs.carrying();
        judged.window = runs.window();
        judged.resting = runs.resting();
        return judged;
      });
  double carrying = 0.0;
  for (const JudgedScenario& scenario : judged) {
    certificate.errors.push_back(scenario.errors);
    carrying = std::max(carrying, scenario.carrying);
    if (!scenario.window.empty())
      certificate.reference += "; short at full order, " + scenario.window;
    if (!scenario.resting.empty())
      certificate.reference +=
          fmt::format("; at rounding and judged by nothing, {}: {}", scenario.errors.scenario,
                      fmt::join(scenario.resting, ", "));
  }
  const ModelView& view = file.model().view();
  certificate.omega_h = view.h * *std::max_element(view.omega, view.omega + view.dims.modes);
  certificate.omega_h_carrying = view.h * carrying;
  log_certificate(certificate, settings.log);
  return certificate;
}

}  // namespace

CertificateOptions certify(const Definition& definition, const AssembledSystem& assembled,
                           const AlignedBytes& model, const Rebake& rebake,
                           const LiftedShapes& lift, const CertifySettings& settings) {
  return certify_against(definition, &assembled,
                         "full-order model with " + std::to_string(assembled.system.model.size()) +
                             " dofs at the same step, and steps refined until they do not matter",
                         model, rebake, lift, settings);
}

CertificateOptions certify_modal(const Definition& definition, const AlignedBytes& model,
                                 const Rebake& rebake, const CertifySettings& settings) {
  return certify_against(definition, nullptr,
                         "the same modal data, steps refined until they do not matter", model,
                         rebake, {}, settings);
}

Trajectory full_beside(const Definition& definition, const AssembledSystem& assembled,
                       std::size_t scenario, double step, double duration,
                       const std::string& cache) {
  const ScenarioSpec& spec = definition.scenarios[scenario];
  const auto run = [&] {
    ProgressBar bar("full-order " + spec.name);
    const InitialState& start = assembled.scenario_states[scenario];
    return over_steps(
        run_full(assembled.system, full_order_options(definition, assembled, scenario, step),
                 sources_of(definition, spec, assembled.system.inputs, 0.0), start.displacement,
                 start.velocity, duration, 1, bar.shares()),
        1);
  };
  // that of a certificate is the same, if the file has the step of the definition
  const bool same = duration >= spec.duration && definition.step.size == step;
  return kept_full_run(definition, spec, same ? cache : "", run);
}

FullOrderOptions full_order_options(const Definition& definition, const AssembledSystem& assembled,
                                    std::size_t scenario, double step) {
  FullOrderOptions options;
  options.step = step;
  if (definition.step.scheme == StepScheme::generalised_alpha) {
    options.scheme = TimeScheme::generalised_alpha;
    options.spectral_radius = definition.step.spectral_radius;
  }
  options.phases = joint_phases(assembled, scenario);
  options.changes = definition.scenarios[scenario].changes;
  return options;
}

Measured limits_of(const VerifySpec& verify, bool contacts_alone) {
  Measured limits;
  limits[Measure::displacement] = verify.displacement;
  limits[Measure::velocity] = verify.velocity;
  limits[Measure::force] = verify.force;
  if (contacts_alone) {
    limits[Measure::filtered_force] = verify.filtered_force;
    limits[Measure::remaining_energy] = verify.remaining_energy;
    limits[Measure::scheme_loss] = verify.scheme_loss;
  } else {
    limits[Measure::dissipated_energy] = verify.dissipated_energy;
  }
  return limits;
}

bool can_certify(const Definition& definition) {
  if (!definition.film && definition.import.modal()) return false;
  return std::any_of(definition.scenarios.begin(), definition.scenarios.end(),
                     [](const ScenarioSpec& scenario) { return scenario.held_out; });
}

}  // namespace mortise::gen
