#include "generator/tool/pipeline/stages.hpp"

#include <fmt/format.h>

#include <memory>

#include "generator/bake/structure/bake_options.hpp"
#include "generator/bake/structure/discretise.hpp"
#include "generator/bodies/model/inspect.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/assemble/attach.hpp"
#include "generator/simulate/sliding/equilibrium.hpp"
#include "generator/simulate/structure/pressed_start.hpp"
#include "generator/simulate/structure/signals.hpp"
#include "generator/tool/pipeline/condensed_model.hpp"

namespace mortise::gen {
namespace {

void describe_import(const FullModel& model, const BuildSettings& settings,
                     std::vector<std::string>* warnings) {
  const ImportReport report = inspect(model);
  const double mass = report.total_mass.maxCoeff();
  say(settings, fmt::format("import    {} dofs, {} nodes, free mass {:.6g} kg", report.dofs,
                            report.nodes, mass));
  warnings->insert(warnings->end(), report.warnings.begin(), report.warnings.end());
}

std::vector<std::string> findings_of(const CondensationReport& report, Eigen::Index modes) {
  std::vector<std::string> lines;
  lines.push_back(
      fmt::format("{}: {} dofs -> {} modal coordinates", report.method, report.full_dofs, modes));
  if (report.interface_dofs > 0) {
    lines.push_back(fmt::format(
        "interface {}, fixed-interface modes {} ({:.6g} to {:.6g} Hz), attachment modes {}",
        report.interface_dofs, report.fixed_interface_modes, report.fixed_interface_lowest_hz,
        report.fixed_interface_highest_hz, report.attachment_modes));
  }
  if (report.rigid_body_modes > 0) {
    lines.push_back(fmt::format("rigid-body modes {}", report.rigid_body_modes));
  }
  lines.insert(lines.end(), report.warnings.begin(), report.warnings.end());
  return lines;
}

// warnings: of the import, kept with the model and said with it.
CondensedModel condense_now(const Definition& definition, const BuildSettings& settings,
                            std::vector<std::string>* warnings) {
  const AssembledSystem assembled = assemble(definition, warnings);
  describe_import(assembled.system.model, settings, warnings);
  Condensation condensation = condense_as_defined(definition, assembled);
  CondensedModel model;
  model.findings = findings_of(condensation.report, condensation.system.size());
  model.findings.insert(model.findings.end(), assembled.placing.begin(), assembled.placing.end());
  model.system = std::move(condensation.system);
  model.clearance_offsets = assembled.clearance_offsets;
  model.cases = assembled.cases;
  model.scenario_phases = assembled.scenario_phases;
  // best M-orthogonal fit of every initial state
  const Matrix projector = (assembled.system.model.mass * condensation.shapes).transpose();
  for (const InitialState& state : assembled.scenario_states) {
    model.scenario_q.push_back(projector * state.displacement);
    model.scenario_v.push_back(projector * state.velocity);
  }
  return model;
}

CondensedModel condensed_model(const Definition& definition, const BuildSettings& settings) {
  return run_stage<CondensedModel>(definition, settings, Stage::condense, "condense",
                                   read_json<CondensedModel>,
                                   [&](std::vector<std::string>* warnings) {
                                     return condense_now(definition, settings, warnings);
                                   });
}

// Under the default values of the inputs, as the full model: what drives them comes afterwards.
void press(const ReducedSystem& system, const NormalLaw& law, ScenarioOptions* scenario) {
  const PressedStart start = pressed_start(system, law, input_values(system.inputs, {}, 0.0));
  scenario->initial_q = start.q;
  scenario->initial_v = Vector::Zero(system.size());
  scenario->initial_pressure = start.pressure;
}

// Operating cases, phases and pressed starts. Scenarios that run a law for offline use are left
// out.
void add_cases(const Definition& definition, const CondensedModel& model,
               const BuildSettings& settings, BakeInput* input) {
  BakeOptions& options = input->options;
  std::vector<int> index(model.cases.size(), -1);  // in the file
  std::vector<OperatingCase> kept;
  for (std::size_t c = 0; c < model.cases.size(); ++c) {
    if (model.cases[c].law.normal.damper == ImpactDamper::printed && c > 0) continue;
    index[c] = static_cast<int>(kept.size());
    kept.push_back(model.cases[c]);
  }
  options.cases = case_options(model.system, kept);
  for (CaseOptions& c : options.cases) {
    widen_by_law(c.law, &options.training_box);
    c.damping =
        stepped_damping(model.system.omega, c.damping, options.step, options.damp_fast_modes);
  }
  std::vector<ScenarioOptions> scenarios;
  for (std::size_t i = 0; i < options.scenarios.size(); ++i) {
    ScenarioOptions& scenario = options.scenarios[i];
    scenario.phases = phase_options(model.scenario_phases.at(i));
    if (definition.scenarios[i].initial.shape == InitialShape::pressed) {
      const auto first = static_cast<std::size_t>(scenario.phases.front().operating_case);
      press(model.system, model.cases.at(first).law.normal, &scenario);
    }
    bool runs = true;
    for (PhaseOptions& phase : scenario.phases) {
      phase.operating_case = index[static_cast<std::size_t>(phase.operating_case)];
      runs = runs && phase.operating_case >= 0;
    }
    if (runs) {
      scenarios.push_back(std::move(scenario));
    } else {
      say(settings, "notice: scenario " + scenario.name + " has the impact damper as printed: " +
                        "`mortise full` runs it, the model file leaves it out");
    }
  }
  options.scenarios = std::move(scenarios);
}

// A sliding contact starts in the static sliding state.
void start_sliding(BakeInput* input) {
  ReducedSystem& system = input->system;
  const SlidingGeometryModel geometry(*system.sliding, system.size());
  const SlidingEquilibrium start = sliding_equilibrium(
      system, geometry, system.sliding->geometry.start, system.sliding->law.friction);
  system.initial_q = start.q;
  system.initial_v = Vector::Zero(system.size());
  for (ScenarioOptions& scenario : input->options.scenarios) {
    scenario.initial_q = start.q;
    scenario.initial_v = system.initial_v;
  }
}

BakeInput prepare_modal(const Definition& definition) {
  ModalSystem modal = assemble_modal(definition);
  BakeInput input;
  input.options = bake_options(definition, modal.system,
                               {modal.step, modal.tolerance, modal.force_frequency_hz});
  input.system = std::move(modal.system);
  return input;
}

// What a condensed model becomes with the step of a definition.
BakeInput bake_input(const Definition& definition, const CondensedModel& condensed,
                     const BuildSettings& settings) {
  CondensedModel model = condensed;
  apply_law_values(definition.contact, model.clearance_offsets, &model.system.contacts);
  BakeInput input;
  input.options = bake_options(definition, model.system, {});
  input.options.provenance.reduction = model.findings;
  for (std::size_t i = 0; i < input.options.scenarios.size(); ++i) {
    input.options.scenarios[i].initial_q = model.scenario_q[i];
    input.options.scenarios[i].initial_v = model.scenario_v[i];
  }
  if (model.system.joint) add_cases(definition, model, settings, &input);
  input.system = std::move(model.system);
  if (input.system.sliding) {
    widen_by_law(input.system.sliding->law, &input.options.training_box);
    start_sliding(&input);
  }
  return input;
}

Rebake rebake_of(const Definition& definition, std::shared_ptr<const CondensedModel> condensed) {
  return [definition, condensed = std::move(condensed)](double step) {
    Definition at_step = definition;
    at_step.step.size = step;
    BakeInput input = bake_input(at_step, *condensed, {});
    input.options.golden_steps = 0;
    return bake(input.system, input.options);
  };
}

// Null for modal data, which are condensed as they are.
std::shared_ptr<const CondensedModel> shared_model(const Definition& definition,
                                                   const BuildSettings& settings) {
  if (definition.import.modal()) return nullptr;
  return std::make_shared<const CondensedModel>(condensed_model(definition, settings));
}

BakeInput bake_input(const Definition& definition, const CondensedModel* condensed,
                     const BuildSettings& settings) {
  return condensed ? bake_input(definition, *condensed, settings) : prepare_modal(definition);
}

}  // namespace

BakeInput prepare_bake(const Definition& definition, const BuildSettings& settings) {
  for (const std::string& line : messages_of(definition)) say(settings, line);
  return bake_input(definition, shared_model(definition, settings).get(), settings);
}

Rebake rebake_of(const Definition& definition, const BuildSettings& settings) {
  return rebake_of(definition, shared_model(definition, settings));
}

namespace {

std::string interface_text(const ReducedSystem& system) {
  if (system.joint) return std::to_string(system.joint->points.size()) + " law points";
  if (system.sliding) return "1 sliding contact";
  return std::to_string(system.contacts.size()) + " contacts";
}

PreparedModel prepare_structure(const Definition& definition, const BuildSettings& settings) {
  const auto condensed = shared_model(definition, settings);
  const auto input = std::make_shared<BakeInput>(bake_input(definition, condensed.get(), settings));
  PreparedModel model;
  model.summary = fmt::format("{} modes, {}, h = {:g} s", input->system.size(),
                              interface_text(input->system), input->options.step);
  model.bake = [input](const std::optional<CertificateOptions>& certificate) {
    input->options.certificate = certificate;
    return bake(input->system, input->options);
  };
  model.certify = [&definition, condensed](const AlignedBytes& bytes, const CertifySettings& how) {
    return certify(definition, bytes, rebake_of(definition, condensed), how);
  };
  return model;
}

CertificateOptions certify_structure(const Definition& definition, const AlignedBytes& model,
                                     const CertifySettings& settings) {
  const ProgressBar reading("import", 1);  // until the bars of the scenarios take its line
  BuildSettings build;
  build.cache = settings.cache;
  return certify(definition, model, rebake_of(definition, build), settings);
}

}  // namespace

const Family kStructures = {[](const Definition&) {}, prepare_structure, certify_structure};

}  // namespace mortise::gen
