#include "generator/simulate/assemble/choose_level.hpp"

#include <fmt/format.h>

#include "generator/bodies/condense/component.hpp"
#include "generator/contact/system/contact_lag.hpp"
#include "generator/contact/system/position_fit.hpp"
#include "generator/define/keys/flat_table.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/assemble.hpp"

namespace mortise::gen {
namespace {

// Why position level is not for contacts of this definition, whatever they are condensed to; empty:
// it may be.
std::string hindrance(const ContactSpec& contact) {
  if (contact.tip.wall == WallShape::bushing) return "a tip in a bore is not offered there";
  if (contact.restitution_tangential.value_or(0.0) > 0.0)
    return "contact.restitution_tangential is of impulses";
  if (contact.restitution.value_or(1.0) < kLeastRebound)
    return fmt::format("contact.restitution = {} is less than the {} that a damper can leave",
                       *contact.restitution, kLeastRebound);
  return {};
}

// Why it is not for a condensed system and its step; empty: it is.
std::string hindrance(const ReducedSystem& system, double h) {
  const ReducedInterface& interface = system.lone();
  if (const ContactParameters* stiff = stiff_contact(interface))
    return fmt::format(
        "contact {} has no compliance beside the modes, as condense.method = "
        "\"massless_boundary\" gives one",
        stiff->name);
  const PositionFit fit = position_fit(interface, system.omega);
  if (fit.half_period < kFewestSteps * h)
    return fmt::format("half a period of the body on a contact has {:.3g} steps and needs {}",
                       fit.half_period / h, kFewestSteps);
  if (fit.bonded * h > kMostTurn)
    return fmt::format("bonded contacts have omega h = {:.3g}, {} at most is resolved",
                       fit.bonded * h, kMostTurn);
  if (interface.contacts.front().restitution == 1.0) return {};
  const auto felt = felt_mass(interface, system.omega);
  if (!felt) return "a restitution is of a rigid body, and the contacts feel none as one";
  if (felt->half_period() < kStepsOfRebound * h)
    return fmt::format(
        "restitution needs {} steps in half a period of the body on its contacts, "
        "which has {:.3g}",
        kStepsOfRebound, felt->half_period() / h);
  return {};
}

void set(Definition* d, const std::string& key, const std::string& value) {
  for (DefinitionSetting& setting : d->settings)
    if (setting.key == key) setting.value = to_text(TomlValue(TomlScalar(value)));
}

void take(ContactLevel level, Definition* d) {
  d->contact.level = d->law.level = level;
  const bool position = level == ContactLevel::position;
  d->contact.restitution = d->contact.restitution.value_or(position ? 1.0 : 0.0);
  set(d, "contact.level", position ? "position" : "velocity");
}

}  // namespace

void choose_level(Definition* definition) {
  Definition& d = *definition;
  if (d.contact.level != ContactLevel::automatic) return;
  const double h = d.step.size.value_or(0.0);
  Definition tried = d;
  take(ContactLevel::position, &tried);
  std::string against = hindrance(d.contact), found;
  if (against.empty()) {
    const ReducedSystem system = condense_as_defined(tried, assemble(tried, nullptr)).system;
    against = hindrance(system, h);
    if (system.lone().residual) found = finding_of(position_fit(system.lone(), system.omega), h);
  }
  if (against.empty()) {
    d.why_level = "contact.level = \"auto\": position; " + found;
    take(ContactLevel::position, &d);
  } else {
    d.why_level = "contact.level = \"auto\": velocity; " + against;
    take(ContactLevel::velocity, &d);
    if (keeps_interface(d.condense.method) && d.condense.method != "auto" &&
        condensation_method(d.condense.method).massless) {
      d.why_level += "; impulses need mass at the interface: condense.method = \"craig_bampton\"";
      d.condense.method = "craig_bampton";
      set(&d, "condense.method", d.condense.method);
    }
  }
  d.notices.push_back(d.why_level);
}

}  // namespace mortise::gen
