#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "generator/contact/joint/laws.hpp"
#include "generator/contact/sliding/sliding.hpp"
#include "generator/contact/unilateral/contact_point.hpp"
#include "generator/define/definition/read_sections.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/nearest.hpp"

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
std::vector<PhaseSpec> read_phases(const KeyReader& reader, const std::string& entry,
                                   ContactKind kind) {
  const bool joint = kind == ContactKind::joint;
  if (kind == ContactKind::interfaces) return {read_phase(reader, {entry}, false)};
  auto phases = read_named(reader, entry + ".phases", [&](const std::string& table) {
    PhaseSpec phase = read_phase(reader, {table, entry}, joint);
    reader.fill(table, &phase);
    return phase;
  });
  if (phases.empty()) phases.push_back(read_phase(reader, {entry}, joint));
  return phases;
}

// The changes that one phase of an assembly makes to a law; the names of all numbers that this law
// has go to `names`. change: but for the number and its value.
template <class Law, class Numbers, class Has>
void read_changes_of(const KeyReader& reader, const std::string& phase, const Law& law,
                     const Numbers& numbers, const Has& has, const LawChange& change,
                     std::vector<LawChange>* changes, std::vector<std::string>* names) {
  for (const auto& number : numbers) {
    if (number.limits == nullptr || !has(number)) continue;
    names->emplace_back(number.name);
    const std::string key = fmt::format("{}.{}", phase, number.name);
    const auto value = reader.find<double>(key);
    if (!value) continue;
    const NumberLimits limits = number.limits_of(law);
    if (*value < std::min(limits.low, number.get(law)) ||
        *value > std::max(limits.high, number.get(law)))
      reader.refuse_value(
          key, fmt::format("a running model takes {:g} to {:g} for it", limits.low, limits.high));
    changes->push_back(change);
    changes->back().parameter = number.parameter;
    changes->back().value = *value;
  }
}

// The number of a phase that is none of the interface's; empty: there is none.
std::string foreign_number(const KeyReader& reader, const std::string& phase,
                           const std::vector<std::string>& names) {
  const auto given = [&](const auto& numbers) -> std::string {
    for (const auto& number : numbers)
      if (reader.has(fmt::format("{}.{}", phase, number.name)) &&
          std::count(names.begin(), names.end(), number.name) == 0)
        return number.name;
    return "";
  };
  std::string found = given(contact_numbers());
  if (found.empty()) found = given(joint_numbers());
  return found.empty() ? given(sliding_numbers()) : found;
}

void read_changes_at(const KeyReader& reader, const std::string& phase,
                     const std::vector<InterfaceSpec>& interfaces, ScenarioSpec* scenario) {
  LawChange change;
  reader.fill(phase, &change);
  if (!(change.at < scenario->duration))
    reader.refuse_value(phase + ".at", fmt::format("give a time from 0 to below {:g} s, where the "
                                                   "scenario ends",
                                                   scenario->duration));
  if (!scenario->changes.empty() && change.at < scenario->changes.back().at)
    reader.refuse_value(phase + ".at", fmt::format("put it before the phase at {:g} s",
                                                   scenario->changes.back().at));
  const std::vector<std::string> known = names_of(interfaces);
  const auto name = reader.get<std::string>(phase + ".interface");
  const auto at = std::find(known.begin(), known.end(), name);
  if (at == known.end())
    reader.refuse_value(phase + ".interface",
                        fmt::format("the nearest interface is \"{}\"", nearest(name, known)));
  change.interface = static_cast<std::size_t>(at - known.begin());
  const InterfaceSpec& spec = interfaces[change.interface];
  const ContactSpec& contact = spec.contact;
  const std::size_t before = scenario->changes.size();
  std::vector<std::string> names;
  const auto read = [&](const auto& law, const auto& numbers, const auto& has) {
    read_changes_of(reader, phase, law, numbers, has, change, &scenario->changes, &names);
  };
  if (contact.kind == ContactKind::joint) {
    read(contact.joint.law, joint_numbers(), [&](const JointNumber& number) {
      const JointLaw& law = contact.joint.law;
      return has_number(law, number) && is_told(law, number);
    });
  } else if (contact.kind == ContactKind::sliding) {
    read(contact.sliding.law, sliding_numbers(), [](const SlidingNumber&) { return true; });
  } else if (contact.kind == ContactKind::nodes) {
    ContactParameters defined;
    defined.clearance = contact.clearance.value_or(0.0);
    const bool mean = spec.law.friction_velocity == FrictionVelocity::mean,
               built_in = spec.law.level == ContactLevel::position;
    read(defined, contact_numbers(), [=](const ContactNumber& number) {
      const bool tangential = number.is("restitution_tangential");
      return !((mean || built_in) && tangential) && !(built_in && number.is("restitution"));
    });
    for (std::size_t i = before; i < scenario->changes.size(); ++i) {
      LawChange& made = scenario->changes[i];
      made.relative = made.parameter == contact_numbers().front().parameter;
      if (made.relative) made.value -= defined.clearance;
    }
  }
  const std::string foreign = foreign_number(reader, phase, names);
  const std::string remedy =
      names.empty()
          ? "drive its inputs by [[excitations]] instead; the law of a film has no numbers "
            "that change"
          : "its numbers that change are " + fmt::format("{}", fmt::join(names, ", "));
  if (!foreign.empty())
    reader.refuse(phase + "." + foreign, "is no number of interface \"" + name + "\"", remedy);
  if (scenario->changes.size() == before)
    reader.refuse(phase, "changes nothing of interface \"" + name + "\"", remedy);
}

void read_changes(const KeyReader& reader, const std::string& entry,
                  const std::vector<InterfaceSpec>& interfaces, ScenarioSpec* scenario) {
  read_entries(reader.count(entry + ".phases"), [&](int i) {
    read_changes_at(reader, fmt::format("{}.phases.{}", entry, i), interfaces, scenario);
  });
}

// The duration, given or that of the phases; a single unnamed phase lasts as long.
double read_duration(const KeyReader& reader, const std::string& entry,
                     std::vector<PhaseSpec>* phases) {
  if (phases->front().name.empty()) {
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

// Bolted contacts start preloaded, at rest or bent by modes.
void check_bolted_start(const KeyReader& reader, const std::string& table,
                        const InitialSpec& spec) {
  const bool bent = spec.shape == InitialShape::modal;
  if ((!bent && spec.shape != InitialShape::uniform) || !spec.displacement.isZero() ||
      !spec.velocity.isZero())
    reader.refuse(table, "moves bolted surfaces as a whole",
                  "start preloaded, without [initial], or with shape = \"modal\", modes and "
                  "amplitudes");
  if (bent ? spec.modes.empty() || spec.modes.size() != spec.amplitudes.size()
           : !spec.modes.empty() || !spec.amplitudes.empty())
    reader.refuse(table, "does not say how far which modes bend it",
                  "give shape = \"modal\" with as many amplitudes as modes");
}

// A sliding contact starts in its static sliding state, wherever the bodies are told to be.
void check_sliding_start(const KeyReader& reader, const std::string& table,
                         const InitialSpec& spec) {
  if (spec.displacement.isZero() && spec.velocity.isZero()) return;
  reader.refuse(table,
                "moves the bodies of a sliding contact, which starts in its static sliding "
                "state",
                "leave out displacement and velocity, and move them by an input, e.g. [impulse]");
}

void check_pressed(const KeyReader& reader, const std::string& table, const InitialSpec& spec) {
  const std::string contact = reader.get<std::string>("contact.kind");
  if (contact == "none" || contact == "file" || contact == "bolted") {
    throw Error(
        reader.where(table), "nothing is pressed: contact.kind = " + contact,
        "choose another " + table + ".shape, or a contact of kind nodes, tip, joint or sliding");
  }
  if (contact == "tip" && reader.get<std::string>("contact.wall.shape") == "bushing")
    reader.refuse(table, "presses a tip in its bore, whose side is not known before it moves",
                  "start with shape = \"uniform\" and let the motion settle");
  for (int i = 0; contact == "interfaces" && i < reader.count("interfaces"); ++i) {
    const std::string entry = fmt::format("interfaces.{}", i);
    const auto kind = reader.get<std::string>(entry + ".kind");
    if (kind != "bolted") continue;
    throw Error(
        reader.where(table),
        fmt::format("'{}' is pressed, and interface \"{}\" is of kind {}", table,
                    reader.get<std::string>(entry + ".name"), kind),
        "start with shape = \"uniform\", which is the preloaded state of what is bolted, and "
        "let the motion settle");
  }
  if (!spec.displacement.isZero() || !spec.velocity.isZero()) {
    reader.refuse(table, "is pressed, and moved as well",
                  "remove displacement and velocity, or choose another shape");
  }
}

}  // namespace

std::vector<ScenarioSpec> read_scenarios(const KeyReader& reader, const Definition& base) {
  return read_named(reader, "scenarios", [&](const std::string& entry) {
    ScenarioSpec scenario;
    reader.fill(entry, &scenario);
    scenario.excitation = read_excitation(reader, entry, base.excitation);
    if (reader.get<bool>(entry + ".impulse")) scenario.impulse = base.impulse;
    scenario.load = read_load_of(reader, entry, base.load);
    const std::string initial = entry + ".initial";
    scenario.initial = reader.has_table(initial) ? read_initial(reader, initial) : base.initial;
    scenario.phases = read_phases(reader, entry, base.contact.kind);
    scenario.duration = read_duration(reader, entry, &scenario.phases);
    if (base.contact.kind == ContactKind::interfaces)
      read_changes(reader, entry, base.interfaces, &scenario);
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
  if (reader.get<std::string>("contact.kind") == "sliding")
    check_sliding_start(reader, table, spec);
  if (reader.get<std::string>("contact.kind") == "bolted")
    check_bolted_start(reader, table, spec);
  else if (spec.shape == InitialShape::modal)
    reader.refuse(table, "is bent by modes", "that is for contact.kind = \"bolted\"");
  return spec;
}

}  // namespace mortise::gen
