#include <fmt/format.h>

#include "generator/define/definition/read_sections.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// [load] with the keys that the scenario replaces.
std::optional<ScaledLoadSpec> read_load_of(const KeyReader& reader, const std::string& entry,
                                           const std::optional<ScaledLoadSpec>& base) {
  const std::string table = entry + ".load";
  if (!base && reader.has_table(table)) {
    reader.refuse(table, "replaces keys of [load], which is not there",
                  "add [load] with a reference");
  }
  if (!base || !reader.get<bool>(table)) return std::nullopt;
  ScaledLoadSpec spec = *base;
  reader.fill(table, &spec);
  return spec;
}

// Law and damping with the keys that these tables replace. entries: of the phase and of its
// scenario, innermost first.
PhaseSpec read_phase(const KeyReader& reader, const std::vector<std::string>& entries, bool joint) {
  const auto tables = [&](const std::string& table) {
    KeyReader::Tables all;
    for (const std::string& entry : entries) all.push_back(fmt::format("{}.{}", entry, table));
    all.push_back(table);
    return all;
  };
  PhaseSpec phase;
  if (joint) phase.law = read_joint_law(reader, tables("contact"));
  phase.damping = read_damping(reader, tables("damping"));
  return phase;
}

// The phases of a scenario, at least the whole of it.
std::vector<PhaseSpec> read_phases(const KeyReader& reader, const std::string& entry, bool joint) {
  auto phases = read_named(reader, entry + ".phases", [&](const std::string& table) {
    PhaseSpec phase = read_phase(reader, {table, entry}, joint);
    reader.fill(table, &phase);
    return phase;
  });
  if (phases.empty()) phases.push_back(read_phase(reader, {entry}, joint));
  return phases;
}

// The duration, given or that of the phases; a single unnamed phase lasts as long.
double read_duration(const KeyReader& reader, const std::string& entry,
                     std::vector<PhaseSpec>* phases) {
  if (reader.count(entry + ".phases") == 0) {
    return phases->front().duration = reader.get<double>(entry + ".duration");
  }
  if (reader.has(entry + ".duration")) {
    throw Error(reader.where(entry + ".duration"),
                "'" + entry + "' has phases and a duration of its own",
                "remove the duration: it is the sum of those of the phases");
  }
  double sum = 0.0;
  for (const PhaseSpec& phase : *phases) sum += phase.duration;
  return sum;
}

// One rule for [excitation] and the scenarios that replace its keys.
void check_excitation(const KeyReader& reader, const std::string& table,
                      const ExcitationSpec& spec) {
  const bool modal = reader.get<std::string>("import.kind") == "modal";
  if (spec.kind != ExcitationKind::none && !spec.frequency && !modal) {
    reader.refuse(table, "has no frequency",
                  "give excitation.frequency, or a frequency in the scenario");
  }
  if (spec.kind == ExcitationKind::sweep && spec.rate == 0.0) {
    reader.refuse(table, "is a sweep that does not move",
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
    reader.refuse(table, "is pressed, and moved as well",
                  "remove displacement and velocity, or choose another shape");
  }
}

}  // namespace

std::vector<ScenarioSpec> read_scenarios(const KeyReader& reader, const Definition& base) {
  const bool joint = base.contact.kind == ContactKind::joint;
  return read_named(reader, "scenarios", [&](const std::string& entry) {
    ScenarioSpec scenario;
    reader.fill(entry, &scenario);
    scenario.excitation = read_excitation(reader, entry, base.excitation);
    if (reader.get<bool>(entry + ".impulse")) scenario.impulse = base.impulse;
    scenario.load = read_load_of(reader, entry, base.load);
    const std::string initial = entry + ".initial";
    scenario.initial = reader.has_table(initial) ? read_initial(reader, initial) : base.initial;
    scenario.phases = read_phases(reader, entry, joint);
    scenario.duration = read_duration(reader, entry, &scenario.phases);
    return scenario;
  });
}

std::vector<ExcitationSpec> read_excitations(const KeyReader& reader) {
  std::vector<ExcitationSpec> all;
  read_entries(reader.count("excitations"), [&](int i) {
    all.push_back(read_excitation(reader, "excitations." + std::to_string(i)));
  });
  return all;
}

ExcitationSpec read_excitation(const KeyReader& reader, const std::string& table,
                               ExcitationSpec spec) {
  reader.fill(table, &spec);
  check_excitation(reader, table, spec);
  return spec;
}

InitialSpec read_initial(const KeyReader& reader, const std::string& table) {
  InitialSpec spec;
  reader.fill(table, &spec);
  check_place(reader, table, spec.place, spec.shape == InitialShape::statics);
  if (spec.shape != InitialShape::statics && !spec.place.empty()) {
    reader.refuse(table,
                  std::string("has a place, but shape = ") +
                      (spec.shape == InitialShape::pressed ? "pressed" : "uniform") + " moves all",
                  "set shape = \"static\", or remove the place");
  }
  if (spec.shape == InitialShape::pressed) check_pressed(reader, table, spec);
  return spec;
}

}  // namespace mortise::gen
