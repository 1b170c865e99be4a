// Where a bolt clamps two bodies together: a bolt, and the pads of both around it, meshed by
// hexahedra. What beams and lap joints have in common.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "generator/bodies/mesh/solid_mesh.hpp"
#include "generator/ground/numbers/constants.hpp"

namespace mortise::gen {

struct BoltShape {                                    // [m]
  double shank_radius = 0.003, hole_radius = 0.0033;  // which the shank does not touch
  double head_radius = 0.005, head_height = 0.004, nut_height = 0.005;
  double washer_radius = 0.006, washer_thickness = 0.0016;
};

struct PadMesh {
  int around = 24;                            // nodes of a circle: a multiple of eight
  std::vector<double> rings{0.3, 0.62, 1.0};  // from the washer to the square, shares, rising to 1
  int wing_columns = 2;                       // from the square to each end of the pad
};

// Throws Error naming `where` unless 0 < low < high; what: the two, for the message.
void demand_below(double low, double high, const std::string& where, const std::string& what);
// Throws Error naming `where` for a bolt or a mesh that does not fit a pad of this width.
void check_pad(const BoltShape& bolt, const PadMesh& mesh, double width, const std::string& where);

// Which nodes at z = 0 an element shares: there the bodies touch, but are two, and the bolt is one.
enum class BoltedPart { UPPER, LOWER, BOLT };

// x along, y across, z along the bolt, 0 between the pads. Shank, head and nut are one with their
// washers, and these with the bodies.
class BoltedPadBuilder {
 public:
  // All outlive this. levels: of the upper body [m], from 0 to its upper face; the lower one is its
  // mirror image.
  BoltedPadBuilder(const BoltShape& bolt, const PadMesh& mesh, double width,
                   std::vector<double> levels);

  using Place = Eigen::Vector2d;

  // A bolt at `axis` and both pads around it, from x = low to x = high.
  // Sets: zone_top and zone_bottom, nodes at z = 0 in pairs at the same places; zone_bolt_upper and
  // zone_bolt_lower, nodes of the shank's cross-sections at the bodies' first levels, which its
  // pretension pulls together.
  void clamp(const std::string& zone, const Place& axis, double low, double high);
  // Meshes one body beside its pads, from its level `first` up.
  void grid(double low, double high, int columns, BoltedPart part, std::size_t first = 0);

  // The node there; made if there is none.
  int node(const Place& place, double z, BoltedPart part);
  // Nodes of the shank's plane at z = 0 along y, in the middle of the bolt clamped last.
  std::vector<int> across_shank();
  int columns_across() const { return side_; }
  SolidMesh& mesh() { return mesh_; }

 private:
  Place on_circle(double radius, int k) const;
  Place on_square(double half, int k) const;
  void column(const std::array<Place, 4>& base, const std::vector<double>& levels, BoltedPart part);
  template <class Inner, class Outer>
  void ring(const Inner& inner, const Outer& outer, const std::vector<double>& levels,
            BoltedPart part);
  auto circle(double radius) const {
    return [this, radius](int k) { return on_circle(radius, k); };
  }
  std::vector<double> body_levels(BoltedPart part, std::size_t first) const;
  void add_bolt();
  void add_pad(BoltedPart part, double low, double high);
  void grid(double low, double high, int columns, const std::vector<double>& levels,
            BoltedPart part);
  void name_sets(const std::string& zone, double low, double high);

  const BoltShape& s_;
  const PadMesh& m_;
  double width_;
  std::vector<double> levels_;  // of the upper body, rising from 0
  int side_;                    // elements along a side of a square
  double head_ = 0.0;           // where head and nut begin, |z|
  Place axis_;                  // of the bolt in hand
  SolidMesh mesh_;
  std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, int>, int> nodes_;
};

}  // namespace mortise::gen
