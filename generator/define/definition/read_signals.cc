#include "generator/define/definition/read_sections.hpp"
#include "generator/ground/text/error.hpp"

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
  reader.fill("excitation", &spec);
  check_excitation(reader, "excitation", spec);
  return spec;
}

ExcitationSpec read_excitation_of(const KeyReader& reader, const std::string& entry,
                                  const ExcitationSpec& base) {
  ExcitationSpec spec = base;
  reader.fill(entry, &spec);
  check_excitation(reader, entry, spec);
  return spec;
}

std::optional<ImpulseSpec> read_impulse(const KeyReader& reader) {
  if (!reader.has_table("impulse")) return std::nullopt;
  ImpulseSpec spec;
  reader.fill("impulse", &spec);
  return spec;
}

std::optional<ScaledLoadSpec> read_scaled_load(const KeyReader& reader) {
  if (!reader.has_table("load")) return std::nullopt;
  ScaledLoadSpec spec;
  reader.fill("load", &spec);
  return spec;
}

InitialSpec read_initial(const KeyReader& reader, const std::string& table) {
  InitialSpec spec;
  reader.fill(table, &spec);
  spec.place = read_place(reader, table, spec.shape == InitialShape::statics);
  if (spec.shape != InitialShape::statics && !spec.place.empty()) {
    throw Error(reader.where(table),
                "'" + table + "' has a place, but shape = " +
                    (spec.shape == InitialShape::pressed ? "pressed" : "uniform") + " moves all",
                "set shape = \"static\", or remove the place");
  }
  if (spec.shape == InitialShape::pressed) check_pressed(reader, table, spec);
  return spec;
}

}  // namespace mortise::gen
