#include <algorithm>

#include "generator/contact/joint/laws.hpp"
#include "generator/contact/unilateral/surface_contact.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/assemble/attach.hpp"
#include "generator/simulate/assemble/locate.hpp"
#include "generator/simulate/bolted/bolted_zones.hpp"

namespace mortise::gen {
namespace {

std::vector<ContactPoint> contacts_of(const InterfaceSpec& spec, const std::string& what,
                                      const FullModel& model) {
  const ContactFrame frame =
      contact_frame(spec.contact.normal, spec.contact.tangent.value_or(Vector3::Zero()));
  std::vector<ContactPoint> contacts;
  std::vector<std::int64_t> surface;
  if (!spec.second.empty()) surface = ordered_set(model, spec.second, what);
  for (const std::int64_t node : locate(model, spec.contact.place, what)) {
    const std::string name = "node." + std::to_string(node);
    contacts.push_back(surface.empty()
                           ? node_contact(model, node, frame, {name, 0.0, 0.0, 0.0, 0.0})
                           : surface_contact(model, node, surface, frame, name));
  }
  return contacts;
}

// What the clearance of the definition is added to: between bodies it is the smallest one, and the
// others differ as drawn.
std::vector<double> offsets_of(const std::vector<ContactPoint>& contacts) {
  std::vector<double> offsets;
  offsets.reserve(contacts.size());
  for (const ContactPoint& c : contacts) offsets.push_back(c.parameters.clearance);
  const double smallest = *std::min_element(offsets.begin(), offsets.end());
  for (double& offset : offsets) offset -= smallest;
  return offsets;
}

// Two nodes, or a node and the ground: a spring, a slider or a stop between them. Law values are
// those of the joint as a whole, as of a length of 1 m.
Joint point_joint(const InterfaceSpec& spec, const std::string& what, const FullModel& model,
                  const std::vector<std::vector<std::int64_t>>& sides) {
  demand(spec.contact.joint.normal.has_value(), what, "joins two nodes in no direction",
         "give its normal, the direction from the second side to the first");
  demand(spec.contact.joint.subdivisions == 1, what,
         "joins two nodes, and has no segment for subdivisions",
         "leave out subdivisions, or name edges");
  const ContactFrame frame =
      contact_frame(*spec.contact.joint.normal, spec.contact.tangent.value_or(Vector3::Zero()));
  const DofTable table(model);
  JointNode node;
  node.name = std::to_string(sides[0][0]);
  node.normal = node.tangent = SparseRow(model.size());
  bool moves = false;
  for (std::size_t s = 0; s < sides.size(); ++s) {
    const double sign = s == 0 ? 1.0 : -1.0;
    if (s > 0) node.name += ":" + std::to_string(sides[s][0]);
    moves = add_translation(table, sides[s][0], sign * frame.normal, &node.normal) || moves;
    add_translation(table, sides[s][0], sign * frame.tangent1, &node.tangent);
  }
  demand(moves, what, "joins nodes that are both held", "name a node that can move");
  Joint joint;
  joint.nodes = {node, node};
  joint.nodes.back().name += kPointEnd;
  joint.points = {{{0, 1}, {0.5, 0.5}, 1.0, 0.0}};
  give_law(spec.contact.joint, what, &joint);
  return joint;
}

Joint joint_of(const InterfaceSpec& spec, const std::string& what, const FullModel& model) {
  std::vector<std::vector<std::int64_t>> sides;
  for (const std::string& side : spec.contact.joint.sides)
    sides.push_back(ordered_set(model, side, what));
  const bool points =
      std::all_of(sides.begin(), sides.end(), [](const auto& nodes) { return nodes.size() == 1; });
  demand(points || !spec.contact.tangent, what, "lies along edges, which are its tangent",
         "leave out tangent");
  return points ? point_joint(spec, what, model, sides)
                : attach_joint(spec.contact.joint, what, model);
}

FilmBetween film_of(const InterfaceSpec& spec, const std::string& what, const FullModel& model) {
  const Vector3 normal = spec.contact.normal.normalized();
  FilmBetween film;
  film.opening = place_row(model, spec.contact.place, normal, what);
  if (!spec.second.empty()) {
    Place second;
    second.set = spec.second;
    film.opening -= place_row(model, second, normal, what);
  }
  demand(film.opening.nonZeros() > 0, what, "lies between sides that are both held",
         "name nodes that can move");
  film.clearance = *spec.contact.clearance;
  film.width = spec.film.width;
  const FilmContactSpec& own = *spec.film.film->film;
  film.film = own;
  if (own.balanced()) {  // bodies that bear it move its edges through the grid
    film.film.grid.frame = FilmFrame::fixed;
    if (own.verify.points > 0) film.film.grid.points = own.verify.points;
    if (!own.verify.refine.empty()) film.film.grid.refine = refinements_of(own.verify.refine);
  }
  const std::vector<int>& substeps = spec.film.film->film->reduce->substeps;
  film.substeps = *std::max_element(substeps.begin(), substeps.end());
  return film;
}

// By its node sets, whose names in the assembly begin with the body's.
std::size_t zones_of_body(const InterfaceSpec& spec, const FullModel& model) {
  FullModel own;
  own.source = model.source;
  const std::string prefix = spec.bolted.body + ".";
  for (const auto& [name, nodes] : model.sets)
    if (name.rfind(prefix, 0) == 0) own.sets[name.substr(prefix.size())] = nodes;
  return zone_names(*spec.bolted.structure, own).size();
}

AttachedInterfaces attach_lone(const Definition& definition, FullModel* model) {
  AttachedContacts contacts = attach_contacts(definition, model);
  AttachedInterfaces attached;
  attached.tip_motion = std::move(contacts.tip_motion);
  const ContactSpec& spec = definition.contact;
  FullInterface interface;
  interface.name = kLoneName;
  if (spec.kind == ContactKind::joint) {
    interface.law = attach_joint(spec.joint, "the joint", *model);
  } else if (spec.kind == ContactKind::sliding) {
    interface.law = attach_sliding(spec.sliding, {}, *model);
  } else if (!contacts.points.empty()) {
    interface.law = UnilateralContacts{std::move(contacts.points), {}, definition.law};
  } else {
    return attached;
  }
  attached.list = {{std::move(interface)}, true};
  attached.clearance_offsets.push_back(std::move(contacts.clearance_offsets));
  return attached;
}

// Contacts at position level see each other through the compliance of their bodies: those of all
// interfaces are one problem, if there are no others.
void stack(std::vector<FullInterface>* interfaces) {
  if (interfaces->size() < 2 ||
      !std::all_of(interfaces->begin(), interfaces->end(),
                   [](const FullInterface& i) { return at_position_level(i); }))
    return;
  UnilateralContacts all;
  all.law = interfaces->front().contacts().law;
  for (FullInterface& interface : *interfaces) {
    std::vector<ContactPoint>& points = interface.make<UnilateralContacts>().points;
    all.stacked.push_back({interface.name, all.points.size(), points.size()});
    for (ContactPoint& c : points) {
      c.parameters.name.insert(0, interface.name + ".");
      all.points.push_back(std::move(c));
    }
  }
  *interfaces = {{kLoneName, std::move(all)}};
}

// Contacts or a joint that are the only interface are what [contact] would be; of energies,
// assemblies keep books.
bool makes_up_model(const Definition& definition, const std::vector<FullInterface>& interfaces) {
  const bool books = std::any_of(definition.outputs.begin(), definition.outputs.end(),
                                 [](const OutputSpec& o) { return is_energy(o.quantity); });
  return interfaces.size() == 1 && !books &&
         (interfaces[0].as<UnilateralContacts>() || interfaces[0].as<Joint>());
}

}  // namespace

AttachedInterfaces attach_interfaces(const Definition& definition, FullModel* of) {
  if (definition.interfaces.empty()) return attach_lone(definition, of);
  const FullModel& model = *of;
  AttachedInterfaces attached;
  for (const InterfaceSpec& spec : definition.interfaces) {
    const std::string what = "interface \"" + spec.name + "\"";
    FullInterface interface;
    interface.name = spec.name;
    attached.clearance_offsets.emplace_back();
    if (spec.contact.kind == ContactKind::bolted) {
      interface.law = BoltedZones{zones_of_body(spec, model), nullptr, 0, 0};
    } else if (spec.contact.kind == ContactKind::joint) {
      interface.law = joint_of(spec, what, model);
    } else if (spec.contact.kind == ContactKind::film) {
      interface.law = film_of(spec, what, model);
    } else if (spec.contact.kind == ContactKind::sliding) {
      interface.law =
          attach_sliding(spec.contact.sliding,
                         {"the first side of " + what, "the second side of " + what,
                          "start of " + what, "add near = [x, y, 0] to choose one of them"},
                         model);
    } else {
      UnilateralContacts contacts{contacts_of(spec, what, model), {}, spec.law};
      attached.clearance_offsets.back() = offsets_of(contacts.points);
      std::vector<ContactParameters> values;
      for (const ContactPoint& c : contacts.points) values.push_back(c.parameters);
      apply_law_values(spec.contact, attached.clearance_offsets.back(),
                       {spec.name, 0, values.size()}, &values);
      for (std::size_t i = 0; i < values.size(); ++i) contacts.points[i].parameters = values[i];
      interface.law = std::move(contacts);
    }
    attached.list.interfaces.push_back(std::move(interface));
  }
  stack(&attached.list.interfaces);
  attached.list.alone = makes_up_model(definition, attached.list.interfaces);
  return attached;
}

}  // namespace mortise::gen
