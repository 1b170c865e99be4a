#include "generator/simulate/assemble/attach.hpp"

#include <algorithm>
#include <cmath>

#include "generator/bodies/model/dof_table.hpp"
#include "generator/contact/unilateral/node_contact.hpp"
#include "generator/ground/text/number_text.hpp"
#include "generator/simulate/assemble/locate.hpp"

namespace mortise::gen {
namespace {

constexpr double kSameDirection = 1e-9;   // distance of unit vectors
constexpr std::size_t kNamesOnALine = 8;  // on one line
constexpr int kPlacingDigits = 4;         // of coordinates

class NearCollector {
 public:
  explicit NearCollector(const FullModel& model) : model_(model) {}

  // Places that mean the same node by the same point are named together.
  void add(const Place& place, const std::string& what) {
    if (!place.near) return;
    const NearestNode found = locate_near(model_, place, what);
    for (NearestNode& known : nodes) {
      if (known.node != found.node || known.wanted != found.wanted) continue;
      known.place += ", " + what;
      return;
    }
    nodes.push_back(found);
  }
  void add(const std::vector<MasterSpec>& masters, const std::string& what) {
    for (const MasterSpec& master : masters) add(master.place, what);
  }
  template <class Spec>
  void add_named(const std::vector<Spec>& specs, const char* kind) {
    for (const Spec& spec : specs) add(spec.place, std::string(kind) + " \"" + spec.name + "\"");
  }

  std::vector<NearestNode> nodes;

 private:
  const FullModel& model_;
};

// An interface row triple in the world.
struct Placed {
  std::string name;
  std::optional<Vector3> position;
  ContactFrame frame;  // in a bore at angle 0
  bool in_bore = false;
};

std::optional<Vector3> known_position(const FullModel& model, std::int64_t node) {
  const auto it = model.nodes.find(node);
  if (it == model.nodes.end()) return std::nullopt;
  return it->second;
}

// "seat.12" for the label of a node of several bodies; the label for one alone.
std::string label_text(const FullModel& model, std::int64_t label) {
  const std::string* body = nullptr;
  std::int64_t shift = -1;
  for (const auto& [name, own] : model.label_shift)
    if (own < label && own > shift) body = &name, shift = own;
  return body == nullptr ? std::to_string(label) : *body + "." + std::to_string(label - shift);
}

std::vector<Placed> placed_nodes(const ContactSpec& spec, const std::vector<ContactPoint>& contacts,
                                 const FullModel& model) {
  if (contacts.empty()) return {};
  const ContactFrame frame = contact_frame(spec.normal, spec.tangent.value_or(Vector3::Zero()));
  std::vector<Placed> placed;
  for (const ContactPoint& contact : contacts) {
    const std::string& name = contact.parameters.name;  // "node.<label>"
    const std::int64_t label = std::stoll(name.substr(name.rfind('.') + 1));
    placed.push_back({model.label_shift.empty() ? name : label_text(model, label),
                      known_position(model, label), frame});
  }
  return placed;
}

// Contacts as tip_contacts() orders them: edge by edge, along the axis.
std::vector<Placed> placed_tip(const CylindricalTip& tip,
                               const std::vector<ContactPoint>& contacts) {
  std::vector<Placed> placed;
  for (const ContactPoint& contact : contacts) {
    const auto number = placed.size(), points = static_cast<std::size_t>(tip.points);
    const double share =
        points == 1 ? 1.0 : static_cast<double>(number % points) / static_cast<double>(points - 1);
    const double along = tip.start + share * (tip.end - tip.start);
    const double angle = tip.angles[number / points];
    const Vector3 center = tip.origin + along * tip.axis;
    const bool in_bore = contact.in_bore();
    placed.push_back({contact.parameters.name, in_bore ? center : rim_point(tip, along, angle),
                      contact_frame(center - rim_point(tip, along, 0.0), tip.axis), in_bore});
  }
  return placed;
}

// Direction of a row that takes the translations of a node along it; of a held node zero, and
// along an axis along which it follows others.
Vector3 direction_at(const FullModel& model, const DofTable& table, const SparseRow& row,
                     std::int64_t node) {
  Vector3 direction = Vector3::Zero();
  for (int k = 0; k < 3; ++k) {
    const Eigen::Index dof = table.find({node, k + 1});
    if (dof >= 0 && dof < model.size()) direction[k] = row.coeff(dof);
  }
  return direction;
}

// Held nodes have no rows to tell a direction by: they have that of the next pair that moves.
void borrow_directions(std::vector<Placed>* pairs) {
  const auto moves = [](const Placed& p) {
    return std::abs(p.frame.normal.norm() - 1.0) <= kSameDirection &&
           std::abs(p.frame.tangent1.norm() - 1.0) <= kSameDirection;
  };
  for (auto pair = pairs->begin(); pair != pairs->end(); ++pair) {
    if (moves(*pair)) continue;
    const auto next = std::find_if(pair, pairs->end(), moves);
    if (next != pairs->end()) {
      pair->frame = next->frame;
    } else if (pair != pairs->begin()) {
      pair->frame = std::prev(pair)->frame;
    }
  }
}

// Pairs are named "17:59" by their nodes, or "17" above a base; the one of side A moves along.
std::vector<Placed> placed_pairs(const Joint& joint, const FullModel& model) {
  const DofTable table(model);
  std::vector<Placed> placed;
  for (const JointNode& pair : joint.nodes) {
    std::size_t end = 0;
    if (&pair != &joint.nodes.front() && pair.name == joint.nodes.front().name + kPointEnd)
      continue;
    const std::int64_t node = std::stoll(pair.name, &end);
    std::string name = pair.name;
    Vector3 normal = direction_at(model, table, pair.normal, node);
    Vector3 along = direction_at(model, table, pair.tangent, node);
    if (normal.isZero(0.0) && end < pair.name.size() && pair.name[end] == ':') {
      const std::int64_t other = std::stoll(pair.name.substr(end + 1));
      normal = -direction_at(model, table, pair.normal, other);
      along = -direction_at(model, table, pair.tangent, other);
    }
    if (!model.label_shift.empty()) {
      name = label_text(model, node);
      if (end < pair.name.size() && pair.name[end] == ':')
        name += ":" + label_text(model, std::stoll(pair.name.substr(end + 1)));
    }
    placed.push_back({name, known_position(model, node), {normal, along, normal.cross(along)}});
  }
  borrow_directions(&placed);
  return placed;
}

// The slave lies above its target, which runs along x.
std::vector<Placed> placed_slave(const SlidingGeometry& geometry) {
  return {{"slave",
           Vector3(geometry.start, geometry.slave_height, 0.0),
           {Vector3::UnitY(), Vector3::UnitX(), -Vector3::UnitZ()}}};
}

// None of a film, which lies between the means of its sides, and of bolted contacts. range: of the
// interface's contacts.
std::vector<Placed> placed(const ContactSpec& spec, const FullInterface& interface,
                           const ContactRange& range, const FullModel& model) {
  if (const auto* joint = interface.as<Joint>()) return placed_pairs(*joint, model);
  if (const auto* sliding = interface.as<SlidingContact>()) return placed_slave(sliding->geometry);
  const std::vector<ContactPoint>& points = interface.contacts().points;
  const auto first = points.begin() + static_cast<std::ptrdiff_t>(range.first);
  const std::vector<ContactPoint> contacts(first, first + static_cast<std::ptrdiff_t>(range.count));
  if (spec.kind == ContactKind::tip) return placed_tip(spec.tip, contacts);
  return placed_nodes(spec, contacts, model);
}

std::string vector_text(const Vector3& v) {
  const auto text = [](double x) { return number_text(x + 0.0, kPlacingDigits); };  // no "-0"
  return "[" + text(v.x()) + ", " + text(v.y()) + ", " + text(v.z()) + "]";
}

// "+x" along an axis of the world, else its components.
std::string direction_text(const Vector3& v) {
  for (int k = 0; k < 3; ++k) {
    if (std::abs(v[k]) > 1.0 - kSameDirection) {
      return std::string(v[k] > 0.0 ? "+" : "-") + "xyz"[k];
    }
  }
  return vector_text(v);
}

bool same_frame(const Placed& a, const Placed& b) {
  return (a.frame.normal - b.frame.normal).norm() <= kSameDirection &&
         (a.frame.tangent1 - b.frame.tangent1).norm() <= kSameDirection;
}

std::string names_text(const std::vector<Placed>& placed, std::size_t first, std::size_t last) {
  if (last - first > kNamesOnALine) return placed[first].name + " ... " + placed[last - 1].name;
  std::string text;
  for (std::size_t i = first; i < last; ++i) text += (i > first ? ", " : "") + placed[i].name;
  return text;
}

std::string run_line(const std::vector<Placed>& placed, std::size_t first, std::size_t last,
                     bool joint) {
  const Placed& p = placed[first];
  const bool several = last - first > 1;
  std::string line = joint ? "pair" : "contact";
  line += (several ? "s " : " ") + std::to_string(first);
  if (several) line += " to " + std::to_string(last - 1);
  line += " (" + names_text(placed, first, last) + ")";
  if (p.position) line += " at " + vector_text(*p.position);
  if (several && placed[last - 1].position)
    line += " ... " + vector_text(*placed[last - 1].position);
  if (p.position) line += " m";
  if (p.in_bore)
    return line + ": plays in a round bore about " + direction_text(p.frame.tangent1) +
           ", which it touches where it is nearest; tangent 1 " + direction_text(p.frame.tangent1) +
           ", tangent 2 around it, at " + direction_text(-p.frame.normal) + " along " +
           direction_text(p.frame.tangent2);
  line += ": opens along " + direction_text(p.frame.normal) +
          (joint ? ", the other side is at " : ", the wall is at ") +
          direction_text(-p.frame.normal);
  line += joint ? "; slips along " + direction_text(p.frame.tangent1)
                : "; tangent 1 " + direction_text(p.frame.tangent1) + ", tangent 2 " +
                      direction_text(p.frame.tangent2);
  return line;
}

}  // namespace

std::vector<NearestNode> contact_nodes_near(const Definition& definition, const FullModel& model) {
  NearCollector found(model);
  const ContactSpec& contact = definition.contact;
  if (contact.kind == ContactKind::nodes) found.add(contact.place, "[contact]");
  if (contact.kind == ContactKind::tip) found.add(contact.tip.masters, "contact.tip.masters");
  if (contact.kind == ContactKind::sliding) found.add(contact.sliding.slave, "contact.slave");
  for (const InterfaceSpec& interface : definition.interfaces)
    found.add(interface.contact.sliding.slave, "interface \"" + interface.name + "\"");
  return found.nodes;
}

std::vector<NearestNode> nodes_near(const Definition& definition, const FullModel& model) {
  NearCollector found(model);
  found.add(definition.condense.masters, "condense.masters");
  found.add_named(definition.inputs, "input");
  found.add_named(definition.forces, "force");
  found.add_named(definition.outputs, "output");
  const Place& common = definition.initial.place;
  found.add(common, "[initial]");
  for (const ScenarioSpec& scenario : definition.scenarios) {
    const Place& place = scenario.initial.place;
    const bool inherited = place.set == common.set && place.near == common.near;
    if (!inherited) found.add(place, "initial place of scenario \"" + scenario.name + "\"");
  }
  return found.nodes;
}

std::string placing_line(const NearestNode& node) {
  return node.place + ": node " + std::to_string(node.node) + " at " + vector_text(node.position) +
         " m, " + number_text(node.distance, kPlacingDigits) + " m from the point given";
}

namespace {

// Neighbours that share their directions on one line.
void add_lines(const std::vector<Placed>& placed, bool joint, const std::string& head,
               std::vector<std::string>* lines) {
  for (std::size_t first = 0, last = 0; first < placed.size(); first = last) {
    while (last < placed.size() && same_frame(placed[first], placed[last])) ++last;
    lines->push_back(head + run_line(placed, first, last, joint));
  }
}

}  // namespace

std::vector<std::string> placing_lines(const Definition& definition, const FullSystem& system) {
  std::vector<std::string> lines;
  std::size_t number = 0;  // in the definition
  for (const FullInterface& interface : system.interfaces) {
    const bool one = system.alone && interface.contacts().stacked.empty();
    for (const ContactRange& range : ranges_of(interface))
      add_lines(placed(contact_of(definition, number++), interface, range, system.model),
                interface.as<Joint>() != nullptr, one ? "" : range.name + ": ", &lines);
  }
  return lines;
}

}  // namespace mortise::gen
