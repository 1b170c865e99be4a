// Blocks of quadrilaterals that are fine along a contact and coarsen away from it.
//
// A block is a grid of columns and rows in two parameters: first along the surface, second into the
// depth. Cells near the contact are cut into 3 x 3, again and again, in boxes that lie inside one
// another; the cells around a box get its finer side by a template of four quadrilaterals:
//
//     c0--------------c1
//     | \            / |
//     |  i0--------i1  |     f0..f3: side of the box
//     |  |          |  |
//     f0-f1--------f2-f3
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "generator/bodies/mesh/plane_mesh.hpp"

namespace mortise::gen {

// From the parameters of a block [m] to the plane [m].
using PlaneMap = std::function<Eigen::Vector2d(const Eigen::Vector2d&)>;

class MeshBuilder {
 public:
  // tolerance: nodes closer than this are one [m]; far below the smallest element.
  MeshBuilder(PlaneState state, const std::string& source, double tolerance);

  // Adds an element with straight sides in the parameters; its nodes, mid-side ones included, are
  // mapped, so that sides follow curved boundaries.
  // corners: in order around the element, either way; the numbering becomes counter-clockwise.
  void add(const std::array<Eigen::Vector2d, 4>& corners, const PlaneMap& map);

  // Names the nodes that `belongs` selects, by ascending x.
  void name_set(const std::string& name,
                const std::function<bool(const Eigen::Vector2d&)>& belongs);

  double tolerance() const { return tolerance_; }
  const PlaneMesh& mesh() const { return mesh_; }

 private:
  int node_at(const Eigen::Vector2d& place);

  PlaneMesh mesh_;
  double tolerance_;
  std::map<std::pair<std::int64_t, std::int64_t>, int> cells_;  // node by cell of `tolerance`
};

struct ContactBlock {
  double contact_radius = 0.0;            // [m]
  int contact_elements = 0;               // equal elements along contact_radius
  std::vector<std::array<int, 2>> boxes;  // inner first: columns and rows, in contact elements
  std::vector<double> columns, rows;      // of the grid around the boxes, from 0 [m]
};

struct BlockLimits {
  double width = 0.0, depth = 0.0;  // of the block [m]
  double largest = 0.0;             // cells are about so wide at most [m]
};

// The grid has as many boxes as the block has room for; columns and rows grow by a third outside of
// them. contact_radius < width; positive arguments.
ContactBlock grade_contact(double contact_radius, int contact_elements, const BlockLimits& limits);

// Continues `points` (ascending, two at least) from its last point to `end` with intervals that
// change by a third, from the last one until they are about `largest`. Does nothing if `end` is
// the last point.
void continue_graded(std::vector<double>* points, double end, double largest);

// Nodes closer than this are one [m].
double node_tolerance(const ContactBlock& block);

// `count` equal intervals from `start` to `end`.
std::vector<double> equal_points(double start, double end, int count);

void add_contact_block(MeshBuilder* builder, const ContactBlock& block, const PlaneMap& map);

// Set "contact": the nodes on the circle around (0, radius) with |x| <= contact_radius below its
// centre.
void name_contact(MeshBuilder* builder, double radius, double contact_radius);

// A plain grid.
void add_block(MeshBuilder* builder, const std::vector<double>& columns,
               const std::vector<double>& rows, const PlaneMap& map);

// y of the lower arc at |x| <= radius of a circle with its apex at the origin and its centre above
// it [m], accurate near the apex too.
double circle_height(double radius, double x);

// "key = 0.0127 m"
std::string describe_length(const std::string& key, double value);

// Throws Error(where) unless every value is positive and finite. Names are those of the keys.
void check_lengths(const std::string& where,
                   const std::vector<std::pair<std::string, double>>& lengths);

// Throws Error(where) unless the contact region is at most `share` of `reach` (a radius or width,
// `reach_name`), and the number of elements is 1 .. 10000.
void check_contact(const std::string& where, double contact_radius, int contact_elements,
                   double share, const std::string& reach_name, double reach);

}  // namespace mortise::gen
