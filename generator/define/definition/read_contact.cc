#include "generator/define/definition/read_sections.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

TipSpec read_tip(const KeyReader& reader) {
  TipSpec tip;
  reader.fill("contact.tip", &tip);
  tip.masters = read_masters(reader, "contact.tip.masters");
  if (tip.masters.empty()) {
    throw Error(reader.where("contact.tip"), "no nodes carry the tip",
                "add [[contact.tip.masters]] with set, node or near");
  }
  tip.axis = read_direction(reader, "contact.tip.axis");
  if (tip.end < tip.start) {
    throw Error(reader.where("contact.tip.end"), "the tip ends before it starts",
                "make contact.tip.end at least contact.tip.start");
  }
  return tip;
}

void read_nodes(const KeyReader& reader, ContactSpec* spec) {
  spec->place = read_place(reader, "contact", false);
  if (reader.has("contact.nodes") != spec->place.empty()) {
    throw Error(reader.where("contact"), "the nodes in contact are not determined",
                "give one of contact.node, contact.nodes, contact.set and contact.near");
  }
}

}  // namespace

ContactSpec read_contact(const KeyReader& reader, const ImportSpec& import) {
  ContactSpec spec;
  reader.fill("contact", &spec);
  const bool by_file = spec.kind == ContactKind::file;
  if (by_file != (import.modal())) {
    throw Error(reader.where(by_file ? "contact.kind" : "contact"),
                "contact.kind = \"file\" belongs to import.kind = \"modal\"",
                by_file ? "use another kind of contact" : "set contact.kind to \"file\"");
  }
  if (spec.kind == ContactKind::joint) spec.joint = read_joint(reader);
  if (spec.kind == ContactKind::sliding) spec.sliding = read_sliding(reader);
  if (spec.kind != ContactKind::nodes && spec.kind != ContactKind::tip) return spec;

  if (!spec.clearance) reader.get<double>("contact.clearance");
  spec.friction = spec.friction.value_or(0.0);
  spec.restitution = spec.restitution.value_or(0.0);
  spec.restitution_tangential = spec.restitution_tangential.value_or(0.0);
  spec.normal = read_direction(reader, "contact.wall.normal");
  if (reader.has("contact.wall.tangent")) {
    spec.tangent = read_direction(reader, "contact.wall.tangent");
  }
  reader.fill("contact.wall", &spec);
  if (spec.kind == ContactKind::nodes) read_nodes(reader, &spec);
  if (spec.kind == ContactKind::tip) spec.tip = read_tip(reader);
  return spec;
}

LawSpec read_law(const KeyReader& reader, const ContactSpec& contact,
                 std::vector<std::string>* notices) {
  LawSpec law;
  reader.fill("law", &law);

  // tangential restitution relates end and start velocities; the mean velocity has no place for it
  const bool tangential = contact.restitution_tangential.value_or(0.0) > 0.0;
  if (tangential && law.friction_velocity == FrictionVelocity::mean) {
    if (reader.has("law.friction_velocity")) {
      throw Error(reader.where("law.friction_velocity"),
                  "contact.restitution_tangential > 0 acts on end velocities, but "
                  "law.friction_velocity is \"mean\"",
                  "set law.friction_velocity to \"end\", or contact.restitution_tangential to 0");
    }
    law.friction_velocity = FrictionVelocity::end;
    notices->push_back(
        "law.friction_velocity is \"end\" because contact.restitution_tangential > 0");
  }
  return law;
}

SolverSpec read_solver(const KeyReader& reader) {
  SolverSpec solver;
  reader.fill("solver", &solver);
  return solver;
}

}  // namespace mortise::gen
