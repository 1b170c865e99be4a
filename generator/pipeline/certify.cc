#include "generator/pipeline/certify.hpp"

#include <cstdio>

#include "generator/define/assemble.hpp"
#include "generator/define/nearest.hpp"
#include "generator/error.hpp"
#include "generator/io/terminal.hpp"
#include "generator/pipeline/bake_options.hpp"
#include "generator/pipeline/joint_phases.hpp"
#include "generator/pipeline/parallel_for.hpp"
#include "generator/simulate/trajectory.hpp"

namespace mortise::gen {
namespace {

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

std::string error_line(const ScenarioErrors& e) {
  char text[200];
  std::snprintf(text, sizeof text,
                "certify   %s: displacement %.3g, velocity %.3g, force %.3g, energy %.3g",
                e.scenario.c_str(), e.displacement, e.velocity, e.force, e.dissipated_energy);
  return text;
}

// One scenario in both models.
ScenarioErrors compare_scenario(const Definition& definition, const AssembledSystem& assembled,
                                std::size_t index, const AlignedBytes& model) {
  const ScenarioSpec& spec = definition.scenarios[index];
  const InitialState& initial = assembled.scenario_states[index];
  Instance reduced(model, "model file");
  ProgressBar bar("full-order " + spec.name, 1000);
  FullOrderOptions options = full_options(definition, reduced);
  options.phases = joint_phases(assembled, index);
  const Trajectory full = run_full(
      assembled.system, options, sources_of(definition, spec, assembled.system.inputs, 0.0),
      initial.displacement, initial.velocity, spec.duration, 1,
      [&](double share) { bar.update(static_cast<std::uint64_t>(1000.0 * share)); });
  const Trajectory small =
      run_reduced(reduced, scenario_of(definition.path, reduced, spec.name), spec.duration, 1, {});
  return compare(spec.name, small, full);
}

}  // namespace

CertificateOptions certify(const Definition& definition, const AlignedBytes& model,
                           const CertifySettings& settings) {
  const std::vector<std::size_t> chosen =
      chosen_scenarios(definition.path, named_scenarios(definition.scenarios), settings.scenario);
  const AssembledSystem assembled = assemble(definition, nullptr);
  CertificateOptions certificate;
  certificate.reference = "full-order model with " + std::to_string(assembled.system.model.size()) +
                          " dofs, same step and scheme";
  certificate.limit_displacement = definition.verify.displacement;
  certificate.limit_velocity = definition.verify.velocity;
  certificate.limit_force = definition.verify.force;
  certificate.limit_dissipated_energy = definition.verify.dissipated_energy;
  certificate.errors.resize(chosen.size());
  parallel_for(chosen.size(), settings.jobs, [&](std::size_t k) {
    certificate.errors[k] = compare_scenario(definition, assembled, chosen[k], model);
  });
  for (const ScenarioErrors& errors : certificate.errors) {
    if (settings.log) settings.log(error_line(errors));
  }
  return certificate;
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

bool within_limits(const CertificateOptions& c) {
  // what a model does not have is zero, error and limit
  for (const ScenarioErrors& e : c.errors) {
    if (!(e.displacement <= c.limit_displacement && e.velocity <= c.limit_velocity &&
          e.force <= c.limit_force && e.dissipated_energy <= c.limit_dissipated_energy &&
          e.central_pressure <= c.limit_pressure && e.central_gap <= c.limit_film &&
          e.minimum_gap <= c.limit_film && e.restitution <= c.limit_restitution)) {
      return false;
    }
  }
  return true;
}

bool can_certify(const Definition& definition) {
  if (definition.import.kind == ImportKind::modal) return false;
  for (const ScenarioSpec& scenario : definition.scenarios) {
    if (scenario.held_out) return true;
  }
  return false;
}

}  // namespace mortise::gen
