#include "generator/tool/pipeline/stages.hpp"

#include <fmt/format.h>

#include <memory>
#include <mutex>
#include <optional>

#include "generator/bake/film/bake_film.hpp"
#include "generator/bake/structure/bake_options.hpp"
#include "generator/bake/structure/discretise.hpp"
#include "generator/bodies/check/check_model.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/ground/files/long_work.hpp"
#include "generator/ground/files/matrix_json.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/assemble/attach.hpp"
#include "generator/simulate/bolted/bonded_body.hpp"
#include "generator/simulate/sliding/equilibrium.hpp"
#include "generator/simulate/structure/pressed_start.hpp"
#include "generator/simulate/structure/signals.hpp"
#include "generator/tool/pipeline/bolted_stages.hpp"
#include "generator/tool/pipeline/condensed_model.hpp"
#include "generator/tool/pipeline/reduced_bolted_json.hpp"

namespace mortise::gen {
namespace {

// Findings below a notice are said as warnings: whether they stop anything is the user's choice.
void describe_import(const Definition& definition, const FullModel& model,
                     const BuildSettings& settings, std::vector<std::string>* warnings) {
  const CheckReport report = check_model(model, check_request(definition.import));
  say(settings, fmt::format("import    {} dofs, {} nodes, free mass {:.6g} kg", report.facts.dofs,
                            report.facts.nodes, report.facts.total_mass.maxCoeff()));
  for (const CheckFinding& finding : report.findings)
    if (finding.severity != Severity::notice) warnings->push_back(finding_text(finding));
}

// A line for each body of an assembly.
std::vector<std::string> body_lines(const CondensationReport& report) {
  std::vector<std::string> lines;
  for (const PartReport& part : report.parts) {
    std::string modes = fmt::format("{} modes", part.modes);
    if (part.modes > 0)
      modes += fmt::format(" ({:.6g} to {:.6g} Hz)", part.lowest_hz, part.highest_hz);
    lines.push_back(
        fmt::format("body {}: interface {}, {}", part.name, part.interface_dofs, modes));
  }
  return lines;
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
  if (report.static_motions > 0) {
    lines.push_back(fmt::format("{} interface motions without mass", report.static_motions));
  }
  lines.insert(lines.end(), report.choices.begin(), report.choices.end());
  lines.insert(lines.end(), report.warnings.begin(), report.warnings.end());
  return lines;
}

}  // namespace

// The full system, made once and when it is first needed. Where several builds share it, it keeps
// no factor for their condensations: one that the first of them wants would change the last bits of
// the others.
class AssembledOnce {
 public:
  explicit AssembledOnce(bool is_shared) : is_shared_(is_shared) {}

  // warnings: of the import, if it is made now; may be null.
  const AssembledSystem& get(const Definition& definition, std::vector<std::string>* warnings) {
    const std::lock_guard<std::mutex> turn(turn_);
    if (!assembled_) {
      const LongWork work("import and what is attached");
      assembled_ = assemble(definition, warnings);
      if (is_shared_) assembled_->system.factor.reset();
    }
    return *assembled_;
  }

  // Nothing is condensed any more.
  void drop_factor() {
    if (!is_shared_) assembled_->system.factor.reset();
  }

 private:
  bool is_shared_;
  std::mutex turn_;
  std::optional<AssembledSystem> assembled_;
};

std::shared_ptr<AssembledOnce> assembled_once() { return std::make_shared<AssembledOnce>(true); }

namespace {

// The full model of a definition and the shapes of its condensed modes.
class FullStructure {
 public:
  // assembled: of this structure, shared with others; null: its own. cache: folder that keeps the
  // shapes beside the condensed model; empty: none.
  explicit FullStructure(const Definition& definition, std::string cache,
                         std::shared_ptr<AssembledOnce> assembled = nullptr)
      : definition_(definition),
        cache_(std::move(cache)),
        assembled_(assembled ? std::move(assembled) : std::make_shared<AssembledOnce>(false)) {}

  // warnings: of the import, if it is made now; may be null.
  const AssembledSystem& assembled(std::vector<std::string>* warnings = nullptr) {
    return assembled_->get(definition_, warnings);
  }
  void keep_shapes(Matrix shapes) {
    shapes_ = std::move(shapes);
    assembled_->drop_factor();
    if (!cache_.empty()) StageCache(cache_).store(kShapes, key(), shapes_);
  }
  // Of the condensed modes; condenses where the cache has the model alone.
  const Matrix& shapes() {
    const AssembledSystem& full = assembled();
    const std::lock_guard<std::mutex> turn(turn_);
    if (shapes_.size() == 0) shapes_ = kept_shapes(full.system.model.size());
    if (shapes_.size() == 0) keep_shapes(condense_as_defined(definition_, full).shapes);
    return shapes_;
  }

 private:
  static constexpr const char* kShapes = "shapes";
  std::string key() const { return stage_hash(definition_, Stage::condense); }
  Matrix kept_shapes(Eigen::Index size) const {
    if (cache_.empty()) return {};
    const auto kept = StageCache(cache_).load(kShapes, key());
    const auto shapes = kept ? read_json<Matrix>(*kept) : std::nullopt;
    return shapes && shapes->rows() == size ? *shapes : Matrix();
  }

  const Definition& definition_;
  std::string cache_;
  std::shared_ptr<AssembledOnce> assembled_;
  std::mutex turn_;  // of the shapes
  Matrix shapes_;
};

// warnings: of the import, kept with the model and said with it.
CondensedModel condense_now(const Definition& definition, const BuildSettings& settings,
                            FullStructure* full, std::vector<std::string>* warnings) {
  const AssembledSystem& assembled = full->assembled(warnings);
  describe_import(definition, assembled.system.model, settings, warnings);
  Condensation condensation = condense_as_defined(definition, assembled);
  CondensedModel model;
  model.findings = findings_of(condensation.report, condensation.system.size());
  if (!definition.bodies.empty()) {
    const std::vector<std::string> bodies = body_lines(condensation.report);
    model.findings.insert(model.findings.begin() + 1, bodies.begin(), bodies.end());
  }
  model.findings.insert(model.findings.end(), assembled.placing.begin(), assembled.placing.end());
  model.system = std::move(condensation.system);
  model.clearance_offsets = assembled.clearance_offsets;
  model.interface_offsets = assembled.interface_offsets;
  model.cases = assembled.cases;
  model.scenario_phases = assembled.scenario_phases;
  // best M-orthogonal fit of every initial state
  const Matrix projector = (assembled.system.model.mass * condensation.shapes).transpose();
  for (const InitialState& state : assembled.scenario_states) {
    model.scenario_q.push_back(projector * state.displacement);
    model.scenario_v.push_back(projector * state.velocity);
  }
  full->keep_shapes(std::move(condensation.shapes));
  return model;
}

CondensedModel condensed_model(const Definition& definition, const BuildSettings& settings,
                               FullStructure* full) {
  return run_stage<CondensedModel>(definition, settings, Stage::condense, "condense",
                                   read_json<CondensedModel>,
                                   [&](std::vector<std::string>* warnings) {
                                     return condense_now(definition, settings, full, warnings);
                                   });
}

// Under the default values of the inputs, as the full model: what drives them comes afterwards.
void press(const ReducedSystem& system, const NormalLaw& law, ScenarioOptions* scenario) {
  const PressedStart start = pressed_start(system, law, input_values(system.inputs, {}, 0.0));
  scenario->initial_q = start.q;
  scenario->initial_v = Vector::Zero(system.size());
  scenario->initial_pressure = start.pressure;
}

// The same of an assembly; pressures of its joints, one behind another.
void press(const ReducedSystem& system, const Definition& definition, const ScenarioSpec& spec,
           ScenarioOptions* scenario) {
  const Vector load =
      system.constant_force + system.input_forces * input_values(system.inputs, {}, 0.0);
  SparseMatrix mass(system.size(), system.size());
  mass.setIdentity();
  const Vector squares = system.omega.cwiseAbs2();
  const Openings openings = openings_of(system, spec.changes, [&](std::size_t i) {
    const InterfaceSpec& interface = definition.interfaces.at(i);
    return resting_film(*interface.film.film->film, interface.film.width,
                        *interface.contact.clearance, interface.name);
  });
  const PressedState start =
      pressed_equilibrium(SparseMatrix(squares.asDiagonal() * mass), mass, openings, load);
  scenario->initial_q = start.displacement;
  scenario->initial_v = Vector::Zero(system.size());
  std::vector<double> pressure;
  for (std::size_t i = 0; i < openings.laws.size(); ++i)
    if (openings.laws[i].spring) pressure.push_back(start.force[static_cast<Eigen::Index>(i)]);
  scenario->initial_pressure =
      Eigen::Map<const Vector>(pressure.data(), static_cast<Eigen::Index>(pressure.size()));
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

// The films of the interfaces, in their order, with what they have seen in training.
void add_films(const Definition& definition, const std::vector<ReducedFilm>& films,
               ReducedSystem* system, BakeOptions* options) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < system->interfaces.size(); ++i) {
    ReducedInterface& interface = system->interfaces[i];
    if (!interface.film) continue;
    const ReducedFilm& film = films.at(next);
    interface.film->film = static_cast<int>(next++);
    interface.film->clearance = *definition.interfaces.at(i).contact.clearance;
    const FilmContactSpec& own = *definition.interfaces[i].film.film->film;
    options->films.push_back({film, own.reduce->scalar, own.load.rest_distance, {}});
    if (film.transported()) {
      const ReducedFilm::Input& load = *film.find("load");
      options->films.back().steady = steady_bearings(own, load.trained_minimum / own.load.reference,
                                                     load.trained_maximum / own.load.reference);
    }
    place_film(&options->films.back(), &*interface.film);
    for (const ReducedFilm::Input& in : film.inputs)
      for (RangeOptions& range : options->training_box)
        if (range.name == interface.name + "." + in.name)
          range = {range.name, in.trained_minimum, in.trained_maximum};
    for (const std::string& finding : film.findings)
      options->provenance.reduction.push_back(interface.name + ": " + finding);
  }
}

// The bolted contacts of the interfaces, in their order.
void add_bolted(const Definition& definition, const std::vector<ReducedPart>& parts,
                ReducedSystem* system, BakeOptions* options) {
  for (std::size_t i = 0; i < system->interfaces.size(); ++i) {
    ReducedInterface& interface = system->interfaces[i];
    if (!interface.bolted) continue;
    const Definition& structure = *definition.interfaces.at(i).bolted.structure;
    const ReducedPart& part = parts.at(options->bolted.size());
    interface.bolted->bolted = static_cast<int>(options->bolted.size());
    AssemblyBolted& own = options->bolted.emplace_back();
    own.reduced = part.reduced;
    own.solver = solver_of(structure);
    own.trust_limit = structure.contact.bolted.reduce.trust_limit.value_or(1.0);
    const double friction = structure.contact.friction.value_or(0.0);
    widen(&options->training_box, interface.name + ".friction", friction, friction);
    for (const std::string& finding : part.findings)
      options->provenance.reduction.push_back(interface.name + ": " + finding);
  }
}

// What a condensed model becomes with the step of a definition.
BakeInput bake_input(const Definition& definition, const CondensedModel& condensed,
                     const BuildSettings& settings) {
  CondensedModel model = condensed;
  apply_law_values(definition.contact, model.clearance_offsets, &model.system.contacts);
  for (std::size_t i = 0; i < model.system.interfaces.size(); ++i) {
    ReducedInterface& interface = model.system.interfaces[i];
    const InterfaceSpec& spec = definition.interfaces.at(i);
    apply_law_values(spec.contact, model.interface_offsets.at(i), &interface.contacts);
    interface.law = spec.law;
  }
  BakeInput input;
  input.options = bake_options(definition, model.system, {});
  input.options.provenance.reduction = model.findings;
  add_films(definition, model.films, &model.system, &input.options);
  add_bolted(definition, model.bolted, &model.system, &input.options);
  for (std::size_t i = 0; i < input.options.scenarios.size(); ++i) {
    input.options.scenarios[i].initial_q = model.scenario_q[i];
    input.options.scenarios[i].initial_v = model.scenario_v[i];
    const ScenarioSpec& spec = definition.scenarios[i];
    if (!model.system.interfaces.empty() && spec.initial.shape == InitialShape::pressed)
      press(model.system, definition, spec, &input.options.scenarios[i]);
  }
  if (model.system.joint) add_cases(definition, model, settings, &input);
  input.system = std::move(model.system);
  if (input.system.sliding) {
    widen_by_law(input.system.sliding->law, &input.options.training_box);
    start_sliding(&input);
  }
  return input;
}

// Bolted contacts of interface `i`, trained now or kept by an earlier build.
ReducedPart reduced_part(const Definition& definition, std::size_t i, const BuildSettings& settings,
                         FullStructure* full) {
  const InterfaceSpec& interface = definition.interfaces[i];
  return run_stage<ReducedPart>(
      definition, settings, Stage::reduce, fmt::format("bolted {}", i), read_json<ReducedPart>,
      [&](std::vector<std::string>* warnings) {
        const FullSystem& system = full->assembled(warnings).system;
        ProgressBar bar("train " + interface.name);
        const BoltedReduction reduction = reduce_bolted(
            system.interfaces.at(i).bolted->system,
            reduction_options(interface.bolted.structure->contact.bolted.reduce, settings.jobs),
            bar.shares());
        return ReducedPart{reduction.reduced, {finding_of(reduction)}};
      });
}

// Null for modal data, which are condensed as they are.
std::shared_ptr<const CondensedModel> shared_model(const Definition& definition,
                                                   const BuildSettings& settings,
                                                   FullStructure* full) {
  if (definition.import.modal()) return nullptr;
  auto model = std::make_shared<CondensedModel>(condensed_model(definition, settings, full));
  for (std::size_t i = 0; i < definition.interfaces.size(); ++i) {
    const InterfaceSpec& interface = definition.interfaces[i];
    if (interface.film.film) model->films.push_back(reduced_film(*interface.film.film, settings));
    if (interface.bolted.structure)
      model->bolted.push_back(reduced_part(definition, i, settings, full));
  }
  return model;
}

BakeInput bake_input(const Definition& definition, const CondensedModel* condensed,
                     const BuildSettings& settings) {
  return condensed ? bake_input(definition, *condensed, settings) : prepare_modal(definition);
}

Rebake rebake_of(const Definition& definition, std::shared_ptr<const CondensedModel> condensed) {
  return [definition, condensed = std::move(condensed)](double step) {
    Definition at_step = definition;
    at_step.step.size = step;
    BakeInput input = bake_input(at_step, condensed.get(), {});
    input.options.golden_steps = 0;
    return bake(input.system, input.options);
  };
}

}  // namespace

BakeInput prepare_bake(const Definition& definition, const BuildSettings& settings) {
  for (const std::string& line : messages_of(definition)) say(settings, line);
  FullStructure full(definition, settings.cache, settings.assembled);
  return bake_input(definition, shared_model(definition, settings, &full).get(), settings);
}

Rebake rebake_of(const Definition& definition, const BuildSettings& settings) {
  FullStructure full(definition, settings.cache, settings.assembled);
  return rebake_of(definition, shared_model(definition, settings, &full));
}

namespace {

std::string interface_text(const ReducedSystem& system) {
  if (system.joint) return std::to_string(system.joint->points.size()) + " law points";
  if (system.sliding) return "1 sliding contact";
  if (!system.interfaces.empty()) return std::to_string(system.interfaces.size()) + " interfaces";
  return std::to_string(system.contacts.size()) + " contacts";
}

CertificateOptions certify_with(const Definition& definition, const AlignedBytes& bytes,
                                const std::shared_ptr<const CondensedModel>& condensed,
                                FullStructure* full, const CertifySettings& settings) {
  const Rebake rebake = rebake_of(definition, condensed);
  if (!condensed) return certify_modal(definition, bytes, rebake, settings);
  return certify(
      definition, full->assembled(), bytes, rebake,
      [full]() -> const Matrix& { return full->shapes(); }, settings);
}

PreparedModel prepare_structure(const Definition& definition, const BuildSettings& settings) {
  const auto full = std::make_shared<FullStructure>(definition, settings.cache, settings.assembled);
  const auto condensed = shared_model(definition, settings, full.get());
  const auto input = std::make_shared<BakeInput>(bake_input(definition, condensed.get(), settings));
  PreparedModel model;
  model.summary = fmt::format("{} modes, {}, h = {:g} s", input->system.size(),
                              interface_text(input->system), input->options.step);
  model.bake = [input](const std::optional<CertificateOptions>& certificate) {
    input->options.certificate = certificate;
    return bake(input->system, input->options);
  };
  model.certify = [&definition, condensed, full](const AlignedBytes& bytes,
                                                 const CertifySettings& how) {
    return certify_with(definition, bytes, condensed, full.get(), how);
  };
  return model;
}

CertificateOptions certify_structure(const Definition& definition, const AlignedBytes& model,
                                     const CertifySettings& settings) {
  const ProgressBar reading("import", 1);  // until the bars of the scenarios take its line
  BuildSettings build;
  build.cache = settings.cache;
  FullStructure full(definition, settings.cache);
  return certify_with(definition, model, shared_model(definition, build, &full), &full, settings);
}

}  // namespace

const Family kStructures = {[](const Definition&) {}, prepare_structure, certify_structure};

}  // namespace mortise::gen
