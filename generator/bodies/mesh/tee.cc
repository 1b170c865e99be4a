// T-shaped bodies: a stem with a round end, pointing down, under a bar. Half of the section, right
// of the axis, is meshed; the plane profile has its mirror image too.
#include <algorithm>
#include <cmath>

#include "generator/bodies/mesh/bodies.hpp"
#include "generator/bodies/mesh/contact_block.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kTeeContactShare = 0.85;  // of the stem's radius
constexpr double kSteepestRim = 0.9;       // stem radius over tip radius
constexpr double kCellsAcross = 4.0;       // at least, across half of the stem
constexpr double kCellsThroughBar = 3.0;   // at least

int tee_cells(double length, double largest) {
  return std::max(1, static_cast<int>(std::ceil(length / largest - 1e-9)));
}

void check_tee(const std::string& where, const ValveShape& shape) {
  check_lengths(where, {{"radius", shape.tip_radius},
                        {"stem_radius", shape.stem_radius},
                        {"stem_length", shape.stem_length},
                        {"bar_radius", shape.bar_radius},
                        {"bar_thickness", shape.bar_thickness}});
  demand(shape.stem_radius <= kSteepestRim * shape.tip_radius, where,
         describe_length("stem_radius", shape.stem_radius) + " is too large for a tip of " +
             describe_length("radius", shape.tip_radius),
         "the stem's radius must be at most 0.9 of the tip's radius of curvature");
  demand(shape.bar_radius > shape.stem_radius, where,
         describe_length("bar_radius", shape.bar_radius) + " is not larger than " +
             describe_length("stem_radius", shape.stem_radius),
         "give the bar of the T a larger radius than its stem");
}

PlaneMesh tee_mesh(PlaneState state, const std::string& where, const ValveShape& shape,
                   double contact_radius, int contact_elements) {
  check_tee(where, shape);
  check_contact(where, contact_radius, contact_elements, kTeeContactShare, "stem_radius",
                shape.stem_radius);
  const double tip = shape.tip_radius;
  const double shoulder = circle_height(tip, shape.stem_radius) + shape.stem_length;  // y
  const double top = shoulder + shape.bar_thickness;
  const double largest =
      std::min(shape.stem_radius / kCellsAcross, shape.bar_thickness / kCellsThroughBar);
  const ContactBlock stem =
      grade_contact(contact_radius, contact_elements, {shape.stem_radius, shoulder, largest});
  const std::vector<double> through =
      equal_points(shoulder, top, tee_cells(shape.bar_thickness, largest));
  const std::vector<double> outside =
      equal_points(shape.stem_radius, shape.bar_radius,
                   tee_cells(shape.bar_radius - shape.stem_radius, largest));

  MeshBuilder builder(state, where, node_tolerance(stem));
  const auto add_half = [&](double side) {
    const PlaneMap bar = [side](const Eigen::Vector2d& p) {
      return Eigen::Vector2d(side * p.x(), p.y());
    };
    // The surface of the tip fades out towards the shoulder.
    const PlaneMap round = [side, tip, shoulder](const Eigen::Vector2d& p) {
      const double surface = circle_height(tip, p.x());
      return Eigen::Vector2d(side * p.x(), surface + p.y() * (1.0 - surface / shoulder));
    };
    add_contact_block(&builder, stem, round);
    add_block(&builder, stem.columns, through, bar);
    add_block(&builder, outside, through, bar);
  };
  add_half(1.0);
  if (state == PlaneState::strain) add_half(-1.0);
  name_contact(&builder, tip, contact_radius);
  return builder.mesh();
}

}  // namespace

PlaneMesh valve_mesh(const ValveShape& shape, double contact_radius, int contact_elements) {
  return tee_mesh(PlaneState::axisymmetric, "shape = valve", shape, contact_radius,
                  contact_elements);
}

PlaneMesh t_profile_mesh(const ValveShape& shape, double contact_radius, int contact_elements) {
  return tee_mesh(PlaneState::strain, "shape = t_profile", shape, contact_radius, contact_elements);
}

}  // namespace mortise::gen
