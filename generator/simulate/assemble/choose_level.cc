#include "generator/simulate/assemble/choose_level.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generator/bodies/condense/component.hpp"
#include "generator/contact/system/contact_lag.hpp"
#include "generator/contact/system/position_fit.hpp"
#include "generator/define/keys/flat_table.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/findings.hpp"
#include "generator/simulate/assemble/assemble.hpp"

namespace mortise::gen {
namespace {

// Contacts whose level a definition leaves open; table: of their keys.
struct OpenLevel {
  ContactSpec* contact;
  LawSpec* law;
  std::string table;
};
std::vector<OpenLevel> open_levels(Definition* d) {
  std::vector<OpenLevel> open;
  const auto add = [&open](ContactSpec* contact, LawSpec* law, const std::string& table) {
    if (contact->level == ContactLevel::automatic) open.push_back({contact, law, table});
  };
  add(&d->contact, &d->law, "contact");
  for (std::size_t i = 0; i < d->interfaces.size(); ++i)
    add(&d->interfaces[i].contact, &d->interfaces[i].law, fmt::format("interfaces.{}", i));
  return open;
}

// Why position level is not for contacts of this definition, whatever they are condensed to; empty:
// it may be.
std::string hindrance(const ContactSpec& contact, const std::string& table) {
  if (contact.tip.wall == WallShape::bushing) return "a tip in a bore is not offered there";
  if (contact.restitution_tangential.value_or(0.0) > 0.0)
    return table + ".restitution_tangential is of impulses";
  if (contact.restitution.value_or(1.0) < kLeastRebound)
    return fmt::format("{}.restitution = {} is less than the {} that a damper can leave", table,
                       *contact.restitution, kLeastRebound);
  return {};
}

// Whether nothing else would stand beside them at position level.
bool would_be_alone(const Definition& d) {
  return std::all_of(d.interfaces.begin(), d.interfaces.end(), [](const InterfaceSpec& i) {
    return i.contact.kind == ContactKind::nodes && i.contact.level != ContactLevel::velocity;
  });
}

// Why what goes with its interfaces is not for position level; empty: it may be.
std::string hindrance_of_others(const Definition& d) {
  const bool alone = would_be_alone(d);
  for (const InterfaceSpec& other : d.interfaces)
    if (alone && other.law.filter_time != d.interfaces.front().law.filter_time)
      return "interface " + other.name + " has a law.filter_time of its own";
  for (const OutputSpec& output : d.outputs)
    if (alone && is_energy(output.quantity)) return "output " + output.name + " is of energies";
  for (const ScenarioSpec& scenario : d.scenarios)
    for (const LawChange& change : scenario.changes)
      for (const ContactNumber& number : contact_numbers())
        if (number.parameter == change.parameter &&
            (number.is("restitution") || number.is("restitution_tangential")))
          return "scenario " + scenario.name + " changes a restitution";
  return {};
}

// Why it is not for an interface of a condensed system and its step; empty: it is. most: omega h.
std::string hindrance(const ReducedInterface& interface, const ReducedSystem& system, double h,
                      double most) {
  if (const ContactParameters* stiff = stiff_contact(interface))
    return fmt::format(
        "contact {} has no compliance beside the modes, as condense.method = "
        "\"massless_boundary\" gives one",
        stiff->name);
  const PositionFit fit = position_fit(interface, system.omega);
  if (fit.half_period < kFewestSteps * h)
    return fmt::format("half a period of the body on a contact has {:.3g} steps and needs {}",
                       fit.half_period / h, kFewestSteps);
  if (fit.bonded * h > most)
    return fmt::format("bonded contacts have omega h = {:.3g}, {} at most is resolved",
                       fit.bonded * h, most);
  try {
    (void)contact_lag(interface, system.omega, h, "");
  } catch (const Error& error) {
    return findings_of(error).front().what;
  }
  return {};
}

void set(Definition* d, const std::string& key, const std::string& value) {
  for (DefinitionSetting& setting : d->settings)
    if (setting.key == key) setting.value = to_text(TomlValue(TomlScalar(value)));
}

void take(ContactLevel level, Definition* d) {
  const bool position = level == ContactLevel::position;
  for (const OpenLevel& open : open_levels(d)) {
    open.contact->level = open.law->level = level;
    open.contact->restitution = open.contact->restitution.value_or(position ? 1.0 : 0.0);
    set(d, open.table + ".level", position ? "position" : "velocity");
  }
}

// Impulses need mass at the interface; whether a method left it none.
bool give_mass(CondenseSpec* spec, const std::string& table, Definition* d) {
  if (!keeps_interface(spec->method) || spec->method == "auto" ||
      !condensation_method(spec->method).massless)
    return false;
  spec->method = "craig_bampton";
  set(d, table + ".method", spec->method);
  return true;
}

}  // namespace

bool leaves_level_open(const Definition& definition) {
  Definition copy = definition;
  return !open_levels(&copy).empty();
}

void choose_level(Definition* definition) {
  Definition& d = *definition;
  const std::vector<OpenLevel> open = open_levels(&d);
  if (open.empty()) return;
  const std::string key = open.front().table + ".level";
  const double h = d.step.size.value_or(0.0);
  std::string against = hindrance_of_others(d), found;
  for (const OpenLevel& each : open)
    if (against.empty()) against = hindrance(*each.contact, each.table);
  if (against.empty()) {
    Definition tried = d;
    take(ContactLevel::position, &tried);
    try {
      const ReducedSystem system = condense_as_defined(tried, assemble(tried, nullptr)).system;
      const double most = system.alone ? kMostTurn : kMostTurnInGroup;
      for (const ReducedInterface& i : system.interfaces) {
        if (i.contacts().law.level != ContactLevel::position || !against.empty()) continue;
        against = hindrance(i, system, h, most);
        if (i.residual) found = finding_of(position_fit(i, system.omega), h);
      }
    } catch (const Error& error) {
      if (would_be_alone(d)) throw;
      against = findings_of(error).front().what;
    }
  }
  if (against.empty()) {
    d.why_level = key + " = \"auto\": position; " + found;
    take(ContactLevel::position, &d);
  } else {
    for (const InterfaceSpec& other : d.interfaces)
      demand(!would_be_alone(d) || other.contact.level != ContactLevel::position, d.path,
             key + " = \"auto\" is velocity beside interface " + other.name +
                 " at position level: " + against,
             "set both to the same level");
    d.why_level = key + " = \"auto\": velocity; " + against;
    take(ContactLevel::velocity, &d);
    // bodies that others touch at position level stay without mass there
    const bool others = std::any_of(d.interfaces.begin(), d.interfaces.end(), [](const auto& i) {
      return i.contact.level == ContactLevel::position;
    });
    bool given = !others && give_mass(&d.condense, "condense", &d);
    for (std::size_t b = 0; b < d.bodies.size() && !others; ++b)
      given |= give_mass(&d.bodies[b].condense, fmt::format("bodies.{}.condense", b), &d);
    if (given)
      d.why_level += "; impulses need mass at the interface: condense.method = \"craig_bampton\"";
  }
  d.notices.push_back(d.why_level);
}

}  // namespace mortise::gen
