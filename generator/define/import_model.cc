#include "generator/define/import_model.hpp"

#include "generator/error.hpp"
#include "generator/fe/beam.hpp"
#include "generator/fe/importer.hpp"
#include "generator/fe/lumped.hpp"

namespace mortise::gen {
namespace {

FullModel import_beam(const Definition& definition) {
  const BeamImport& import = definition.import.beam;
  BeamSpec spec;
  spec.name = definition.name;
  spec.material = {import.young, import.density, import.poisson};
  spec.section = import.diameter ? round_section(*import.diameter)
                                 : rectangular_section(*import.width, *import.height);
  spec.axis = import.axis == "x" ? Axis::x : import.axis == "y" ? Axis::y : Axis::z;
  spec.origin = import.origin;
  for (const BeamSegmentSpec& s : import.segments) spec.segments.push_back({s.elements, s.length});
  spec.root = import.root_clamped ? BeamEnd::clamped : BeamEnd::free;
  spec.tip = import.tip_clamped ? BeamEnd::clamped : BeamEnd::free;
  for (const StationSpec& s : import.stations) spec.named_stations[s.name] = s.distance;
  return build_beam(spec);
}

FullModel import_lumped(const Definition& definition) {
  LumpedSpec spec;
  spec.name = definition.name;
  for (const MassSpec& m : definition.import.masses) {
    spec.masses.push_back({m.node, m.mass, m.directions, m.position});
  }
  for (const SpringSpec& s : definition.import.springs) {
    spec.springs.push_back({s.from, s.to, s.direction, s.stiffness});
  }
  for (const NodeSetSpec& s : definition.import.sets) spec.sets[s.name] = s.nodes;
  return build_lumped(spec);
}

FullModel import_plane(const Definition& definition) {
  std::vector<PlaneBody> bodies;
  for (const PlaneBodySpec& spec : definition.import.bodies) bodies.push_back(spec.body);
  return build_plane(definition.name, bodies);
}

FullModel import_export(const Definition& definition, std::vector<std::string>* warnings) {
  ImportOptions options;
  options.format = "calculix";
  options.path = definition.import.file;
  options.deck = definition.import.deck;
  options.units = definition.import.units;
  options.rotation_nodes = definition.import.rotation_nodes;
  return import_matrices(options, warnings);
}

}  // namespace

FullModel import_model(const Definition& definition, std::vector<std::string>* warnings) {
  switch (definition.import.kind) {
    case ImportKind::calculix:
      return import_export(definition, warnings);
    case ImportKind::beam:
      return import_beam(definition);
    case ImportKind::lumped:
      return import_lumped(definition);
    case ImportKind::plane:
      return import_plane(definition);
    case ImportKind::modal:
      break;
  }
  throw Error(definition.path, "modal data has no full-order model",
              "this command needs import.kind = calculix, beam, lumped or plane");
}

}  // namespace mortise::gen
