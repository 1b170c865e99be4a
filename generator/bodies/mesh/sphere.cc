// A half disc as four blocks: an inner one on the axis, and around it one below (with the contact),
// one beside and one above. Two nodes where only three blocks meet keep the corners of the
// blocks at 90 .. 125 degrees.
#include <cmath>

#include "generator/bodies/mesh/bodies.hpp"
#include "generator/bodies/mesh/contact_block.hpp"

namespace mortise::gen {
namespace {

constexpr char kSphere[] = "shape = sphere";
constexpr double kSphereContactShare = 0.6;  // of the radius; the block below reaches to 0.707
constexpr double kQuarterPi = 0.78539816339744830962;
constexpr double kInnerCorner = 0.39;  // x and y of the inner block's corners, of the radius
constexpr double kInnerBulge = 0.06;   // of its sides, which are parabolas
constexpr double kCellsPerRadius = 14.0;
constexpr int kSideCells = 18;  // along the quarter circle of the block beside

using Position2 = Eigen::Vector2d;

// Transfinite (Coons) map of the unit square from its four sides; s runs along bottom and top, t
// along left and right.
template <class Bottom, class Top, class Left, class Right>
Position2 blend(double s, double t, const Bottom& bottom, const Top& top, const Left& left,
                const Right& right) {
  return (1.0 - t) * bottom(s) + t * top(s) + (1.0 - s) * left(t) + s * right(t) -
         (1.0 - s) * ((1.0 - t) * bottom(0.0) + t * top(0.0)) -
         s * ((1.0 - t) * bottom(1.0) + t * top(1.0));
}

// The blocks of a sphere of radius R; its centre is at (0, R).
struct SphereBlocks {
  double radius;

  double width() const { return radius * std::sin(kQuarterPi); }                // along x
  double depth() const { return radius * (1.0 - kInnerCorner - kInnerBulge); }  // on the axis

  // Sides of the inner block, 0 <= t <= 1.
  Position2 inner_bottom(double t) const {
    return radius *
           Position2(kInnerCorner * t, 1.0 - kInnerCorner - kInnerBulge * (1.0 - t) * (1.0 + t));
  }
  Position2 inner_side(double t) const {
    return radius * Position2(kInnerCorner + 4.0 * kInnerBulge * t * (1.0 - t),
                              1.0 + kInnerCorner * (2.0 * t - 1.0));
  }
  Position2 upside_down(const Position2& p) const { return {p.x(), 2.0 * radius - p.y()}; }
  Position2 arc(double angle) const {
    return {radius * std::cos(angle), radius * (1.0 + std::sin(angle))};
  }
  // Between the circle and a corner of the inner block.
  Position2 spoke(double t) const { return (1.0 - t) * arc(-kQuarterPi) + t * inner_bottom(1.0); }

  // p: x on the surface, depth below the apex.
  Position2 below(const Position2& p) const {
    const auto surface = [&](double s) {
      const double x = width() * s;
      return Position2(x, circle_height(radius, x));
    };
    const auto axis = [&](double t) { return Position2(0.0, depth() * t); };
    const auto inner = [&](double s) { return inner_bottom(s); };
    const auto outer = [&](double t) { return spoke(t); };
    return blend(p.x() / width(), p.y() / depth(), surface, inner, axis, outer);
  }
  // p: share of the quarter circle, depth as above.
  Position2 beside(const Position2& p) const {
    const auto surface = [&](double s) { return arc(kQuarterPi * (2.0 * s - 1.0)); };
    const auto inner = [&](double s) { return inner_side(s); };
    const auto lower = [&](double t) { return spoke(t); };
    const auto upper = [&](double t) { return upside_down(spoke(t)); };
    return blend(p.x(), p.y() / depth(), surface, inner, lower, upper);
  }
  // p: x on the surface of the block below, share of the height.
  Position2 inside(const Position2& p) const {
    const auto bottom = [&](double s) { return inner_bottom(s); };
    const auto top = [&](double s) { return upside_down(inner_bottom(s)); };
    const auto axis = [&](double t) {
      return Position2((1.0 - t) * inner_bottom(0.0) + t * upside_down(inner_bottom(0.0)));
    };
    const auto side = [&](double t) { return inner_side(t); };
    return blend(p.x() / width(), p.y(), bottom, top, axis, side);
  }
};

}  // namespace

PlaneMesh sphere_mesh(double radius, double contact_radius, int contact_elements) {
  check_lengths(kSphere, {{"radius", radius}});
  check_contact(kSphere, contact_radius, contact_elements, kSphereContactShare, "radius", radius);
  const SphereBlocks blocks{radius};
  const ContactBlock below = grade_contact(
      contact_radius, contact_elements, {blocks.width(), blocks.depth(), radius / kCellsPerRadius});
  const std::vector<double> shares = equal_points(0.0, 1.0, kSideCells);
  MeshBuilder builder(PlaneState::axisymmetric, kSphere, node_tolerance(below));
  add_contact_block(&builder, below, [&](const Position2& p) { return blocks.below(p); });
  add_block(&builder, shares, below.rows, [&](const Position2& p) { return blocks.beside(p); });
  add_block(&builder, below.columns, shares, [&](const Position2& p) { return blocks.inside(p); });
  add_block(&builder, below.columns, below.rows,
            [&](const Position2& p) { return blocks.upside_down(blocks.below(p)); });
  name_contact(&builder, radius, contact_radius);
  return builder.mesh();
}

}  // namespace mortise::gen
