#include "generator/simulate/bolted/bolted_zones.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "generator/bodies/model/dof_table.hpp"
#include "generator/bodies/model/node_sets.hpp"
#include "generator/bodies/model/surface_plane.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr std::size_t kMostNames = 16;  // in a message

std::string list_of(const std::vector<std::string>& names) {
  const std::size_t shown = std::min(names.size(), kMostNames);
  const auto last = names.begin() + static_cast<std::ptrdiff_t>(shown);
  return fmt::format("{}{}", fmt::join(names.begin(), last, ", "),
                     shown < names.size() ? fmt::format(" and {} more", names.size() - shown) : "");
}

std::string sets_of(const FullModel& model) {
  std::vector<std::string> names;
  for (const auto& [name, nodes] : model.sets) names.push_back(name);
  return names.empty() ? "it has no node sets: give import.deck, a deck with its *NODE and *NSET"
                       : "its sets are " + list_of(names);
}

bool has(const FullModel& model, const std::string& set) {
  const auto* found = find_set(model, set);
  return found != nullptr && !found->second.empty();
}

// NAME of all sets NAME_top with a NAME_bottom.
std::vector<std::string> zones_of(const FullModel& model) {
  const std::string ending = "_TOP";
  std::vector<std::string> zones;
  for (const auto& [set, nodes] : model.sets) {
    if (set.size() <= ending.size() || upper_case(set.substr(set.size() - ending.size())) != ending)
      continue;
    std::string zone = set.substr(0, set.size() - ending.size());
    if (has(model, zone + "_bottom")) zones.push_back(std::move(zone));
  }
  return zones;
}

std::string zones_text(const FullModel& model) {
  const std::vector<std::string> zones = zones_of(model);
  return zones.empty() ? "the model has none; name the nodes of both surfaces NAME_top and "
                         "NAME_bottom; " +
                             sets_of(model)
                       : "the model's zones are " + list_of(zones);
}

// Every name once, whatever its case, and none that would make a parameter stand twice.
void check_names(const Definition& definition, const std::vector<std::string>& zones) {
  std::map<std::string, int> count;
  for (const std::string& zone : zones) {
    demand(++count[upper_case(zone)] == 1, definition.path,
           "contact.zones names \"" + zone + "\" twice", "name every zone once");
    demand(zone != "contact" || zones.size() == 1, definition.path,
           "a zone beside others is called contact, as contact.friction of all of them",
           "give it another name");
  }
}

// What belongs to one side of a zone.
struct ZoneSide {
  std::string set;
  double up = 1.0;  // the body is on the side of the normal, or on the other
};

void check_side(const FullModel& model, const SurfacePlane& plane, const ZoneSide& side,
                const ZoneSide& other) {
  constexpr double kMost = 0.5;  // single nodes may be led by spiders and springs
  const std::vector<std::int64_t>& nodes = bolted_set(model, side.set);
  auto [own, far] = body_sides(model, nodes, plane);
  if (side.up < 0.0) std::swap(own, far);
  demand(far <= kMost || own > kMost, model.source,
         fmt::format("the nodes of {} are of the body {} the surface, by the two sets of the bolt",
                     side.set, side.up > 0.0 ? "below" : "above"),
         fmt::format("interchange {} and {}, or the sets of the bolt", side.set, other.set));
  demand(far <= kMost, model.source,
         fmt::format("the nodes of {} share stiffness with nodes on both sides of the surface: the "
                     "two bodies are joined there",
                     side.set),
         "export them apart, without ties, contact or merged nodes; of a body that came condensed "
         "the deck has to tell the faces: give its *ELEMENT");
}

Vector3 mean_place(const FullModel& model, const std::string& set) {
  const std::vector<std::int64_t>& nodes = bolted_set(model, set);
  Vector3 sum = Vector3::Zero();
  for (const std::int64_t node : nodes) sum += node_position(model, node, set);
  return sum / static_cast<double>(nodes.size());
}

Vector3 zone_normal(const FullModel& model, const std::string& zone) {
  const ZoneSide top{zone + "_top", 1.0}, bottom{zone + "_bottom", -1.0};
  SurfacePlane plane = surface_plane(model, bolted_set(model, top.set), top.set);
  const std::string upper = zone + "_bolt_upper", lower = zone + "_bolt_lower";
  const double along = (mean_place(model, upper) - mean_place(model, lower)).dot(plane.normal);
  demand(std::abs(along) > 1e-6 * plane.size, model.source,
         fmt::format("{} and {} stand at the same height over the surface", upper, lower),
         "name nodes of the bolt above and below the surface");
  if (along < 0.0) plane.normal = -plane.normal;
  std::vector<std::int64_t> both, tops = bolted_set(model, top.set),
                                  bottoms = bolted_set(model, bottom.set);
  std::sort(tops.begin(), tops.end());
  std::sort(bottoms.begin(), bottoms.end());
  std::set_intersection(tops.begin(), tops.end(), bottoms.begin(), bottoms.end(),
                        std::back_inserter(both));
  if (!both.empty())
    throw Error(model.source,
                fmt::format("node {} is in {} and in {}: the bodies are merged there", both.front(),
                            top.set, bottom.set),
                "give each body nodes of its own on the surface");
  check_side(model, plane, top, bottom);
  check_side(model, plane, bottom, top);
  return plane.normal;
}

// A node of two zones would have one motion for both.
void demand_apart(const FullModel& model, const std::vector<ZoneSpec>& zones) {
  std::map<std::int64_t, const std::string*> taken;
  for (const ZoneSpec& zone : zones)
    for (const std::int64_t node : zone.top)
      if (const auto [of, is_new] = taken.emplace(node, &zone.name); !is_new)
        throw Error(
            model.source,
            of->second == &zone.name
                ? fmt::format("{}_top names node {} twice", zone.name, node)
                : fmt::format("node {} is in the zones {} and {}", node, *of->second, zone.name),
            "name every node in one zone, once");
}

void demand_sets(const FullModel& model, const std::vector<std::string>& zones) {
  std::vector<std::string> missing;
  for (const std::string& zone : zones)
    for (const char* part : {"_top", "_bottom", "_bolt_upper", "_bolt_lower"})
      if (!has(model, zone + part)) missing.push_back(zone + part);
  if (!has(model, "sensor")) missing.emplace_back("sensor");
  if (missing.empty()) return;
  throw Error(model.source,
              fmt::format("{} of a bolted contact {} missing or empty: {}",
                          missing.size() == 1 ? "a node set" : "node sets",
                          missing.size() == 1 ? "is" : "are", list_of(missing)),
              "name their nodes so in the deck (NAME_top and NAME_bottom: the surfaces; "
              "NAME_bolt_upper and NAME_bolt_lower: sections of the bolt above and below them, or "
              "one node each; sensor: a node whose motion is the amplitude); " +
                  sets_of(model));
}

}  // namespace

const std::vector<std::int64_t>& bolted_set(const FullModel& model, const std::string& name) {
  demand(has(model, name), model.source,
         "the node set \"" + name + "\" of a bolted contact is missing or empty",
         "name its nodes so in the deck");
  return find_set(model, name)->second;
}

std::vector<std::string> zone_names(const Definition& definition, const FullModel& model) {
  const BoltedSpec& spec = definition.contact.bolted;
  std::vector<std::string> zones = spec.zones;
  if (zones.empty()) {
    zones = zones_of(model);
    for (std::string& zone : zones)
      for (const auto& [name, profile] : spec.profiles)
        if (upper_case(name) == upper_case(zone)) zone = name;
    demand(!zones.empty(), definition.path, "there is no bolted zone", zones_text(model));
  }
  check_names(definition, zones);
  for (const std::string& zone : spec.zones)
    demand(has(model, zone + "_top") || has(model, zone + "_bottom"), definition.path,
           "contact.zones names \"" + zone + "\", which the model does not have",
           zones_text(model));
  for (const auto& [name, profile] : spec.profiles)
    demand(std::count(zones.begin(), zones.end(), name) == 1, definition.path,
           "[contact.profile." + name + "] is of no zone",
           spec.zones.empty() ? zones_text(model) : "contact.zones are " + list_of(zones));
  return zones;
}

std::vector<ZoneSpec> zone_specs(const Definition& definition, const FullModel& model) {
  const BoltedSpec& spec = definition.contact.bolted;
  const std::vector<std::string> names = zone_names(definition, model);
  demand_sets(model, names);
  std::vector<ZoneSpec> zones;
  for (const std::string& name : names) {
    ZoneSpec zone;
    zone.name = name;
    zone.top = bolted_set(model, name + "_top");
    zone.bottom = bolted_set(model, name + "_bottom");
    zone.normal = zone_normal(model, name);
    zone.along = spec.along.value_or(Vector3::Zero());
    zone.grid = {spec.grid[0], spec.grid[1]};
    if (const auto profile = spec.profiles.find(name); profile != spec.profiles.end())
      zone.profile = profile->second;
    zone.roughness = spec.roughness;
    zones.push_back(std::move(zone));
  }
  demand_apart(model, zones);
  return zones;
}

}  // namespace mortise::gen
