#include "generator/tool/pipeline/bake_stage.hpp"

#include <algorithm>
#include <utility>

#include "generator/bake/film/bake_film.hpp"
#include "generator/bake/structure/bake_options.hpp"
#include "generator/bake/structure/discretise.hpp"
#include "generator/contact/system/contact_lag.hpp"
#include "generator/contact/system/position_fit.hpp"
#include "generator/ground/dense/symmetric_eigen.hpp"
#include "generator/simulate/assemble/attach.hpp"
#include "generator/simulate/run/signals.hpp"
#include "generator/simulate/sliding/equilibrium.hpp"
#include "generator/simulate/structure/pressed_start.hpp"
#include "generator/tool/pipeline/bolted_stages.hpp"
#include "generator/tool/pipeline/stages.hpp"

namespace mortise::gen {
namespace {

// Under the default values of the inputs, as the full model: what drives them comes afterwards.
PressedStart pressed(const ReducedSystem& system, const NormalLaw& law) {
  return pressed_start(system, law, input_values(system.inputs, {}, 0.0));
}

// Further modes (k) with this circular frequency, which nothing moves yet.
void add_modes(Eigen::Index k, double omega, ReducedSystem* system) {
  const Eigen::Index n = system->size() + k;
  for (Vector* values : {&system->omega, &system->constant_force}) {
    values->conservativeResize(n);
    values->tail(k).setConstant(values == &system->omega ? omega : 0.0);
  }
  system->input_forces.conservativeResize(n, Eigen::NoChange);
  system->input_forces.bottomRows(k).setZero();
  for (ReducedInterface& i : system->interfaces)
    for (Matrix* rows : rows_of(&i.law)) {
      rows->conservativeResize(Eigen::NoChange, n);
      rows->rightCols(k).setZero();
    }
}

// Contacts at position level: their compliance as further modes as fast as the others, C = L L^T.
ReducedSystem with_compliance(ReducedSystem system, const Vector& inputs) {
  const double fast = std::max(system.omega.maxCoeff(), 1.0);
  for (ReducedInterface& interface : system.interfaces) {
    if (!interface.residual || !interface.as<ReducedContacts>()) continue;
    auto& contacts = interface.make<ReducedContacts>();
    const Eigen::Index nr = contacts.rows.rows();
    const Matrix& c = interface.residual->row_compliance;
    const SymmetricEigen eigen(0.5 * (c.leftCols(nr) + c.leftCols(nr).transpose()));
    const Vector offset = interface.residual->row_offset + c.rightCols(inputs.size()) * inputs;
    for (Eigen::Index k = 0; k < nr; k += 3)
      contacts.points[static_cast<std::size_t>(k / 3)].clearance += offset[k];
    add_modes(nr, fast, &system);
    contacts.rows.rightCols(nr) =
        fast * eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0.0).cwiseSqrt().asDiagonal();
  }
  return system;
}

// The start of an assembly; pressures of its joints, one behind another. changes: of the scenario.
PressedStart pressed(const ReducedSystem& own, const Definition& definition,
                     const std::vector<LawChange>& changes) {
  const Vector inputs = input_values(own.inputs, {}, 0.0);
  const ReducedSystem system = with_compliance(own, inputs);
  const Vector load = system.constant_force + system.input_forces * inputs;
  SparseMatrix mass(system.size(), system.size());
  mass.setIdentity();
  const Vector squares = system.omega.cwiseAbs2();
  const Openings openings = openings_of(system, changes, [&](std::size_t i) {
    const InterfaceSpec& interface = definition.interfaces.at(i);
    return resting_film(*interface.film.film->film, interface.film.width,
                        *interface.contact.clearance, interface.name);
  });
  const PressedState start =
      pressed_equilibrium(SparseMatrix(squares.asDiagonal() * mass), mass, openings, load);
  std::vector<double> pressure;
  for (std::size_t i = 0; i < openings.laws.size(); ++i)
    if (openings.laws[i].spring) pressure.push_back(start.force[static_cast<Eigen::Index>(i)]);
  return {start.displacement.head(own.size()),
          Eigen::Map<const Vector>(pressure.data(), static_cast<Eigen::Index>(pressure.size()))};
}

void start_pressed(const PressedStart& start, ScenarioOptions* scenario) {
  scenario->initial_q = start.q;
  scenario->initial_v = Vector::Zero(start.q.size());
  scenario->initial_pressure = start.pressure;
}

// The start of the file, which holds where no scenario is played.
void start_pressed(const PressedStart& start, BakeInput* input) {
  input->system.initial_q = start.q;
  input->system.initial_v = Vector::Zero(start.q.size());
  input->options.initial_pressure = start.pressure;
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
      start_pressed(pressed(model.system, model.cases.at(first).law.normal), &scenario);
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
  const SlidingGeometryModel geometry(sliding_of(system), system.size());
  system.initial_q = sliding_start(system, geometry);
  system.initial_v = Vector::Zero(system.size());
  for (ScenarioOptions& scenario : input->options.scenarios) {
    scenario.initial_q = system.initial_q;
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
    auto* place = interface.as<FilmPlace>();
    if (!place) continue;
    const ReducedFilm& film = films.at(next);
    place->film = static_cast<int>(next++);
    place->clearance = *definition.interfaces.at(i).contact.clearance;
    const FilmContactSpec& own = *definition.interfaces[i].film.film->film;
    options->films.push_back({film, own.reduce->scalar, own.load.rest_distance, {}});
    if (film.transported()) {
      const ReducedFilm::Input& load = *film.find("load");
      options->films.back().steady = steady_bearings(own, load.trained_minimum / own.load.reference,
                                                     load.trained_maximum / own.load.reference);
    }
    place_film(&options->films.back(), place);
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
    auto* place = interface.as<BoltedPlace>();
    if (!place) continue;
    const Definition& structure = *definition.interfaces.at(i).bolted.structure;
    const ReducedPart& part = parts.at(options->bolted.size());
    place->bolted = static_cast<int>(options->bolted.size());
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

// How position level suits the contacts of an interface. what: names it, if there are others.
void add_level(const Definition& definition, const ReducedInterface& interface,
               const std::string& what, const BakeInput& input,
               std::vector<std::string>* findings) {
  const double h = input.options.step;
  const PositionFit fit = position_fit(interface, input.system.omega);
  if (definition.why_level.empty())
    findings->push_back(what + "contacts at position level: " + finding_of(fit, h));
  if (fit.bonded * h > (what.empty() ? kMostTurn : kMostTurnInGroup))
    findings->push_back(what +
                        "That is a coarse step for them: rigid motion turns into vibration; take "
                        "fewer modes or a smaller step.");
  for (std::string& restitution :
       findings_of(contact_lag(interface, input.system.omega, h, definition.path), interface, h))
    findings->push_back(what + restitution);
}

// Why contacts are at their level, and how position level suits them.
void add_levels(const Definition& definition, BakeInput* input) {
  std::vector<std::string>& findings = input->options.provenance.reduction;
  if (!definition.why_level.empty()) findings.push_back(definition.why_level);
  for (const ReducedInterface& i : input->system.interfaces)
    if (i.residual && i.contacts().law.level == ContactLevel::position)
      add_level(definition, i, input->system.alone ? "" : i.name + ": ", *input, &findings);
}

// What a condensed model becomes with the step of a definition.
BakeInput bake_input(const Definition& definition, const CondensedModel& condensed,
                     const BuildSettings& settings) {
  CondensedModel model = condensed;
  std::size_t number = 0;  // in the definition
  for (ReducedInterface& interface : model.system.interfaces) {
    auto* contacts = interface.as<ReducedContacts>();
    if (contacts) contacts->law = law_of(definition, number);
    for (const ContactRange& range : ranges_of(interface)) {
      if (contacts)
        apply_law_values(contact_of(definition, number), model.clearance_offsets.at(number), range,
                         &contacts->points);
      ++number;
    }
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
    const bool contacts = model.system.assembly() || !model.system.lone().contacts().points.empty();
    if (contacts && spec.initial.shape == InitialShape::pressed)
      start_pressed(pressed(model.system, definition, spec.changes), &input.options.scenarios[i]);
  }
  if (model.system.lone().as<ReducedJoint>()) add_cases(definition, model, settings, &input);
  input.system = std::move(model.system);
  const ReducedInterface& lone = input.system.lone();
  const auto* sliding = lone.as<ReducedSliding>();
  if (definition.initial.shape == InitialShape::pressed && !sliding)
    start_pressed(lone.as<ReducedJoint>() ? pressed(input.system, model.cases.front().law.normal)
                                          : pressed(input.system, definition, {}),
                  &input);
  if (sliding) {
    widen_by_law(sliding->law, &input.options.training_box);
    start_sliding(&input);
  }
  add_levels(definition, &input);
  return input;
}

}  // namespace

BakeInput bake_input(const Definition& definition, const CondensedModel* condensed,
                     const BuildSettings& settings) {
  return condensed ? bake_input(definition, *condensed, settings) : prepare_modal(definition);
}

}  // namespace mortise::gen
