#include "generator/simulate/assemble/attach.hpp"

#include <algorithm>

#include "generator/bodies/model/dof_table.hpp"
#include "generator/bodies/model/rigid_constraint.hpp"
#include "generator/bodies/model/rigid_motion.hpp"
#include "generator/contact/unilateral/cylindrical_tip.hpp"
#include "generator/contact/unilateral/node_contact.hpp"
#include "generator/simulate/assemble/locate.hpp"

namespace mortise::gen {
namespace {

// The geometry alone: its gap is the offset that the clearance is added to later, so that a build
// from kept stages does the same arithmetic.
ContactParameters geometry_only(const std::string& name) { return {name, 0.0, 0.0, 0.0, 0.0}; }

std::vector<ContactPoint> node_contacts(const Definition& definition, const FullModel& model) {
  const ContactSpec& spec = definition.contact;
  const std::vector<std::int64_t> nodes =
      spec.nodes.empty() ? locate(model, spec.place, "[contact]") : spec.nodes;
  const ContactFrame frame = contact_frame(spec.normal, spec.tangent.value_or(Vector3::Zero()));
  std::vector<ContactPoint> contacts;
  for (const std::int64_t node : nodes) {
    const std::string name = "node." + std::to_string(node);
    contacts.push_back(node_contact(model, node, frame, geometry_only(name)));
  }
  return contacts;
}

std::vector<Master> masters_of(const FullModel& model, const std::vector<MasterSpec>& specs) {
  std::vector<Master> masters;
  for (const MasterSpec& spec : specs) {
    for (const std::int64_t node : locate(model, spec.place, "contact.tip.masters")) {
      masters.push_back({node, spec.directions, 1.0});
    }
  }
  return masters;
}

// Replaces the masters by one rigid body and returns its node, which lies at their mean position:
// its motion is the mean over a set of exactly these nodes, so such sets come to mean that node.
Master make_rigid(const std::vector<Master>& masters, FullModel* model, Vector3* reference) {
  std::vector<std::int64_t> nodes;
  reference->setZero();
  for (const Master& master : masters) {
    nodes.push_back(master.node);
    *reference += node_position(*model, master.node, "contact.tip.masters");
  }
  *reference /= static_cast<double>(nodes.size());
  const std::int64_t label = model->nodes.rbegin()->first + 1;
  *model = constrain_rigid(*model, nodes, *reference, label);
  std::sort(nodes.begin(), nodes.end());
  for (auto& [name, set] : model->sets) {
    std::vector<std::int64_t> sorted = set;
    std::sort(sorted.begin(), sorted.end());
    if (sorted == nodes) set = {label};
  }
  return {label, {}, 1.0};
}

AttachedContacts tip_contacts_of(const Definition& definition, FullModel* model) {
  const ContactSpec& spec = definition.contact;
  const TipSpec& tip = spec.tip;
  Vector3 reference = tip.origin + tip.end * tip.axis;
  std::vector<Master> masters = masters_of(*model, tip.masters);
  if (tip.kind == TipKind::rigid) masters = {make_rigid(masters, model, &reference)};
  const RigidMotion motion(*model, masters, reference);
  return {tip_contacts(motion, tip, geometry_only("tip")), motion.independent_rows(), {}};
}

AttachedContacts attach_geometry(const Definition& definition, FullModel* model) {
  switch (definition.contact.kind) {
    case ContactKind::nodes:
      return {node_contacts(definition, *model), {}, {}};
    case ContactKind::tip:
      return tip_contacts_of(definition, model);
    case ContactKind::none:
    case ContactKind::file:
    case ContactKind::joint:
    case ContactKind::sliding:
    case ContactKind::bolted:
    case ContactKind::interfaces:
    case ContactKind::film:
      break;
  }
  return {};
}

}  // namespace

AttachedContacts attach_contacts(const Definition& definition, FullModel* model) {
  AttachedContacts attached = attach_geometry(definition, model);
  std::vector<ContactParameters> parameters;
  for (const ContactPoint& point : attached.points) {
    attached.clearance_offsets.push_back(point.parameters.clearance);
    parameters.push_back(point.parameters);
  }
  apply_law_values(definition.contact, attached.clearance_offsets,
                   {kLoneName, 0, parameters.size()}, &parameters);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    attached.points[i].parameters = parameters[i];
  }
  return attached;
}

void apply_law_values(const ContactSpec& spec, const std::vector<double>& offsets,
                      const ContactRange& range, std::vector<ContactParameters>* contacts) {
  for (std::size_t i = 0; i < range.count; ++i) {
    ContactParameters& c = (*contacts)[range.first + i];
    if (spec.clearance) c.clearance = offsets[i] + *spec.clearance;
    c.friction = spec.friction.value_or(c.friction);
    c.restitution = spec.restitution.value_or(c.restitution);
    c.restitution_tangential = spec.restitution_tangential.value_or(c.restitution_tangential);
  }
}

}  // namespace mortise::gen
