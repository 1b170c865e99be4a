#include "generator/bodies/import/bulk_nodes.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>

#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kNoLength = 1e-10;  // of the lengths that a direction is made of

std::int64_t integer_of(std::string_view field, const std::string& where, const char* what) {
  if (field.empty()) return 0;
  const auto value = parse_integer(field);
  demand(value.has_value(), where, fmt::format("{} \"{}\" is no integer", what, field),
         "small fields have 8 columns, those behind \"*\" 16");
  return *value;
}

double real_of(std::string_view field, const std::string& where) {
  if (field.empty()) return 0.0;
  const auto value = parse_real(field);
  demand(value && std::isfinite(*value), where, fmt::format("\"{}\" is no coordinate", field),
         "small fields have 8 columns, those behind \"*\" 16");
  return *value;
}

Vector3 three_of(const BulkCard& card, std::size_t first, const std::string& where) {
  return {real_of(card.text(first), where), real_of(card.text(first + 1), where),
          real_of(card.text(first + 2), where)};
}

// Rows: e_r, e_theta, e_z, of a radius that is not zero.
Eigen::Matrix3d cylindrical_axes(double cosine, double sine) {
  Eigen::Matrix3d axes;
  axes << cosine, sine, 0.0, -sine, cosine, 0.0, 0.0, 0.0, 1.0;
  return axes;
}

}  // namespace

bool BulkNodes::takes(const std::string& name) {
  return name == "GRID" || name == "GRDSET" || name.rfind("CORD", 0) == 0;
}

void BulkNodes::take(const BulkCard& card, const std::string& file) {
  const std::string where = at_line(file, card.line);
  if (card.name == "GRID") {
    take_grid(card, where);
  } else if (card.name == "GRDSET") {
    for (std::size_t k = 0; k < defaults_.size(); ++k) defaults_[k] = std::string(card.text(k + 1));
  } else {
    take_system(card, 0, where);
    // two systems may stand on one CORD1 card
    if (card.name.rfind("CORD1", 0) == 0 && !card.text(4).empty()) take_system(card, 4, where);
  }
}

void BulkNodes::take_grid(const BulkCard& card, const std::string& where) {
  const std::int64_t label = integer_of(card.text(0), where, "label");
  demand(label > 0, where, "a GRID has no label", "write GRID, label, CP, X1, X2, X3, CD");
  Grid grid;
  grid.where = where;
  for (std::size_t k = 0; k < grid.fields.size(); ++k)
    grid.fields[k] = std::string(card.text(k + 1));
  const auto [found, is_new] = grids_.emplace(label, grid);
  demand(is_new || found->second.fields == grid.fields, where,
         fmt::format("GRID {} stands twice with different fields", label), "keep one of them");
}

void BulkNodes::take_system(const BulkCard& card, std::size_t first, const std::string& where) {
  Card system;
  system.where = where;
  system.name = card.name;
  for (std::size_t k = first; k < card.fields.size(); ++k)
    system.fields.push_back(card.fields[k].text);
  const std::int64_t id = integer_of(card.text(first), where, "coordinate system");
  demand(id > 0, where, card.name + " has no number", "give the system a number above 0");
  if (card.name.rfind("CORD1", 0) == 0) {
    for (std::size_t k = 0; k < 3; ++k)
      system.nodes[k] = integer_of(card.text(first + k + 1), where, "node");
  } else if (card.name.rfind("CORD2", 0) == 0) {
    system.reference = integer_of(card.text(1), where, "coordinate system");
    for (std::size_t k = 0; k < 3; ++k) system.points[k] = three_of(card, 2 + 3 * k, where);
  }
  const auto [found, is_new] = cards_.emplace(id, system);
  demand(is_new || (found->second.name == system.name && found->second.fields == system.fields),
         where, fmt::format("coordinate system {} stands twice with different fields", id),
         "keep one of them");
}

Vector3 BulkNodes::System::place(const Vector3& position) const {
  Vector3 own = position;
  if (kind == 'C') {
    own = cylindrical_axes(std::cos(kRadiansPerDegree * position[1]),
                           std::sin(kRadiansPerDegree * position[1]))
              .transpose() *
          Vector3(position[0], 0.0, position[2]);
  } else if (kind == 'S') {
    const double polar = kRadiansPerDegree * position[1], around = kRadiansPerDegree * position[2];
    own = position[0] * Vector3(std::sin(polar) * std::cos(around),
                                std::sin(polar) * std::sin(around), std::cos(polar));
  }
  return origin + axes.transpose() * own;
}

// Axes of a sphere: e_r, e_theta from the z axis, e_phi around it.
Eigen::Matrix3d BulkNodes::System::axes_at(const Vector3& place, const std::string& where) const {
  if (kind == 'R') return axes;
  const Vector3 own = axes * (place - origin);
  const double radius = std::hypot(own[0], own[1]);
  demand(radius > kNoLength * (place.norm() + origin.norm()), where,
         "the node lies on the axis of the cylindrical or spherical system of its CD, which has no "
         "radial direction there",
         "take a rectangular system for its CD");
  Eigen::Matrix3d local = cylindrical_axes(own[0] / radius, own[1] / radius);
  if (kind == 'S') {
    const double whole = own.norm(), sine = radius / whole, cosine = own[2] / whole;
    const Vector3 outward = local.row(0), around = local.row(1), along = local.row(2);
    local.row(0) = sine * outward + cosine * along;
    local.row(1) = cosine * outward - sine * along;
    local.row(2) = around;
  }
  return local * axes;
}

const BulkNodes::System& BulkNodes::system(std::int64_t id, const std::string& where) {
  if (const auto known = systems_.find(id); known != systems_.end()) return known->second;
  const auto found = cards_.find(id);
  demand(found != cards_.end(), where, fmt::format("coordinate system {} is not defined", id),
         "give the deck with its CORD1R, CORD2R, ... cards, included ones too");
  const Card& card = found->second;
  const bool by_nodes = card.name.rfind("CORD1", 0) == 0;
  demand((by_nodes || card.name.rfind("CORD2", 0) == 0) && card.name.size() == 6 &&
             std::string_view("RCS").find(card.name[5]) != std::string_view::npos,
         card.where, card.name + " is not read", "take CORD1R, C, S or CORD2R, C, S");
  demand(depth_ <= cards_.size(), card.where,
         fmt::format("coordinate system {} depends on itself", id),
         "refer it to systems that do not refer to it");
  ++depth_;
  std::array<Vector3, 3> points;  // origin, on the z axis, in the plane of x and z
  for (std::size_t k = 0; k < 3; ++k)
    points[k] = by_nodes ? place_of(card.nodes[k], card.where)
                         : system(card.reference, card.where).place(card.points[k]);
  --depth_;
  System system;
  system.kind = card.name[5];
  system.origin = points[0];
  const Vector3 z = points[1] - points[0], x = points[2] - points[0], y = z.cross(x);
  demand(z.norm() > 0.0 && y.norm() > kNoLength * z.norm() * x.norm(), card.where,
         fmt::format("the three points of coordinate system {} give no axes", id),
         "give three points that do not lie in line");
  system.axes.row(2) = z.normalized();
  system.axes.row(1) = y.normalized();
  system.axes.row(0) = Vector3(system.axes.row(1)).cross(Vector3(system.axes.row(2)));
  return systems_.emplace(id, system).first->second;
}

Vector3 BulkNodes::place_of(std::int64_t node, const std::string& where) {
  const auto found = grids_.find(node);
  demand(found != grids_.end(), where, fmt::format("GRID {} is not defined", node),
         "give the deck with all its GRID cards, included ones too");
  return system(found->second.place_system, found->second.where).place(found->second.position);
}

BulkGrids BulkNodes::finish() {
  for (auto& [label, grid] : grids_) {
    for (std::size_t k = 0; k < grid.fields.size(); ++k)
      if (grid.fields[k].empty()) grid.fields[k] = defaults_[k];
    grid.place_system = integer_of(grid.fields[0], grid.where, "CP");
    grid.axes_system = integer_of(grid.fields[4], grid.where, "CD");
    for (int d = 0; d < 3; ++d)
      grid.position[d] = real_of(grid.fields[static_cast<std::size_t>(d) + 1], grid.where);
  }
  BulkGrids all;
  for (const auto& [label, grid] : grids_) {
    demand(grid.axes_system >= 0, grid.where,
           fmt::format("GRID {} is a point of a fluid (CD = {})", label, grid.axes_system),
           "export the structure alone");
    const Vector3 place = place_of(label, grid.where);
    all.nodes.emplace_hint(all.nodes.end(), label, place);
    if (grid.axes_system > 0)
      all.axes[label] = {system(grid.axes_system, grid.where).axes_at(place, grid.where),
                         grid.where};
    for (const char c : grid.fields[5])
      if (c >= '1' && c <= '6') all.held.push_back({label, c - '0'});
  }
  return all;
}

}  // namespace mortise::gen
