#include "generator/define/read_sections.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

// One rule for [excitation] and the scenarios that replace its keys.
void check_excitation(const KeyReader& reader, const std::string& table,
                      const ExcitationSpec& spec) {
  const bool modal = reader.get<std::string>("import.kind") == "modal";
  if (spec.kind != ExcitationKind::none && !spec.frequency && !modal) {
    throw Error(reader.where(table), "'" + table + "' has no frequency",
                "give excitation.frequency, or a frequency in the scenario");
  }
  if (spec.kind == ExcitationKind::sweep && spec.rate == 0.0) {
    throw Error(reader.where(table), "'" + table + "' is a sweep that does not move",
                "give rate in Hz/s, or kind = \"harmonic\"");
  }
}

void check_pressed(const KeyReader& reader, const std::string& table, const InitialSpec& spec) {
  const std::string contact = reader.get<std::string>("contact.kind");
  if (contact != "joint" && contact != "sliding") {
    throw Error(reader.where(table), "nothing is pressed: contact.kind = " + contact,
                "choose another " + table + ".shape, or a contact of kind joint or sliding");
  }
  if (!spec.displacement.isZero() || !spec.velocity.isZero()) {
    throw Error(reader.where(table), "'" + table + "' is pressed, and moved as well",
                "remove displacement and velocity, or choose another shape");
  }
}

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
  check_excitation(reader, "excitation", spec);
  return spec;
}

ExcitationSpec read_excitation_of(const KeyReader& reader, const std::string& entry,
                                  const ExcitationSpec& base) {
  ExcitationSpec spec = base;
  if (reader.has(entry + ".kind")) {
    spec.kind = read_choice<ExcitationKind>(reader, entry + ".kind");
  }
  spec.input = reader.find<std::string>(entry + ".input").value_or(spec.input);
  spec.amplitude = reader.find<double>(entry + ".amplitude").value_or(spec.amplitude);
  if (reader.has(entry + ".frequency")) spec.frequency = reader.get<double>(entry + ".frequency");
  spec.rate = reader.find<double>(entry + ".rate").value_or(spec.rate);
  spec.phase = reader.find<double>(entry + ".phase").value_or(spec.phase);
  spec.offset = reader.find<double>(entry + ".offset").value_or(spec.offset);
  check_excitation(reader, entry, spec);
  return spec;
}

std::optional<ImpulseSpec> read_impulse(const KeyReader& reader) {
  if (!reader.has_table("impulse")) return std::nullopt;
  ImpulseSpec spec;
  spec.input = reader.get<std::string>("impulse.input");
  spec.amplitude = reader.get<double>("impulse.amplitude");
  spec.frequency = reader.get<double>("impulse.frequency");
  spec.start = reader.get<double>("impulse.start");
  spec.rectangle = reader.get<std::string>("impulse.shape") == "rectangle";
  return spec;
}

std::optional<ScaledLoadSpec> read_scaled_load(const KeyReader& reader) {
  if (!reader.has_table("load")) return std::nullopt;
  ScaledLoadSpec spec;
  spec.input = reader.get<std::string>("load.input");
  spec.factor = reader.get<double>("load.factor");
  spec.reference = reader.get<double>("load.reference");
  spec.frequency = reader.get<double>("load.frequency");
  spec.start = reader.get<double>("load.start");
  return spec;
}

InitialSpec read_initial(const KeyReader& reader, const std::string& table) {
  InitialSpec spec;
  const std::string shape = reader.find<std::string>(table + ".shape").value_or("uniform");
  spec.shape = shape == "static"    ? InitialShape::statics
               : shape == "pressed" ? InitialShape::pressed
                                    : InitialShape::uniform;
  spec.place = read_place(reader, table, spec.shape == InitialShape::statics);
  if (spec.shape != InitialShape::statics && !spec.place.empty()) {
    throw Error(reader.where(table),
                "'" + table + "' has a place, but shape = " + shape + " moves all",
                "set shape = \"static\", or remove the place");
  }
  spec.displacement = reader.find<Vector3>(table + ".displacement").value_or(Vector3::Zero());
  spec.velocity = reader.find<Vector3>(table + ".velocity").value_or(Vector3::Zero());
  if (spec.shape == InitialShape::pressed) check_pressed(reader, table, spec);
  return spec;
}

}  // namespace mortise::gen
