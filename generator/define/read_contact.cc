#include "generator/define/read_sections.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

TipSpec read_tip(const KeyReader& reader) {
  TipSpec tip;
  tip.kind = read_choice<TipKind>(reader, "contact.tip.kind");
  tip.masters = read_masters(reader, "contact.tip.masters");
  if (tip.masters.empty()) {
    throw Error(reader.where("contact.tip"), "no nodes carry the tip",
                "add [[contact.tip.masters]] with set, node or near");
  }
  tip.origin = reader.get<Vector3>("contact.tip.origin");
  tip.axis = read_direction(reader, "contact.tip.axis");
  tip.radius = reader.get<double>("contact.tip.radius");
  tip.start = reader.get<double>("contact.tip.start");
  tip.end = reader.get<double>("contact.tip.end");
  tip.points = reader.get<int>("contact.tip.points");
  tip.angles = reader.get<std::vector<double>>("contact.tip.angles");
  if (tip.end < tip.start) {
    throw Error(reader.where("contact.tip.end"), "the tip ends before it starts",
                "make contact.tip.end at least contact.tip.start");
  }
  return tip;
}

void read_nodes(const KeyReader& reader, ContactSpec* spec) {
  spec->place = read_place(reader, "contact", false);
  const auto nodes = reader.find<std::vector<std::int64_t>>("contact.nodes");
  if (nodes.has_value() != spec->place.empty()) {
    throw Error(reader.where("contact"), "the nodes in contact are not determined",
                "give one of contact.node, contact.nodes, contact.set and contact.near");
  }
  spec->nodes = nodes.value_or(std::vector<std::int64_t>());
}

}  // namespace

ContactSpec read_contact(const KeyReader& reader, ImportKind import) {
  ContactSpec spec;
  spec.kind = read_choice<ContactKind>(reader, "contact.kind");
  const bool by_file = spec.kind == ContactKind::file;
  if (by_file != (import == ImportKind::modal)) {
    throw Error(reader.where(by_file ? "contact.kind" : "contact"),
                "contact.kind = \"file\" belongs to import.kind = \"modal\"",
                by_file ? "use another kind of contact" : "set contact.kind to \"file\"");
  }
  spec.clearance = reader.find<double>("contact.clearance");
  spec.friction = reader.find<double>("contact.friction");
  spec.restitution = reader.find<double>("contact.restitution");
  spec.restitution_tangential = reader.find<double>("contact.restitution_tangential");
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
  spec.bushing = reader.get<std::string>("contact.wall.shape") == "bushing";
  if (spec.kind == ContactKind::nodes) read_nodes(reader, &spec);
  if (spec.kind == ContactKind::tip) spec.tip = read_tip(reader);
  return spec;
}

LawSpec read_law(const KeyReader& reader, const ContactSpec& contact,
                 std::vector<std::string>* notices) {
  LawSpec law;
  law.friction_velocity = read_choice<FrictionVelocity>(reader, "law.friction_velocity");
  law.restitution_rule = read_choice<RestitutionRule>(reader, "law.restitution_rule");
  law.activation = read_choice<Activation>(reader, "law.activation");
  law.activation_threshold = reader.get<double>("law.activation_threshold");
  law.activation_hysteresis = reader.get<double>("law.activation_hysteresis");
  law.restitution_threshold = reader.get<double>("law.restitution_threshold");

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
  solver.kind = read_choice<SolverChoice>(reader, "solver.kind");
  solver.sweeps = reader.find<int>("solver.sweeps");
  solver.iterations = reader.find<int>("solver.iterations");
  solver.tail_sweeps = reader.find<int>("solver.tail_sweeps");
  solver.tolerance = reader.find<double>("solver.tolerance");
  return solver;
}

}  // namespace mortise::gen
