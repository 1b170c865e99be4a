// A bolted contact zone: two surfaces of matching meshes, seen on a grid of boundary elements
// (Linder eq. 2).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/bodies/halfspace/grid_compliance.hpp"
#include "generator/bodies/model/contact_frame.hpp"
#include "generator/bodies/model/full_model.hpp"
#include "generator/contact/bolted/height_profile.hpp"

namespace mortise::gen {

struct ZoneSpec {
  std::string name;                       // of the interface, for messages
  std::vector<std::int64_t> top, bottom;  // nodes of both surfaces, in any order
  Vector3 normal = Vector3::UnitZ();      // from bottom to top
  Vector3 along = Vector3::UnitX();       // of the grid's columns; zero: see contact_frame()
  std::array<int, 2> grid{24, 15};        // cells along and across
  HeightProfile profile;
  Roughness roughness;
};

struct ContactZone {
  std::string name;
  ContactFrame frame;                                        // normal, along, across
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs;  // top, bottom at the same place
  CellGrid grid;
  std::vector<Cell> cells;              // with their centre on a face of the surface
  std::vector<Eigen::Vector2d> places;  // of the centres, from the middle of the zone [m]
  Vector height;  // of both surfaces [m], <= 0; the gap without load is -height
  // Motion of a cell as its pairs carry it: (cells x pairs), bilinear.
  SparseMatrix carried;

  Eigen::Index points() const { return height.size(); }
  double cell_area() const { return grid.pitch[0] * grid.pitch[1]; }  // [m2]
};

// The grid covers the smallest rectangle around the top surface; cells whose centre is on no face
// (bores) are left out.
// Nodes are a pair if they stand nearer to each other than 1e-4 of the surface's size and than all
// others. Throws Error for surfaces whose nodes are not in pairs, naming a node without its like.
ContactZone make_zone(const FullModel& model, const ZoneSpec& spec);

// Relative motion of every pair: rows along normal, tangent1, tangent2 of the first pair, of the
// second, ... of all zones (3 pairs x dofs). Clamped directions do not move.
SparseMatrix pair_rows(const FullModel& model, const std::vector<ContactZone>& zones);

// Rows z, x, y of every point in the coordinates of pair_rows() (3 points x 3 pairs), of all zones.
SparseMatrix point_rows(const std::vector<ContactZone>& zones);

}  // namespace mortise::gen
