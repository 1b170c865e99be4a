#include "generator/simulate/bolted/bolted_case.hpp"

#include "generator/bodies/import/importer.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/bodies/model/surface_faces.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr Eigen::Index kTiedModes = 25;

const std::vector<std::int64_t>& nodes_of(const FullModel& model, const std::string& set) {
  const auto found = model.sets.find(set);
  demand(found != model.sets.end() && !found->second.empty(), model.source,
         "the node set \"" + set + "\" of a bolted contact is missing",
         "name its nodes so in the deck, or use import.kind = \"bolted_beam\"");
  return found->second;
}

// Share of every node in a force that is uniform over the faces.
Vector area_shares(const FullModel& model, const std::vector<std::int64_t>& nodes,
                   const ContactFrame& frame, const std::string& where) {
  Vector share = Vector::Zero(static_cast<Eigen::Index>(nodes.size()));
  for (const SurfaceFace& face : surface_faces(model, nodes, frame, where)) {
    double twice = 0.0;
    for (std::size_t i = 0; i < face.place.size(); ++i) {
      const Eigen::Vector2d &a = face.place[i], &b = face.place[(i + 1) % face.place.size()];
      twice += a.x() * b.y() - a.y() * b.x();
    }
    for (const std::size_t c : face.corners)
      share[static_cast<Eigen::Index>(c)] += 0.5 * twice / static_cast<double>(face.corners.size());
  }
  return share / share.sum();
}

// Of a pretension of 1 N: the shank's upper part is pulled down, the lower one up.
Vector bolt_load(const FullModel& model, const DofTable& table, const ContactZone& zone) {
  Vector load = Vector::Zero(model.size());
  for (const double side : {1.0, -1.0}) {
    const std::string set = zone.name + (side > 0.0 ? "_bolt_upper" : "_bolt_lower");
    const std::vector<std::int64_t>& nodes = nodes_of(model, set);
    const Vector share = area_shares(model, nodes, zone.frame, set);
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (int d = 1; d <= 3; ++d)
        if (const Eigen::Index row = table.find({nodes[i], d}); row >= 0)
          load[row] -= side * share[static_cast<Eigen::Index>(i)] * zone.frame.normal[d - 1];
  }
  return load;
}

}  // namespace

BoltedCase bolted_case(const Definition& definition, std::vector<std::string>* warnings) {
  demand(definition.contact.kind == ContactKind::bolted, definition.path,
         "contact.kind is not bolted", "take a definition with contact.kind = \"bolted\"");
  const BoltedSpec& spec = definition.contact.bolted;
  const FullModel model =
      import_model(definition.path, definition.name, definition.import, warnings);
  std::vector<ContactZone> zones;
  for (const auto& [name, profile] :
       {std::pair{std::string("left"), &spec.left}, {std::string("right"), &spec.right}}) {
    if (model.sets.count(name + "_top") == 0) continue;
    ZoneSpec zone;
    zone.name = name;
    zone.top = nodes_of(model, name + "_top");
    zone.bottom = nodes_of(model, name + "_bottom");
    zone.grid = {spec.grid[0], spec.grid[1]};
    zone.profile = *profile;
    zones.push_back(make_zone(model, zone));
  }
  demand(!zones.empty(), definition.path, "the model has no bolted contact",
         "name the nodes of its surfaces left_top and left_bottom");
  const DofTable table(model);
  Matrix loads(model.size(), static_cast<Eigen::Index>(zones.size()));
  for (std::size_t z = 0; z < zones.size(); ++z)
    loads.col(static_cast<Eigen::Index>(z)) = bolt_load(model, table, zones[z]);
  Entries sensor;
  for (int d = 0; d < 3; ++d)
    sensor.emplace_back(
        d, static_cast<int>(table.at({nodes_of(model, "sensor").front(), d + 1}, "sensor")), 1.0);
  BoltedOptions options;
  options.modes = kTiedModes;
  options.coupling = spec.coupled ? TangentialCoupling::FULL : TangentialCoupling::NONE;
  for (Material& surface : options.surfaces) {
    surface.young = spec.young;
    surface.poisson = spec.poisson;
    surface.density = 1.0;  // of no account
  }
  BoltedCase result;
  result.preload.resultant =
      Vector::Constant(static_cast<Eigen::Index>(zones.size()), spec.preload);
  result.friction = definition.contact.friction.value_or(0.0);
  result.structure = make_bolted(model, std::move(zones), options, loads,
                                 sparse_matrix(3, model.size(), sensor), &result.preload.bolts);
  return result;
}

}  // namespace mortise::gen
