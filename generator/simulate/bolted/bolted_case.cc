#include "generator/simulate/bolted/bolted_case.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generator/bodies/import/importer.hpp"
#include "generator/bodies/model/dof_table.hpp"
#include "generator/bodies/model/node_sets.hpp"
#include "generator/bodies/model/surface_faces.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/bolted/bolted_zones.hpp"

namespace mortise::gen {
namespace {

constexpr Eigen::Index kTiedModes = 25;

// Share of every node in a force that is uniform over the faces; one node takes all of it.
Vector area_shares(const FullModel& model, const std::vector<std::int64_t>& nodes,
                   const ContactFrame& frame, const std::string& where) {
  if (nodes.size() == 1) return Vector::Ones(1);
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

// Load of a pretension of 1 N: the shank's upper part is pulled down, the lower one up.
Vector bolt_load(const FullModel& model, const DofTable& table, const ContactZone& zone) {
  Vector load = Vector::Zero(model.size());
  for (const double side : {1.0, -1.0}) {
    const std::string set = zone.name + (side > 0.0 ? "_bolt_upper" : "_bolt_lower");
    const std::vector<std::int64_t>& nodes = bolted_set(model, set);
    const Vector share = area_shares(model, nodes, zone.frame, set);
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (int d = 1; d <= 3; ++d)
        for (const auto& [row, weight] : table.motion({nodes[i], d}))
          load[row] -=
              weight * side * share[static_cast<Eigen::Index>(i)] * zone.frame.normal[d - 1];
  }
  return load;
}

// (n) of each zone's points this share.
std::vector<bool> highest_points(const std::vector<ContactZone>& zones, double share) {
  std::vector<bool> highest;
  for (const ContactZone& zone : zones) {
    Vector heights = zone.height;
    const auto least = static_cast<Eigen::Index>((1.0 - share) * double(zone.points() - 1));
    std::nth_element(heights.begin(), heights.begin() + least, heights.end());
    for (const double height : zone.height) highest.push_back(height >= heights[least]);
  }
  return highest;
}

void warn_of_short_waves(const ContactZone& zone, const Roughness& roughness,
                         std::vector<std::string>* warnings) {
  constexpr double kNearly = 1.01;
  const double pitch = std::max(zone.grid.pitch[0], zone.grid.pitch[1]);
  if (warnings == nullptr || roughness.sigma == 0.0 ||
      2.0 * pitch <= kNearly * roughness.wavelength_min)
    return;
  warnings->push_back(fmt::format(
      "zone {}: elements of {:.3g} mm sample waves of roughness from {:.3g} mm on; they resolve "
      "those from {:.3g} mm on",
      zone.name, 1e3 * pitch, 1e3 * roughness.wavelength_min, 2e3 * pitch));
}

// sensor: 3 rows; then, where their nodes are named, those of BoltedCase::shape_rows.
Entries sensor_rows(const FullModel& model, const DofTable& table) {
  Entries rows;
  const auto add = [&](int row, std::int64_t node, int direction, double weight) {
    if (!table.moves({node, direction})) (void)table.at({node, direction}, "sensor");
    for (const auto& [dof, share] : table.motion({node, direction}))
      rows.emplace_back(row, static_cast<int>(dof), weight * share);
  };
  const std::int64_t sensor = bolted_set(model, "sensor").front();
  for (int d = 0; d < 3; ++d) add(d, sensor, d + 1, 1.0);
  for (const char* set : {"middle_lower", "middle_sides"})
    if (find_set(model, set) == nullptr) return rows;
  const std::int64_t lower = bolted_set(model, "middle_lower").front();
  const std::vector<std::int64_t>& sides = bolted_set(model, "middle_sides");
  add(3, sensor, 3, 1.0);
  add(4, lower, 3, 1.0);
  add(5, sides.front(), 3, 0.5);
  add(5, sides.back(), 3, -0.5);
  const Vector3 across = node_position(model, sides.front(), "middle_sides") -
                         node_position(model, sides.back(), "middle_sides");
  const Vector3 height =
      node_position(model, sensor, "sensor") - node_position(model, lower, "middle_lower");
  add(6, sensor, 2, -0.5 * across.y() / height.z());
  add(6, lower, 2, 0.5 * across.y() / height.z());
  return rows;
}

}  // namespace

CoulombNewton BoltedCase::contact(std::optional<ContactSolver> other) const {
  CoulombNewton made(structure.compliance(), friction, other.value_or(solver));
  made.restrict_to(likely);
  return made;
}

Eigen::Index find_mode(const BoltedCase& bolted, const Matrix& shapes, ModeShape shape) {
  demand(bolted.shape_rows.rows() == 4, "mode shapes", "the model does not say where to look",
         "name node sets middle_lower and middle_sides, or choose the mode by its number");
  constexpr double kMost = 0.7;  // of what moves at the middle
  for (Eigen::Index m = 0; m < shapes.cols(); ++m) {
    const Vector moved = bolted.shape_rows * shapes.col(m);
    const double size = std::max(moved.cwiseAbs().maxCoeff(),
                                 (bolted.structure.sensor * shapes.col(m)).cwiseAbs().maxCoeff());
    const double together = 0.5 * std::abs(moved[0] + moved[1]);
    const double apart = 0.5 * std::abs(moved[0] - moved[1]);
    const double twist = moved[2] * moved[3] < 0.0 ? std::abs(moved[2]) : 0.0;
    const double share = shape == ModeShape::IN_PHASE_BENDING       ? together
                         : shape == ModeShape::OUT_OF_PHASE_BENDING ? apart
                                                                    : twist;
    if (share > kMost * size) return m;
  }
  return -1;
}

BoltedCase bolted_case(const Definition& definition, std::vector<std::string>* warnings,
                       const std::function<SparseMatrix(const FullModel&)>& more,
                       const std::string& cache) {
  demand(definition.contact.kind == ContactKind::bolted, definition.path,
         "contact.kind is not bolted", "take a definition with contact.kind = \"bolted\"");
  const BoltedSpec& spec = definition.contact.bolted;
  const FullModel model =
      import_model(definition.path, definition.name, definition.import, warnings);
  std::vector<ContactZone> zones;
  for (const ZoneSpec& zone : zone_specs(definition, model)) {
    zones.push_back(make_zone(model, zone));
    warn_of_short_waves(zones.back(), spec.roughness, warnings);
  }
  const DofTable table(model);
  Matrix loads(model.size(), static_cast<Eigen::Index>(zones.size()));
  for (std::size_t z = 0; z < zones.size(); ++z)
    loads.col(static_cast<Eigen::Index>(z)) = bolt_load(model, table, zones[z]);
  Entries rows = sensor_rows(model, table);
  const int row_count = rows.size() > 3 ? 7 : 3;
  const SparseMatrix asked = more ? more(model) : SparseMatrix(0, model.size());
  for (Eigen::Index k = 0; k < asked.outerSize(); ++k)
    for (SparseMatrix::InnerIterator w(asked, k); w; ++w)
      rows.emplace_back(row_count + static_cast<int>(w.row()), static_cast<int>(w.col()),
                        w.value());
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
                                 sparse_matrix(row_count + asked.rows(), model.size(), rows),
                                 &result.preload.bolts, cache);
  result.solver = spec.solver;
  result.likely = highest_points(result.structure.zones, spec.restricted);
  result.shape_rows = result.structure.sensor.middleRows(3, row_count - 3);
  result.more_rows = result.structure.sensor.bottomRows(asked.rows());
  result.structure.sensor.conservativeResize(3, Eigen::NoChange);
  return result;
}

}  // namespace mortise::gen
