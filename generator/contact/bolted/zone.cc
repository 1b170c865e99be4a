#include "generator/contact/bolted/zone.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "generator/bodies/model/dof_table.hpp"
#include "generator/bodies/model/surface_faces.hpp"
#include "generator/ground/numbers/rows.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kSamePlace = 1e-4;  // of the surface's size; decks have few digits

// Finds the bottom's nodes by place.
class PlaceTable {
 public:
  PlaceTable(const FullModel& model, const ZoneSpec& spec, double cell) : cell_(cell) {
    for (const std::int64_t node : spec.bottom) {
      const Vector3 p = node_position(model, node, spec.name);
      cells_[key(p, 0, 0, 0)].emplace_back(node, p);
    }
  }

  // Nearest node within a cell's size; 0: there is none.
  std::int64_t nearest(const Vector3& p) const {
    std::int64_t found = 0;
    double least = cell_;
    for (int k = 0; k < 27; ++k) {
      const auto cell = cells_.find(key(p, k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1));
      if (cell == cells_.end()) continue;
      for (const auto& [node, place] : cell->second) {
        const double away = (place - p).norm();
        if (away > least || (away == least && found != 0)) continue;
        least = away;
        found = node;
      }
    }
    return found;
  }

 private:
  std::array<std::int64_t, 3> key(const Vector3& p, int dx, int dy, int dz) const {
    return {std::llround(p.x() / cell_) + dx, std::llround(p.y() / cell_) + dy,
            std::llround(p.z() / cell_) + dz};
  }

  double cell_;
  std::map<std::array<std::int64_t, 3>, std::vector<std::pair<std::int64_t, Vector3>>> cells_;
};

// For every node of the top the one of the bottom at its place.
std::vector<std::pair<std::int64_t, std::int64_t>> pair_up(const FullModel& model,
                                                           const ZoneSpec& spec, double size) {
  const char* remedy =
      "the two surfaces need nodes in the same places: mesh one, and copy it to the other";
  const PlaceTable below(model, spec, kSamePlace * size);
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
  std::map<std::int64_t, std::int64_t> taken;  // bottom, top
  for (const std::int64_t node : spec.top) {
    const Vector3 p = node_position(model, node, spec.name);
    const std::int64_t partner = below.nearest(p);
    if (partner == 0)
      throw Error(spec.name,
                  fmt::format("node {} at {}, {}, {} m has no partner on the other surface", node,
                              p.x(), p.y(), p.z()),
                  remedy);
    const auto [of, is_new] = taken.emplace(partner, node);
    if (!is_new)
      throw Error(
          spec.name,
          fmt::format("nodes {} and {} stand in the place of node {}", of->second, node, partner),
          remedy);
    pairs.emplace_back(node, partner);
  }
  demand(spec.top.size() == spec.bottom.size(), spec.name,
         fmt::format("{} nodes face {}", spec.top.size(), spec.bottom.size()), remedy);
  return pairs;
}

}  // namespace

ContactZone make_zone(const FullModel& model, const ZoneSpec& spec) {
  demand(!spec.top.empty(), spec.name, "the surface has no nodes", "name its nodes");
  ContactZone zone;
  zone.name = spec.name;
  zone.frame = contact_frame(spec.normal, spec.along);
  Eigen::Vector2d low(HUGE_VAL, HUGE_VAL), high = -low;
  for (const std::int64_t node : spec.top) {
    const Vector3 p = node_position(model, node, spec.name);
    const Eigen::Vector2d at(p.dot(zone.frame.tangent1), p.dot(zone.frame.tangent2));
    low = low.cwiseMin(at);
    high = high.cwiseMax(at);
  }
  const Eigen::Vector2d size = high - low, middle = 0.5 * (low + high);
  demand(size.minCoeff() > 0.0, spec.name, "the surface has no area", "name nodes of a surface");
  zone.pairs = pair_up(model, spec, size.norm());
  zone.grid.cells = spec.grid;
  zone.grid.pitch = {size.x() / spec.grid[0], size.y() / spec.grid[1]};
  const FaceFinder faces(surface_faces(model, spec.top, zone.frame, spec.name));
  Entries entries;
  for (int j = 0; j < spec.grid[1]; ++j)
    for (int i = 0; i < spec.grid[0]; ++i) {
      const Eigen::Vector2d from_middle((i + 0.5) * zone.grid.pitch[0] - 0.5 * size.x(),
                                        (j + 0.5) * zone.grid.pitch[1] - 0.5 * size.y());
      const FacePoint point = faces.at(middle + from_middle);
      if (point.share.empty()) continue;
      const int row = static_cast<int>(zone.cells.size());
      for (const auto& [pair, weight] : point.share)
        entries.emplace_back(row, static_cast<int>(pair), weight);
      zone.cells.push_back({i, j});
      zone.places.push_back(from_middle);
    }
  zone.carried = sparse_matrix(static_cast<Eigen::Index>(zone.cells.size()),
                               static_cast<Eigen::Index>(zone.pairs.size()), entries);
  zone.height = composite_heights(spec.profile, spec.roughness, spec.name, zone.places, 0.5 * size);
  return zone;
}

SparseMatrix pair_rows(const FullModel& model, const std::vector<ContactZone>& zones) {
  const DofTable table(model);
  Entries entries;
  Eigen::Index row = 0;
  for (const ContactZone& zone : zones)
    for (const auto& [top, bottom] : zone.pairs)
      for (const Vector3& axis : {zone.frame.normal, zone.frame.tangent1, zone.frame.tangent2}) {
        for (int d = 1; d <= 3; ++d) {
          const double part = axis[d - 1];
          if (part == 0.0) continue;
          for (const auto& [node, sign] : {std::pair{top, 1.0}, {bottom, -1.0}}) {
            for (const auto& [dof, weight] : table.motion({node, d}))
              entries.emplace_back(static_cast<int>(row), static_cast<int>(dof),
                                   sign * part * weight);
          }
        }
        ++row;
      }
  return sparse_matrix(row, model.size(), entries);
}

SparseMatrix point_rows(const std::vector<ContactZone>& zones) {
  Entries entries;
  int row = 0, pair = 0;
  for (const ContactZone& zone : zones) {
    for (Eigen::Index k = 0; k < zone.carried.outerSize(); ++k)
      for (SparseMatrix::InnerIterator w(zone.carried, k); w; ++w)
        for (int d = 0; d < 3; ++d)
          entries.emplace_back(row + 3 * static_cast<int>(w.row()) + d,
                               pair + 3 * static_cast<int>(w.col()) + d, w.value());
    row += 3 * static_cast<int>(zone.points());
    pair += 3 * static_cast<int>(zone.pairs.size());
  }
  return sparse_matrix(row, pair, entries);
}

}  // namespace mortise::gen
