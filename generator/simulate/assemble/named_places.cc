#include "generator/simulate/assemble/named_places.hpp"

#include <algorithm>
#include <string>

#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/locate.hpp"

namespace mortise::gen {
namespace {

class PlaceSearch {
 public:
  explicit PlaceSearch(const FullModel& model) : model_(model) {}

  void look(const Place& place, const std::string& what) {
    if (place.empty()) return;
    try {
      (void)locate(model_, place, what);
    } catch (const Error& error) {
      for (const Finding& finding : findings_of(error)) add(finding);
    }
  }
  void look(const std::string& set, const std::string& what) {
    Place place;
    place.set = set;
    look(place, what);
  }
  void look(const std::vector<MasterSpec>& masters, const std::string& what) {
    for (const MasterSpec& master : masters) look(master.place, what);
  }
  template <class Spec>
  void look_named(const std::vector<Spec>& specs, const std::string& what) {
    for (const Spec& spec : specs) look(spec.place, what + " \"" + spec.name + "\"");
  }

  std::vector<Finding> found() const { return found_; }

 private:
  // Several keys may name the same place.
  void add(const Finding& finding) {
    const auto same = [&](const Finding& other) { return other.what == finding.what; };
    if (std::none_of(found_.begin(), found_.end(), same)) found_.push_back(finding);
  }

  const FullModel& model_;
  std::vector<Finding> found_;
};

void look_for_contact(const ContactSpec& contact, PlaceSearch* search) {
  search->look(contact.place, "[contact]");
  for (const std::int64_t node : contact.nodes) {
    Place place;
    place.node = node;
    search->look(place, "contact.nodes");
  }
  search->look(contact.tip.masters, "contact.tip.masters");
  for (const std::string& side : contact.joint.sides) search->look(side, "contact.sides");
  search->look(contact.sliding.slave, "contact.slave");
  search->look(contact.sliding.target, "contact.target");
}

void look_for_start(const InitialSpec& initial, const std::string& what, PlaceSearch* search) {
  if (initial.shape == InitialShape::statics) search->look(initial.place, what);
}

}  // namespace

std::vector<Finding> missing_places(const Definition& definition, const FullModel& model) {
  PlaceSearch search(model);
  look_for_contact(definition.contact, &search);
  for (const InterfaceSpec& interface : definition.interfaces) {
    if (interface.contact.kind == ContactKind::bolted) continue;
    const std::string what = "interface \"" + interface.name + "\"";
    search.look(interface.first, what);
    search.look(interface.second, what);
  }
  search.look(definition.condense.masters, "condense.masters");
  for (const PairSpec& pair : definition.condense.pairs)
    for (const std::string& set : {pair.first, pair.second}) search.look(set, "condense.pairs");
  for (const BodyTreatment& body : definition.bodies)
    search.look(body.condense.masters, "condense.masters");
  search.look_named(definition.inputs, "input");
  search.look_named(definition.forces, "force");
  search.look_named(definition.outputs, "output");
  look_for_start(definition.initial, "[initial]", &search);
  for (const ScenarioSpec& scenario : definition.scenarios)
    look_for_start(scenario.initial, "the start of scenario \"" + scenario.name + "\"", &search);
  return search.found();
}

}  // namespace mortise::gen
