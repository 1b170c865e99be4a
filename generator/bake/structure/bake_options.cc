#include "generator/bake/structure/bake_options.hpp"

#include <algorithm>
#include <cmath>

#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/nearest.hpp"

namespace mortise::gen {
namespace {

int input_index(const Definition& definition, const std::string& name,
                const std::vector<InputChannel>& inputs) {
  std::vector<std::string> names;
  names.reserve(inputs.size());
  for (const InputChannel& input : inputs) names.push_back(input.name);
  if (names.empty()) {
    throw Error(definition.path, "an excitation needs an input, the model has none",
                "add [[inputs]], or set excitation.kind to \"none\"");
  }
  if (name.empty()) return 0;
  const auto it = std::find(names.begin(), names.end(), name);
  if (it == names.end()) {
    throw Error(definition.path, "an excitation names the unknown input \"" + name + "\"",
                "the nearest input is \"" + nearest(name, names) + "\"");
  }
  return static_cast<int>(it - names.begin());
}

// What a scenario shows of an input: its sources and ramps are added up, without any the default
// holds.
RangeOptions shown_of(const InputChannel& input, int index, const ScenarioOptions& scenario) {
  RangeOptions shown{input.name, 0.0, 0.0};
  bool driven = false;
  const auto add = [&](double low, double high) {
    driven = true;
    shown.minimum += low;
    shown.maximum += high;
  };
  for (const SourceOptions& s : scenario.sources) {
    if (s.input != index) continue;
    const bool silent = s.start > 0.0 || s.end > 0.0;
    const double swing = std::abs(s.amplitude), low = s.offset - swing, high = s.offset + swing;
    add(silent ? std::min(low, 0.0) : low, silent ? std::max(high, 0.0) : high);
  }
  for (const RampOptions& r : scenario.ramps) {
    if (r.input != index) continue;
    const auto [low, high] = std::minmax_element(r.values.begin(), r.values.end());
    add(*low, *high);
  }
  if (!driven) shown.minimum = shown.maximum = input.default_value;
  return shown;
}

void widen_by_change(const LawChange& change, const ReducedSystem& system,
                     std::vector<RangeOptions>* box) {
  const ReducedInterface& interface = system.interfaces.at(change.interface);
  const auto widen_to = [&](const auto& law, const std::string& name) {
    auto changed = law;
    change.make(law, &changed);
    widen_by_law(changed, box, name);
  };
  for (const ContactRange& range : ranges_of(interface))
    for (std::size_t c = range.first; c < range.first + range.count; ++c)
      if (change.is_of(c)) widen_to(interface.contacts().points[c], range.name);
  if (const auto* joint = interface.as<ReducedJoint>()) widen_to(joint->law, interface.name);
}

// What the scenarios show of every input and parameter.
std::vector<RangeOptions> training_box(const ReducedSystem& system,
                                       const std::vector<ScenarioOptions>& scenarios) {
  std::vector<RangeOptions> box;
  widen_by_scenarios(system.inputs, scenarios, &box);
  for (const ReducedInterface& interface : system.interfaces) {
    for (const ContactRange& range : ranges_of(interface))
      for (std::size_t c = range.first; c < range.first + range.count; ++c)
        widen_by_law(interface.contacts().points[c], &box, range.name);
    if (const auto* joint = interface.as<ReducedJoint>())
      widen_by_law(joint->law, &box, interface.name);
  }
  for (const ScenarioOptions& scenario : scenarios)
    for (const LawChange& change : scenario.changes) widen_by_change(change, system, &box);
  return box;
}

// From `start` on, a sine of this frequency [Hz]; 0: constant.
SourceOptions wave(int input, double start, double value, double frequency) {
  SourceOptions source;
  source.input = input;
  source.start = start;
  (frequency == 0.0 ? source.offset : source.amplitude) = value;
  source.frequency = frequency;
  return source;
}

}  // namespace

void widen(std::vector<RangeOptions>* box, const std::string& name, double minimum,
           double maximum) {
  for (RangeOptions& range : *box) {
    if (range.name != name) continue;
    range.minimum = std::min(range.minimum, minimum);
    range.maximum = std::max(range.maximum, maximum);
    return;
  }
  box->push_back({name, minimum, maximum});
}

void widen_by_scenarios(const std::vector<InputChannel>& inputs,
                        const std::vector<ScenarioOptions>& scenarios,
                        std::vector<RangeOptions>* box) {
  for (const ScenarioOptions& scenario : scenarios) {
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      const RangeOptions shown = shown_of(inputs[k], static_cast<int>(k), scenario);
      widen(box, shown.name, shown.minimum, shown.maximum);
    }
  }
}

std::vector<SourceOptions> sources_of(const Definition& definition, const ExcitationSpec& spec,
                                      const std::vector<InputChannel>& inputs,
                                      double default_frequency_hz) {
  const bool silent = spec.kind == ExcitationKind::none;
  if (silent && spec.offset == 0.0) return {};
  SourceOptions source;
  source.input = input_index(definition, spec.input, inputs);
  source.offset = spec.offset;
  if (silent) return {source};
  source.amplitude = spec.amplitude;
  source.frequency = spec.frequency.value_or(default_frequency_hz);
  source.rate = spec.kind == ExcitationKind::sweep ? spec.rate : 0.0;
  source.phase = spec.phase * kRadiansPerDegree;
  if (!spec.frequency && default_frequency_hz <= 0.0) {
    throw Error(definition.path, "the modal data states no force_frequency_hz",
                "give excitation.frequency");
  }
  return {source};
}

std::vector<SourceOptions> sources_of(const Definition& definition, const ScenarioSpec& scenario,
                                      const std::vector<InputChannel>& inputs,
                                      double default_frequency_hz) {
  std::vector<SourceOptions> sources =
      sources_of(definition, scenario.excitation, inputs, default_frequency_hz);
  for (const ExcitationSpec& other : definition.excitations) {
    const std::vector<SourceOptions> more =
        sources_of(definition, other, inputs, default_frequency_hz);
    sources.insert(sources.end(), more.begin(), more.end());
  }
  if (const auto& impulse = scenario.impulse) {
    sources.push_back(wave(input_index(definition, impulse->input, inputs), impulse->start,
                           impulse->amplitude, impulse->rectangle ? 0.0 : impulse->frequency));
    sources.back().end = impulse->start + 0.5 / impulse->frequency;
  }
  if (const auto& load = scenario.load)
    sources.push_back(wave(input_index(definition, load->input, inputs), load->start,
                           load->factor * load->reference, load->frequency));
  return sources;
}

std::vector<CaseOptions> case_options(const ReducedSystem& system,
                                      const std::vector<OperatingCase>& cases) {
  std::vector<Eigen::Index> groups = system.groups;
  if (groups.empty()) groups.push_back(0);
  const auto& residual = system.lone().residual;
  std::vector<CaseOptions> options;
  for (const OperatingCase& c : cases) {
    if (c.damping.size() != groups.size()) {
      throw Error("case \"" + c.name + "\"",
                  "it has dampings for " + std::to_string(c.damping.size()) +
                      " substructure(s), the modes belong to " + std::to_string(groups.size()),
                  "condense the structure again");
    }
    CaseOptions option{c.name, c.law, Vector(system.size()), residual ? c.damping[0].beta : 0.0};
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const Eigen::Index end = g + 1 < groups.size() ? groups[g + 1] : system.size();
      const auto omega = system.omega.segment(groups[g], end - groups[g]).array();
      option.damping.segment(groups[g], end - groups[g]) =
          c.damping[g].alpha + c.damping[g].beta * omega.square();
    }
    options.push_back(std::move(option));
  }
  return options;
}

std::vector<PhaseOptions> phase_options(const std::vector<Phase>& phases) {
  std::vector<PhaseOptions> options;
  double start = 0.0;
  for (const Phase& phase : phases) {
    options.push_back({start, static_cast<int>(phase.operating_case)});
    start += phase.duration;
  }
  return options;
}

BakeOptions bake_options(const Definition& definition, const ReducedSystem& system,
                         const ModalDefaults& defaults) {
  BakeOptions options;
  static_cast<ModelOptions&>(options) = model_options(definition);
  options.step = definition.step.size.value_or(defaults.step);
  options.damp_fast_modes = definition.step.damp_fast_modes;
  if (definition.step.scheme == StepScheme::generalised_alpha)
    options.alpha_radius = definition.step.spectral_radius;
  options.solver = definition.solver;
  if (!options.solver.tolerance && defaults.tolerance > 0.0)
    options.solver.tolerance = defaults.tolerance;
  for (const ScenarioSpec& spec : definition.scenarios) {
    ScenarioOptions scenario;
    scenario.name = spec.name;
    scenario.duration = spec.duration;
    scenario.sources = sources_of(definition, spec, system.inputs, defaults.force_frequency_hz);
    for (const LawChange& change : spec.changes) scenario.changes.push_back(system.placed(change));
    options.scenarios.push_back(std::move(scenario));
  }
  options.training_box = training_box(system, options.scenarios);
  return options;
}

}  // namespace mortise::gen
