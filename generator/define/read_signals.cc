#include <set>

#include "generator/define/read_sections.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

std::string entry_of(const std::string& list, int index) {
  return list + "." + std::to_string(index);
}

// Names of list entries must differ: scripts and files address them by name.
template <class Spec>
void check_names(const KeyReader& reader, const std::string& list, const std::vector<Spec>& specs) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const std::string path = entry_of(list, static_cast<int>(i)) + ".name";
    if (specs[i].name.empty() || specs[i].name.find_first_of(",\"\n\r") != std::string::npos) {
      throw Error(reader.where(path), "the name \"" + specs[i].name + "\" cannot head a column",
                  "use letters, digits and underscores");
    }
    if (!names.insert(specs[i].name).second || specs[i].name == "time") {
      throw Error(reader.where(path), "the name \"" + specs[i].name + "\" is taken",
                  "give every entry of [[" + list + "]] a name of its own, not \"time\"");
    }
  }
}

// One rule for [excitation] and the scenarios that replace its keys.
void check_excitation(const KeyReader& reader, const std::string& table, const ExcitationSpec& spec,
                      bool modal) {
  if (spec.kind != ExcitationKind::none && !spec.frequency && !modal) {
    throw Error(reader.where(table), "'" + table + "' has no frequency",
                "give excitation.frequency, or a frequency in the scenario");
  }
  if (spec.kind == ExcitationKind::sweep && spec.rate == 0.0) {
    throw Error(reader.where(table), "'" + table + "' is a sweep that does not move",
                "give rate in Hz/s, or kind = \"harmonic\"");
  }
}

bool is_modal(const KeyReader& reader) { return reader.get<std::string>("import.kind") == "modal"; }

}  // namespace

ExcitationSpec read_excitation(const KeyReader& reader) {
  ExcitationSpec spec;
  spec.kind = read_choice<ExcitationKind>(reader, "excitation.kind");
  spec.input = reader.get<std::string>("excitation.input");
  spec.amplitude = reader.get<double>("excitation.amplitude");
  spec.frequency = reader.find<double>("excitation.frequency");
  spec.rate = reader.get<double>("excitation.rate");
  spec.phase = reader.get<double>("excitation.phase");
  spec.offset = reader.get<double>("excitation.offset");
  check_excitation(reader, "excitation", spec, is_modal(reader));
  return spec;
}

InitialSpec read_initial(const KeyReader& reader, const std::string& table) {
  InitialSpec spec;
  const std::string shape = reader.find<std::string>(table + ".shape").value_or("uniform");
  spec.shape = shape == "static" ? InitialShape::statics : InitialShape::uniform;
  spec.place = read_place(reader, table, spec.shape == InitialShape::statics);
  if (spec.shape == InitialShape::uniform && !spec.place.empty()) {
    throw Error(reader.where(table), "'" + table + "' has a place, but shape = uniform moves all",
                "set shape = \"static\", or remove the place");
  }
  spec.displacement = reader.find<Vector3>(table + ".displacement").value_or(Vector3::Zero());
  spec.velocity = reader.find<Vector3>(table + ".velocity").value_or(Vector3::Zero());
  return spec;
}

std::vector<InputSpec> read_inputs(const KeyReader& reader, ImportKind import) {
  std::vector<InputSpec> inputs;
  for (int i = 0; i < reader.count("inputs"); ++i) {
    const std::string entry = entry_of("inputs", i);
    InputSpec input;
    input.name = reader.get<std::string>(entry + ".name");
    if (import != ImportKind::modal) {
      input.place = read_place(reader, entry, true);
      input.direction = read_direction(reader, entry + ".direction");
    }
    input.hold = read_choice<Hold>(reader, entry + ".hold");
    input.minimum = reader.get<double>(entry + ".minimum");
    input.maximum = reader.get<double>(entry + ".maximum");
    input.default_value = reader.get<double>(entry + ".default");
    if (!(input.minimum <= input.default_value && input.default_value <= input.maximum)) {
      throw Error(reader.where(entry), "input \"" + input.name + "\" has an empty range",
                  "keep minimum <= default <= maximum");
    }
    inputs.push_back(input);
  }
  check_names(reader, "inputs", inputs);
  return inputs;
}

std::vector<OutputSpec> read_outputs(const KeyReader& reader) {
  constexpr OutputQuantity kQuantities[] = {OutputQuantity::displacement, OutputQuantity::velocity,
                                            OutputQuantity::contact_force, OutputQuantity::gap,
                                            OutputQuantity::modal_coordinate};
  std::vector<OutputSpec> outputs;
  for (int i = 0; i < reader.count("outputs"); ++i) {
    const std::string entry = entry_of("outputs", i);
    OutputSpec output;
    output.name = reader.get<std::string>(entry + ".name");
    output.quantity = kQuantities[reader.choice(entry + ".quantity")];
    if (output.quantity == OutputQuantity::displacement ||
        output.quantity == OutputQuantity::velocity) {
      if (is_modal(reader)) {
        throw Error(reader.where(entry),
                    "modal data has no nodes for output \"" + output.name + "\"",
                    "use quantity = \"modal\", \"gap\" or \"contact_force\"");
      }
      output.place = read_place(reader, entry, true);
      output.direction = read_direction(reader, entry + ".direction");
    }
    output.contact = reader.get<int>(entry + ".contact");
    output.component = reader.choice(entry + ".component");
    output.mode = reader.get<int>(entry + ".mode");
    outputs.push_back(output);
  }
  check_names(reader, "outputs", outputs);
  return outputs;
}

std::vector<ScenarioSpec> read_scenarios(const KeyReader& reader, const Definition& base) {
  std::vector<ScenarioSpec> scenarios;
  for (int i = 0; i < reader.count("scenarios"); ++i) {
    const std::string entry = entry_of("scenarios", i);
    ScenarioSpec scenario;
    scenario.name = reader.get<std::string>(entry + ".name");
    scenario.duration = reader.get<double>(entry + ".duration");
    scenario.held_out = reader.get<bool>(entry + ".held_out");
    ExcitationSpec& e = scenario.excitation = base.excitation;
    if (reader.has(entry + ".kind")) e.kind = read_choice<ExcitationKind>(reader, entry + ".kind");
    e.input = reader.find<std::string>(entry + ".input").value_or(e.input);
    e.amplitude = reader.find<double>(entry + ".amplitude").value_or(e.amplitude);
    if (reader.has(entry + ".frequency")) e.frequency = reader.get<double>(entry + ".frequency");
    e.rate = reader.find<double>(entry + ".rate").value_or(e.rate);
    e.phase = reader.find<double>(entry + ".phase").value_or(e.phase);
    e.offset = reader.find<double>(entry + ".offset").value_or(e.offset);
    check_excitation(reader, entry, e, is_modal(reader));
    const std::string initial = entry + ".initial";
    scenario.initial = reader.has_table(initial) ? read_initial(reader, initial) : base.initial;
    scenarios.push_back(scenario);
  }
  check_names(reader, "scenarios", scenarios);
  return scenarios;
}

}  // namespace mortise::gen
