#include <algorithm>
#include <set>

#include "generator/define/definition/read_sections.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// Bit of the chosen kind of contact.
unsigned system_of(const std::string& contact) {
  return contact == "joint" ? kOfJoint : contact == "sliding" ? kOfSliding : kOfUnilateral;
}

void check_contact(const KeyReader& reader, const std::string& entry, const QuantityRow& row) {
  const std::string chosen = reader.get<std::string>("contact.kind");
  if ((row.systems & system_of(chosen)) != 0) return;
  const std::string where = reader.where(entry + ".quantity");
  if (row.systems == kOfJoint || row.systems == kOfSliding) {
    throw Error(where,
                "'" + entry + ".quantity' is \"" + row.name + "\", but contact.kind is " + chosen,
                std::string("it belongs to contact.kind = \"") +
                    (row.systems == kOfJoint ? "joint" : "sliding") + "\"");
  }
  throw Error(where, std::string("a joint has no output \"") + row.name + "\"",
              "use normal_traction or friction_traction at a law point");
}

OutputSpec read_output(const KeyReader& reader, const std::string& entry) {
  OutputSpec output;
  reader.fill(entry, &output);
  const QuantityRow& row = quantity_row(reader.get<std::string>(entry + ".quantity"));
  output.quantity = row.quantity;
  check_contact(reader, entry, row);
  if (row.index == OutputIndex::row) {
    if (reader.get<std::string>("import.kind") == "modal") {
      throw Error(reader.where(entry), "modal data has no nodes for output \"" + output.name + "\"",
                  "use quantity = \"modal\", \"gap\" or \"contact_force\"");
    }
    output.place = read_place(reader, entry, true);
    output.direction = read_direction(reader, entry + ".direction");
  }
  return output;
}

void check_line(const KeyReader& reader, const std::string& entry, const Place& place) {
  if (!place.set.empty() && !place.near) return;
  throw Error(reader.where(entry), "'" + entry + "' is spread along a line, but names no edge",
              "give set = \"<edge set>\" alone, or distribution = \"equal\"");
}

InputSpec read_input(const KeyReader& reader, const std::string& entry, const ImportSpec& import) {
  InputSpec input;
  reader.fill(entry, &input);
  if (!import.modal()) {
    input.place = read_place(reader, entry, true);
    input.direction = read_direction(reader, entry + ".direction");
  }
  if (input.line) check_line(reader, entry, input.place);
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
  for (const QuantityRow& row : kOutputQuantities) {
    if (!is_energy(row.quantity)) continue;
    if (std::count(names.begin(), names.end(), row.name) != 0) {
      throw Error(reader.where("output.energies"),
                  std::string("output.energies adds an output \"") + row.name +
                      "\" that stands in [[outputs]] as well",
                  "remove or rename the entry of [[outputs]]");
    }
    OutputSpec output;
    output.name = row.name;
    output.quantity = row.quantity;
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

std::vector<InputSpec> read_inputs(const KeyReader& reader, const ImportSpec& import) {
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
    reader.fill(entry, &force);
    force.place = read_place(reader, entry, true);
    force.direction = read_direction(reader, entry + ".direction");
    if (force.line) check_line(reader, entry, force.place);
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
