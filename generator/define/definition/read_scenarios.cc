#include "generator/define/definition/read_sections.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// [load] with the keys that the scenario replaces.
std::optional<ScaledLoadSpec> read_load_of(const KeyReader& reader, const std::string& entry,
                                           const std::optional<ScaledLoadSpec>& base) {
  const std::string table = entry + ".load";
  if (!base && reader.has_table(table)) {
    throw Error(reader.where(table), "'" + table + "' replaces keys of [load], which is not there",
                "add [load] with a reference");
  }
  if (!base || !reader.get<bool>(table)) return std::nullopt;
  ScaledLoadSpec spec = *base;
  reader.fill(table, &spec);
  return spec;
}

// tables: the entry of the phase and of its scenario, innermost first.
PhaseSpec read_phase(const KeyReader& reader, const std::vector<std::string>& entries, bool joint) {
  const auto chain = [&](const std::string& table) {
    std::vector<std::string> tables;
    tables.reserve(entries.size() + 1);
    for (const std::string& entry : entries)
      tables.push_back(std::string(entry).append(".").append(table));
    tables.push_back(table);
    return KeyChain(reader, tables);
  };
  PhaseSpec phase;
  if (joint) phase.law = read_joint_law(chain("contact"));
  phase.damping = read_damping(chain("damping"));
  return phase;
}

// The phases of a scenario, at least the whole of it.
std::vector<PhaseSpec> read_phases(const KeyReader& reader, const std::string& entry, bool joint) {
  std::vector<PhaseSpec> phases;
  std::vector<std::string> names;
  const std::string list = entry + ".phases";
  for (int i = 0; i < reader.count(list); ++i) {
    const std::string phase = list + "." + std::to_string(i);
    phases.push_back(read_phase(reader, {phase, entry}, joint));
    phases.back().name = reader.get<std::string>(phase + ".name");
    phases.back().duration = reader.get<double>(phase + ".duration");
    names.push_back(phases.back().name);
  }
  check_entry_names(reader, list, names);
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

}  // namespace

std::vector<ScenarioSpec> read_scenarios(const KeyReader& reader, const Definition& base) {
  const bool joint = base.contact.kind == ContactKind::joint;
  std::vector<ScenarioSpec> scenarios;
  std::vector<std::string> names;
  read_entries(reader.count("scenarios"), [&](int i) {
    const std::string entry = "scenarios." + std::to_string(i);
    ScenarioSpec scenario;
    reader.fill(entry, &scenario);
    scenario.excitation = read_excitation_of(reader, entry, base.excitation);
    if (reader.get<bool>(entry + ".impulse")) scenario.impulse = base.impulse;
    scenario.load = read_load_of(reader, entry, base.load);
    const std::string initial = entry + ".initial";
    scenario.initial = reader.has_table(initial) ? read_initial(reader, initial) : base.initial;
    scenario.phases = read_phases(reader, entry, joint);
    scenario.duration = read_duration(reader, entry, &scenario.phases);
    names.push_back(scenario.name);
    scenarios.push_back(std::move(scenario));
  });
  check_entry_names(reader, "scenarios", names);
  return scenarios;
}

}  // namespace mortise::gen
