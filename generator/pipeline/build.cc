#include "generator/pipeline/build.hpp"

#include <cstdio>
#include <memory>
#include <regex>

#include "generator/bake/discretise.hpp"
#include "generator/define/assemble.hpp"
#include "generator/define/attach_contacts.hpp"
#include "generator/define/definition_hash.hpp"
#include "generator/define/dubious_values.hpp"
#include "generator/fe/inspect.hpp"
#include "generator/io/content_hash.hpp"
#include "generator/pipeline/bake_options.hpp"
#include "generator/pipeline/certify.hpp"
#include "generator/pipeline/pressed_start.hpp"
#include "generator/pipeline/stage_cache.hpp"
#include "generator/simulate/signals.hpp"
#include "generator/sliding/equilibrium.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kCondenseVersion = "3";  // changes when a kept stage would differ

void say(const BuildSettings& settings, const std::string& line) {
  if (settings.log) settings.log(line);
}

template <class... Args>
std::string format(const char* pattern, Args... args) {
  char text[256];
  std::snprintf(text, sizeof text, pattern, args...);
  return text;
}

// Keys that the condensed model depends on: all but the law, the step and the signals.
bool matters_to_condensation(const std::string& key) {
  static const std::regex pattern(
      "(import|damping|condense|gravity|initial|inputs|forces|outputs)\\..*|contact\\.(kind|wall\\."
      ".*|"
      "tip\\..*|node|nodes|set|near)|scenarios\\.[0-9]+\\.(name|initial\\..*)");
  return std::regex_match(key, pattern);
}

// Joints and sliding contacts bring their laws and cases along.
bool matters_to_interface(const std::string& key) {
  return matters_to_condensation(key) || key.rfind("contact.", 0) == 0 ||
         key.rfind("sliding.", 0) == 0 || key.rfind("scenarios.", 0) == 0 ||
         key.rfind("forces.", 0) == 0 || key.rfind("output.", 0) == 0;
}

std::string condensation_key(const Definition& definition) {
  const bool law = definition.contact.kind == ContactKind::joint ||
                   definition.contact.kind == ContactKind::sliding;
  return ContentHash()
      .add(kCondenseVersion)
      .add(settings_hash(definition.settings, law ? matters_to_interface : matters_to_condensation))
      .add(input_hash(definition))
      .hex();
}

void describe_import(const FullModel& model, const BuildSettings& settings,
                     std::vector<std::string>* warnings) {
  const ImportReport report = inspect(model);
  const double mass = report.total_mass.maxCoeff();
  say(settings, format("import    %ld dofs, %ld nodes, free mass %.6g kg",
                       static_cast<long>(report.dofs), static_cast<long>(report.nodes), mass));
  warnings->insert(warnings->end(), report.warnings.begin(), report.warnings.end());
}

std::vector<std::string> findings_of(const CondensationReport& report, Eigen::Index modes) {
  std::vector<std::string> lines;
  lines.push_back(format("%s: %ld dofs -> %ld modal coordinates", report.method.c_str(),
                         static_cast<long>(report.full_dofs), static_cast<long>(modes)));
  if (report.interface_dofs > 0) {
    lines.push_back(
        format("interface %ld, fixed-interface modes %ld (%.6g to %.6g Hz), attachment modes %ld",
               static_cast<long>(report.interface_dofs),
               static_cast<long>(report.fixed_interface_modes), report.fixed_interface_lowest_hz,
               report.fixed_interface_highest_hz, static_cast<long>(report.attachment_modes)));
  }
  if (report.rigid_body_modes > 0) {
    lines.push_back(format("rigid-body modes %ld", static_cast<long>(report.rigid_body_modes)));
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
  const StageCache cache(settings.cache);
  const std::string key = settings.cache.empty() ? "" : condensation_key(definition);
  std::vector<std::string> warnings;
  std::optional<CondensedModel> model;
  if (const auto kept = cache.load("condense", key, &warnings)) model = condensed_model_from(*kept);
  const bool found = model.has_value();
  if (found) {
    say(settings, "condense  kept from an earlier build");
  } else {
    warnings.clear();
    model = condense_now(definition, settings, &warnings);
  }
  for (const std::string& warning : warnings) say(settings, "warning: " + warning);
  for (const std::string& line : model->findings) say(settings, "condense  " + line);
  if (!found && !settings.cache.empty()) cache.store("condense", key, to_json(*model), warnings);
  return *std::move(model);
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

}  // namespace

BakeInput prepare_bake(const Definition& definition, const BuildSettings& settings) {
  for (const std::string& line : messages_of(definition)) say(settings, line);
  if (definition.import.kind == ImportKind::modal) return prepare_modal(definition);
  return bake_input(definition, condensed_model(definition, settings), settings);
}

Rebake rebake_of(const Definition& definition, const BuildSettings& settings) {
  return rebake_of(definition,
                   std::make_shared<const CondensedModel>(condensed_model(definition, settings)));
}

namespace {

std::string interface_text(const ReducedSystem& system) {
  if (system.joint) return std::to_string(system.joint->points.size()) + " law points";
  if (system.sliding) return "1 sliding contact";
  return std::to_string(system.contacts.size()) + " contacts";
}

}  // namespace

AlignedBytes build_model(const Definition& definition, const BuildSettings& settings) {
  const bool certifies = settings.certify && can_certify(definition);
  std::shared_ptr<const CondensedModel> condensed;
  BakeInput input;
  if (certifies) {
    for (const std::string& line : messages_of(definition)) say(settings, line);
    condensed = std::make_shared<const CondensedModel>(condensed_model(definition, settings));
    input = bake_input(definition, *condensed, settings);
  } else {
    input = prepare_bake(definition, settings);
  }
  AlignedBytes bytes = bake(input.system, input.options);
  say(settings,
      format("bake      %ld modes, %s, h = %g s, %zu bytes", static_cast<long>(input.system.size()),
             interface_text(input.system).c_str(), input.options.step, bytes.size()));
  if (!certifies) return bytes;
  Instance instance(bytes, definition.path);
  input.options.certificate =
      certify(definition, instance.bytes(), rebake_of(definition, condensed),
              {"", settings.jobs, settings.log});
  return bake(input.system, input.options);
}

}  // namespace mortise::gen
