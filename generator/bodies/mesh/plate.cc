#include <algorithm>

#include "generator/bodies/mesh/bodies.hpp"
#include "generator/bodies/mesh/contact_block.hpp"

namespace mortise::gen {
namespace {

constexpr char kPlate[] = "shape = plate";
constexpr double kPlateContactShare = 0.8;  // of the radius
constexpr double kPlateCellsThrough = 4.0;  // at least, through the thickness

}  // namespace

PlaneMesh plate_mesh(double radius, double thickness, double contact_radius, int contact_elements) {
  check_lengths(kPlate, {{"radius", radius}, {"thickness", thickness}});
  check_contact(kPlate, contact_radius, contact_elements, kPlateContactShare, "radius", radius);
  const double largest = std::min(thickness, radius) / kPlateCellsThrough;
  const ContactBlock block =
      grade_contact(contact_radius, contact_elements, {radius, thickness, largest});
  MeshBuilder builder(PlaneState::axisymmetric, kPlate, node_tolerance(block));
  add_contact_block(&builder, block,
                    [](const Eigen::Vector2d& p) { return Eigen::Vector2d(p.x(), 0.0 - p.y()); });
  builder.name_set("contact", [&](const Eigen::Vector2d& p) {
    return p.y() > -builder.tolerance() && p.x() < contact_radius + builder.tolerance();
  });
  builder.name_set(
      "fixed", [&](const Eigen::Vector2d& p) { return p.y() < -thickness + builder.tolerance(); });
  return builder.mesh();
}

}  // namespace mortise::gen
