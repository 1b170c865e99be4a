#include <algorithm>
#include <set>

#include "generator/define/read_sections.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

using Q = OutputQuantity;

// In the order of the choices of outputs.*.quantity.
constexpr Q kQuantities[] = {Q::displacement,        Q::velocity,
                             Q::contact_force,       Q::gap,
                             Q::modal_coordinate,    Q::acceleration,
                             Q::energy_total,        Q::energy_kinetic,
                             Q::energy_strain,       Q::dissipated_material,
                             Q::dissipated_friction, Q::dissipated_impact,
                             Q::work_external,       Q::normal_traction,
                             Q::friction_traction,   Q::slipping_share,
                             Q::sliding_velocity,    Q::contact_position};

constexpr struct {
  const char* name;
  Q quantity;
} kEnergies[] = {{"energy_total", Q::energy_total},
                 {"energy_kinetic", Q::energy_kinetic},
                 {"energy_strain", Q::energy_strain},
                 {"dissipated_material", Q::dissipated_material},
                 {"dissipated_friction", Q::dissipated_friction},
                 {"dissipated_impact", Q::dissipated_impact},
                 {"work_external", Q::work_external}};

bool of_a_place(Q quantity) {
  return quantity == Q::displacement || quantity == Q::velocity || quantity == Q::acceleration;
}

// Kind of contact that alone knows the quantity; empty: any.
std::string contact_of(Q quantity) {
  switch (quantity) {
    case Q::displacement:
    case Q::velocity:
    case Q::acceleration:
    case Q::modal_coordinate:
    case Q::contact_force:
    case Q::gap:
      return "";
    case Q::sliding_velocity:
    case Q::contact_position:
      return "sliding";
    default:
      return "joint";
  }
}

void check_contact(const KeyReader& reader, const std::string& entry, Q quantity) {
  const std::string needed = contact_of(quantity);
  const std::string chosen = reader.get<std::string>("contact.kind");
  const std::string name = reader.get<std::string>(entry + ".quantity");
  if (!needed.empty() && needed != chosen) {
    throw Error(reader.where(entry + ".quantity"),
                "'" + entry + ".quantity' is \"" + name + "\", but contact.kind is " + chosen,
                "it belongs to contact.kind = \"" + needed + "\"");
  }
  if (chosen == "joint" && (quantity == Q::contact_force || quantity == Q::gap)) {
    throw Error(reader.where(entry + ".quantity"), "a joint has no output \"" + name + "\"",
                "use normal_traction or friction_traction at a law point");
  }
}

OutputSpec read_output(const KeyReader& reader, const std::string& entry) {
  OutputSpec output;
  output.name = reader.get<std::string>(entry + ".name");
  output.quantity = kQuantities[reader.choice(entry + ".quantity")];
  check_contact(reader, entry, output.quantity);
  if (of_a_place(output.quantity)) {
    if (reader.get<std::string>("import.kind") == "modal") {
      throw Error(reader.where(entry), "modal data has no nodes for output \"" + output.name + "\"",
                  "use quantity = \"modal\", \"gap\" or \"contact_force\"");
    }
    output.place = read_place(reader, entry, true);
    output.direction = read_direction(reader, entry + ".direction");
  }
  output.contact = reader.get<int>(entry + ".contact");
  output.component = reader.choice(entry + ".component");
  output.mode = reader.get<int>(entry + ".mode");
  output.point = reader.get<int>(entry + ".point");
  return output;
}

// distribution = "line" of an input or a force.
bool read_line(const KeyReader& reader, const std::string& entry, const Place& place) {
  const bool line = reader.get<std::string>(entry + ".distribution") == "line";
  if (line && (place.set.empty() || place.near)) {
    throw Error(reader.where(entry), "'" + entry + "' is spread along a line, but names no edge",
                "give set = \"<edge set>\" alone, or distribution = \"equal\"");
  }
  return line;
}

InputSpec read_input(const KeyReader& reader, const std::string& entry, ImportKind import) {
  InputSpec input;
  input.name = reader.get<std::string>(entry + ".name");
  if (import != ImportKind::modal) {
    input.place = read_place(reader, entry, true);
    input.direction = read_direction(reader, entry + ".direction");
  }
  input.line = read_line(reader, entry, input.place);
  input.hold = read_choice<Hold>(reader, entry + ".hold");
  input.minimum = reader.get<double>(entry + ".minimum");
  input.maximum = reader.get<double>(entry + ".maximum");
  input.default_value = reader.get<double>(entry + ".default");
  if (!(input.minimum <= input.default_value && input.default_value <= input.maximum)) {
    throw Error(reader.where(entry), "input \"" + input.name + "\" has an empty range",
                "keep minimum <= default <= maximum");
  }
  return input;
}

template <class Spec>
std::vector<std::string> names_of(const std::vector<Spec>& specs) {
  std::vector<std::string> names;
  names.reserve(specs.size());
  for (const Spec& spec : specs) names.push_back(spec.name);
  return names;
}

void append_energies(const KeyReader& reader, std::vector<OutputSpec>* outputs) {
  const std::vector<std::string> names = names_of(*outputs);
  for (const auto& energy : kEnergies) {
    if (std::count(names.begin(), names.end(), energy.name) != 0) {
      throw Error(reader.where("output.energies"),
                  std::string("output.energies adds an output \"") + energy.name +
                      "\" that stands in [[outputs]] as well",
                  "remove or rename the entry of [[outputs]]");
    }
    OutputSpec output;
    output.name = energy.name;
    output.quantity = energy.quantity;
    outputs->push_back(output);
  }
}

}  // namespace

void check_entry_names(const KeyReader& reader, const std::string& list,
                       const std::vector<std::string>& names) {
  std::set<std::string> taken;
  read_entries(static_cast<int>(names.size()), [&](int i) {
    const std::string& name = names[static_cast<std::size_t>(i)];
    const std::string path = list + "." + std::to_string(i) + ".name";
    if (name.empty() || name.find_first_of(",\"\n\r") != std::string::npos) {
      throw Error(reader.where(path), "the name \"" + name + "\" cannot head a column",
                  "use letters, digits and underscores");
    }
    if (!taken.insert(name).second || name == "time") {
      throw Error(reader.where(path), "the name \"" + name + "\" is taken",
                  "give every entry of [[" + list + "]] a name of its own, not \"time\"");
    }
  });
}

std::vector<InputSpec> read_inputs(const KeyReader& reader, ImportKind import) {
  std::vector<InputSpec> inputs;
  read_entries(reader.count("inputs"), [&](int i) {
    inputs.push_back(read_input(reader, "inputs." + std::to_string(i), import));
  });
  check_entry_names(reader, "inputs", names_of(inputs));
  return inputs;
}

std::vector<ForceSpec> read_forces(const KeyReader& reader) {
  std::vector<ForceSpec> forces;
  read_entries(reader.count("forces"), [&](int i) {
    const std::string entry = "forces." + std::to_string(i);
    ForceSpec force;
    force.name = reader.get<std::string>(entry + ".name");
    force.place = read_place(reader, entry, true);
    force.direction = read_direction(reader, entry + ".direction");
    force.line = read_line(reader, entry, force.place);
    force.value = reader.get<double>(entry + ".value");
    forces.push_back(force);
  });
  check_entry_names(reader, "forces", names_of(forces));
  return forces;
}

std::vector<OutputSpec> read_outputs(const KeyReader& reader) {
  std::vector<OutputSpec> outputs;
  read_entries(reader.count("outputs"), [&](int i) {
    outputs.push_back(read_output(reader, "outputs." + std::to_string(i)));
  });
  check_entry_names(reader, "outputs", names_of(outputs));
  if (reader.get<bool>("output.energies")) append_energies(reader, &outputs);
  return outputs;
}

}  // namespace mortise::gen
