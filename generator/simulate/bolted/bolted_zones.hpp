// Bolted zones by the names of a model's node sets: NAME_top and NAME_bottom hold the nodes of both
// surfaces, NAME_bolt_upper and NAME_bolt_lower those that the bolt pulls together.
#pragma once

#include <string>
#include <vector>

#include "generator/contact/bolted/zone.hpp"
#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

// Names of the zones: contact.zones, else of all sets NAME_top with a NAME_bottom, by name, spelt
// as in [contact.profile.NAME] if there is one. Sets count without case if they come from a deck.
// Throws Error naming the key for zones that the model does not have, and what zones there are.
std::vector<std::string> zone_names(const Definition& definition, const FullModel& model);

// The node set of a bolted contact; Error naming the set if it is not there or empty.
const std::vector<std::int64_t>& bolted_set(const FullModel& model, const std::string& name);

// The zones as make_zone() takes them: the normal is that of the surface's plane, towards the side
// that NAME_bolt_upper is on. Throws Error as zone_names(); naming every set that is missing, the
// sensor among them; for surfaces that are no planes, whose names are interchanged, that have nodes
// in common, with each other or with another zone, or that share elements: joined in the export.
std::vector<ZoneSpec> zone_specs(const Definition& definition, const FullModel& model);

}  // namespace mortise::gen
