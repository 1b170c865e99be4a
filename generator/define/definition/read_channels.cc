#include <algorithm>
#include <set>
#include <utility>

#include "generator/define/definition/read_sections.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/nearest.hpp"

namespace mortise::gen {
namespace {

// Bit of the chosen kind of contact.
unsigned system_of(const std::string& contact) {
  return contact == "joint"     ? quantity_of::joint
         : contact == "sliding" ? quantity_of::sliding
         : contact == "film"    ? quantity_of::film
         : contact == "bolted"  ? quantity_of::bolted
                                : quantity_of::unilateral;
}

// The kinds of contact whose interface has a quantity, as a remedy.
std::string kinds_with(unsigned systems) {
  std::string kinds;
  for (const auto& [system, kind] : {std::pair{quantity_of::unilateral, "\"nodes\" or \"tip\""},
                                     {quantity_of::joint, "\"joint\""},
                                     {quantity_of::sliding, "\"sliding\""},
                                     {quantity_of::bolted, "\"bolted\""}})
    if ((systems & system) != 0) kinds += (kinds.empty() ? "" : " or ") + std::string(kind);
  return kinds;
}

// Path of the interface that an output names; empty without a name.
std::string interface_of(const KeyReader& reader, const std::string& entry) {
  const auto wanted = reader.find<std::string>(entry + ".interface");
  if (!wanted) return "";
  std::vector<std::string> names;
  for (int i = 0; i < reader.count("interfaces"); ++i) {
    std::string path = "interfaces." + std::to_string(i);
    names.push_back(reader.get<std::string>(path + ".name"));
    if (names.back() == *wanted) return path;
  }
  reader.refuse_value(entry + ".interface",
                      "the nearest interface is \"" + nearest(*wanted, names) + "\"");
}

// If there are several interfaces, motions, modes and energies are those of the whole, other
// quantities of one that is named. Books are kept of every one.
void check_of_interface(const KeyReader& reader, const std::string& entry, const QuantityRow& row) {
  const std::string interface = interface_of(reader, entry);
  const std::string quantity = entry + ".quantity", named = entry + ".interface";
  const bool energy = is_energy(row.quantity);
  if (interface.empty()) {
    if (row.index == OutputIndex::row || row.index == OutputIndex::mode || energy) return;
    throw Error(reader.where(quantity),
                "'" + quantity + "' is \"" + row.name + "\", which every interface has",
                "give " + named + " as well");
  }
  const bool booked = row.quantity == OutputQuantity::dissipated_friction ||
                      row.quantity == OutputQuantity::dissipated_impact ||
                      row.quantity == OutputQuantity::energy_strain;
  const std::string kind = reader.get<std::string>(interface + ".kind");
  const bool own = row.index != OutputIndex::row && row.index != OutputIndex::mode && !energy &&
                   (row.systems & system_of(kind)) != 0;
  if (booked || own) return;
  throw Error(reader.where(quantity),
              "'" + quantity + "' is \"" + row.name + "\", which no interface of kind = \"" + kind +
                  "\" has of its own",
              energy || row.index == OutputIndex::row || row.index == OutputIndex::mode
                  ? "leave out " + named
                  : "name an interface of another kind");
}

void check_contact(const KeyReader& reader, const std::string& entry, const QuantityRow& row) {
  const std::string chosen = reader.get<std::string>("contact.kind");
  if (chosen == "interfaces") return check_of_interface(reader, entry, row);
  if ((row.systems & system_of(chosen)) != 0) return;
  throw Error(reader.where(entry + ".quantity"),
              "'" + entry + ".quantity' is \"" + row.name + "\", but contact.kind is " + chosen,
              "it belongs to contact.kind = " + kinds_with(row.systems) +
                  (chosen == "joint" ? "; use normal_traction or friction_traction" : ""));
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
    check_place(reader, entry, output.place, true);
    output.direction = read_direction(reader, entry + ".direction");
  } else {
    output.place = {};  // what it has no use for
  }
  return output;
}

void check_line(const KeyReader& reader, const std::string& entry, const Place& place) {
  if (!place.set.empty() && !place.near) return;
  reader.refuse(entry, "is spread along a line, but names no edge",
                "give set = \"<edge set>\" alone, or distribution = \"equal\"");
}

InputSpec read_input(const KeyReader& reader, const std::string& entry, const ImportSpec& import) {
  InputSpec input;
  reader.fill(entry, &input);
  reader.fill<InputChannel>(entry, &input);
  if (!import.modal()) {
    check_place(reader, entry, input.place, true);
    input.direction = read_direction(reader, entry + ".direction");
  }
  if (input.line) check_line(reader, entry, input.place);
  if (!(input.minimum <= input.default_value && input.default_value <= input.maximum)) {
    throw Error(reader.where(entry), "input \"" + input.name + "\" has an empty range",
                "keep minimum <= default <= maximum");
  }
  return input;
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
  return read_named(reader, "inputs",
                    [&](const std::string& entry) { return read_input(reader, entry, import); });
}

std::vector<ForceSpec> read_forces(const KeyReader& reader) {
  return read_named(reader, "forces", [&](const std::string& entry) {
    ForceSpec force;
    reader.fill(entry, &force);
    check_place(reader, entry, force.place, true);
    force.direction = read_direction(reader, entry + ".direction");
    if (force.line) check_line(reader, entry, force.place);
    return force;
  });
}

std::vector<OutputSpec> read_outputs(const KeyReader& reader) {
  std::vector<OutputSpec> outputs = read_named(
      reader, "outputs", [&](const std::string& entry) { return read_output(reader, entry); });
  if (reader.get<bool>("output.energies")) append_energies(reader, &outputs);
  return outputs;
}

}  // namespace mortise::gen
