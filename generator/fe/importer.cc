#include "generator/fe/importer.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "generator/error.hpp"
#include "generator/fe/assemble.hpp"
#include "generator/fe/calculix.hpp"
#include "generator/fe/deck.hpp"
#include "generator/fe/units.hpp"

namespace mortise::gen {
namespace {

const std::map<std::string, FormatReader>& readers() {
  static const std::map<std::string, FormatReader> kReaders{{"calculix", read_calculix}};
  return kReaders;
}

FormatReader reader_of(const ImportOptions& options) {
  const auto found = readers().find(options.format);
  if (found != readers().end()) return found->second;
  std::string known;
  for (const std::string& name : import_formats()) known += (known.empty() ? "" : ", ") + name;
  throw Error(options.path, "\"" + options.format + "\" is no known matrix format",
              "use one of: " + known);
}

// Directions 1..3 of these nodes become rotations 4..6. Returns the labels that have dofs.
std::set<std::int64_t> mark_rotations(const std::vector<std::int64_t>& nodes, RawExport& raw) {
  const std::set<std::int64_t> labels(nodes.begin(), nodes.end());
  std::set<std::int64_t> found;
  for (Dof& dof : raw.dofs) {
    if (labels.count(dof.node) == 0) continue;
    found.insert(dof.node);
    if (dof.direction <= 3) dof.direction += 3;
  }
  return found;
}

void mark_declared_rotations(const std::vector<std::int64_t>& nodes, RawExport& raw) {
  const std::set<std::int64_t> found = mark_rotations(nodes, raw);
  for (const std::int64_t label : nodes) {
    if (found.count(label) > 0) continue;
    throw Error(raw.dof_file, "rotation node " + std::to_string(label) + " has no dof",
                "name the ROT NODE of a *RIGID BODY that is not clamped");
  }
}

// Length that turns a displacement of the export into SI; rotations are rad everywhere.
Vector dof_scales(const std::vector<Dof>& dofs, double length) {
  Vector scale(static_cast<Eigen::Index>(dofs.size()));
  for (std::size_t i = 0; i < dofs.size(); ++i)
    scale[static_cast<Eigen::Index>(i)] = dofs[i].direction <= 3 ? length : 1.0;
  return scale;
}

void attach_deck(const Deck& deck, const std::string& deck_file, double length, FullModel& model) {
  for (const auto& [label, position] : deck.nodes) model.nodes[label] = length * position;
  model.sets = deck.sets;
  for (const Dof& dof : model.dofs) {
    if (model.nodes.count(dof.node) > 0) continue;
    throw Error(deck_file, "does not define node " + std::to_string(dof.node) + ", which has dofs",
                "give the deck that the matrices were exported from");
  }
}

}  // namespace

std::vector<std::string> import_formats() {
  std::vector<std::string> names;
  for (const auto& [name, reader] : readers()) names.push_back(name);
  return names;
}

FullModel import_matrices(const ImportOptions& options, std::vector<std::string>* warnings) {
  const UnitSystem units = parse_units(options.units);
  RawExport raw = reader_of(options)(options);

  Deck deck;
  if (raw.deck.empty()) {
    raw.warnings.push_back("no deck (.inp) beside " + options.path +
                           ": coordinates and sets are unknown");
  } else {
    deck = read_deck(raw.deck);
  }
  mark_rotations(deck.rotation_nodes, raw);  // a clamped ROT NODE has no dofs, which is legal
  mark_declared_rotations(options.rotation_nodes, raw);
  check_dofs(raw);

  FullModel model;
  model.source = options.format + " export " + options.path;
  model.dofs = raw.dofs;
  const Vector scale = dof_scales(raw.dofs, units.length);
  const double energy = units.force * units.length;
  const double inertia = units.mass * units.length * units.length;
  model.stiffness = assemble(raw.stiffness, raw.dofs, scale, energy);
  model.mass = assemble(raw.mass, raw.dofs, scale, inertia);
  check_definite(model, raw);
  if (!raw.deck.empty()) attach_deck(deck, raw.deck, units.length, model);

  if (warnings != nullptr)
    warnings->insert(warnings->end(), raw.warnings.begin(), raw.warnings.end());
  return model;
}

}  // namespace mortise::gen
