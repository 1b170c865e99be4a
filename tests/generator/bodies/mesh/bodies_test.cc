// Built-in bodies: shape, size, quality of the elements.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "generator/bodies/mesh/plane_element.hpp"
#include "generator/contact/film/make_body.hpp"
#include "tests/generator/bodies/mesh/structures.hpp"

namespace mortise::gen {
namespace {

struct Quality {
  double jacobian = 1.0;  // smallest over largest determinant in an element
  double smallest_angle = 180.0, largest_angle = 0.0;  // at the corners [degrees]
  double aspect = 1.0;                                 // longest over shortest side
};

Quality quality(const PlaneMesh& mesh) {
  Quality q;
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    double low = 1e300, high = -1e300;
    for (const double xi : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
      for (const double eta : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
        const double jacobian = element_point(mesh, e, xi, eta).jacobian;
        low = std::min(low, jacobian);
        high = std::max(high, jacobian);
      }
    }
    q.jacobian = std::min(q.jacobian, low / high);
    double shortest = 1e300, longest = 0.0;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto corner = [&](std::size_t k) {
        return mesh.nodes[static_cast<std::size_t>(mesh.elements[e][k % 4])];
      };
      const Eigen::Vector2d next = corner(i + 1) - corner(i), last = corner(i + 3) - corner(i);
      const double angle =
          std::atan2(next.x() * last.y() - next.y() * last.x(), next.dot(last)) * 180.0 / kPi;
      q.smallest_angle = std::min(q.smallest_angle, angle);
      q.largest_angle = std::max(q.largest_angle, angle);
      shortest = std::min(shortest, next.norm());
      longest = std::max(longest, next.norm());
    }
    q.aspect = std::max(q.aspect, longest / shortest);
  }
  return q;
}

// Length of all sides that belong to one element only: that of the boundary, if no node hangs.
// Fails if a side belongs to three elements, or two disagree on its middle.
double outline(const PlaneMesh& mesh) {
  std::map<std::pair<int, int>, std::vector<int>> sides;  // middles
  for (const auto& element : mesh.elements)
    for (std::size_t i = 0; i < 4; ++i)
      sides[std::minmax(element[i], element[(i + 1) % 4])].push_back(element[4 + i]);
  double length = 0.0;
  for (const auto& [ends, middles] : sides) {
    EXPECT_LE(middles.size(), 2U);
    if (middles.size() == 2) {
      EXPECT_EQ(middles[0], middles[1]);
      continue;
    }
    const auto at = [&](int node) { return mesh.nodes[static_cast<std::size_t>(node)]; };
    length += (at(middles[0]) - at(ends.first)).norm() + (at(ends.second) - at(middles[0])).norm();
  }
  return length;
}

std::vector<Eigen::Vector2d> contact_places(const PlaneMesh& mesh) {
  std::vector<Eigen::Vector2d> places;
  for (const int node : mesh.sets.at("contact"))
    places.push_back(mesh.nodes[static_cast<std::size_t>(node)]);
  return places;
}

// Equal in x, ascending, on the circle; corner and mid-side nodes in turn.
void expect_contact(const PlaneMesh& mesh, double start, double end, int elements, double radius) {
  const auto places = contact_places(mesh);
  ASSERT_EQ(places.size(), static_cast<std::size_t>(2 * elements + 1));
  std::vector<bool> corner(mesh.nodes.size(), false);
  for (const auto& element : mesh.elements)
    for (std::size_t i = 0; i < 4; ++i) corner[static_cast<std::size_t>(element[i])] = true;
  for (int i = 0; i <= 2 * elements; ++i) {
    const auto k = static_cast<std::size_t>(i);
    EXPECT_NEAR(places[k].x(), start + (end - start) * i / (2.0 * elements), 1e-15);
    const double x = places[k].x();
    const double height = radius > 0.0 ? radius - std::sqrt(radius * radius - x * x) : 0.0;
    EXPECT_NEAR(places[k].y(), height, 1e-16);
    EXPECT_EQ(corner[static_cast<std::size_t>(mesh.sets.at("contact")[k])], i % 2 == 0);
  }
}

double tee_height() {
  const double r = usual_tee().tip_radius, s = usual_tee().stem_radius;
  return r - std::sqrt(r * r - s * s);
}

TEST(Bodies, SphereHasItsVolumeOutlineAndContact) {
  for (const int elements : {1, 10, 75, 150, 300}) {
    const PlaneMesh mesh = sphere_mesh(kSphereRadius, kContactRadius, elements);
    const double volume = 4.0 / 3.0 * kPi * std::pow(kSphereRadius, 3);
    EXPECT_NEAR(mesh_volume(mesh) / volume, 1.0, 1e-6);
    EXPECT_NEAR(outline(mesh) / ((kPi + 2.0) * kSphereRadius), 1.0, 1e-3);
    expect_contact(mesh, 0.0, kContactRadius, elements, kSphereRadius);
  }
}

TEST(Bodies, PlateHasItsVolumeOutlineContactAndSupport) {
  const double radius = 75e-3, thickness = 12.7e-3;
  const PlaneMesh mesh = plate_mesh(radius, thickness, kContactRadius, 140);
  EXPECT_NEAR(mesh_volume(mesh) / (kPi * radius * radius * thickness), 1.0, 1e-12);
  EXPECT_NEAR(outline(mesh) / (2.0 * (radius + thickness)), 1.0, 1e-12);
  expect_contact(mesh, 0.0, kContactRadius, 140, 0.0);
  const auto& fixed = mesh.sets.at("fixed");
  EXPECT_EQ(fixed.size() % 2, 1U);
  EXPECT_EQ(mesh.nodes[static_cast<std::size_t>(fixed.back())].x(), radius);
  const FullModel model = assemble_plane(mesh, {210e9, 0.3, 7850.0});
  for (const Dof& dof : model.dofs) EXPECT_GT(model.nodes.at(dof.node).y(), -thickness);
  EXPECT_EQ(model.nodes.size(), mesh.nodes.size());
}

TEST(Bodies, ValveHasItsVolumeOutlineAndContact) {
  const ValveShape& shape = usual_tee();
  const PlaneMesh mesh = valve_mesh(shape, kContactRadius, 150);
  const double cap = kPi * tee_height() * tee_height() * (shape.tip_radius - tee_height() / 3.0);
  const double volume = cap + kPi * shape.stem_radius * shape.stem_radius * shape.stem_length +
                        kPi * shape.bar_radius * shape.bar_radius * shape.bar_thickness;
  EXPECT_NEAR(mesh_volume(mesh) / volume, 1.0, 1e-6);
  const double arc = shape.tip_radius * std::asin(shape.stem_radius / shape.tip_radius);
  EXPECT_NEAR(
      outline(mesh) / (arc + 2.0 * shape.stem_length + tee_height() + 2.0 * shape.bar_thickness +
                       2.0 * shape.bar_radius - shape.stem_radius),
      1.0, 1e-4);
  expect_contact(mesh, 0.0, kContactRadius, 150, shape.tip_radius);
}

TEST(Bodies, ProfileHasItsAreaOutlineAndContactOnBothSides) {
  const ValveShape& shape = usual_tee();
  const PlaneMesh mesh = t_profile_mesh(shape, kContactRadius, 75);
  const double angle = std::asin(shape.stem_radius / shape.tip_radius);
  const double segment =
      shape.tip_radius * shape.tip_radius * (angle - std::sin(angle) * std::cos(angle));
  const double area = segment + 2.0 * shape.stem_radius * shape.stem_length +
                      2.0 * shape.bar_radius * shape.bar_thickness;
  EXPECT_NEAR(mesh_volume(mesh) / area, 1.0, 1e-6);
  EXPECT_NEAR(
      outline(mesh) / (2.0 * (shape.tip_radius * angle + shape.stem_length + shape.bar_thickness +
                              2.0 * shape.bar_radius - shape.stem_radius)),
      1.0, 1e-4);
  expect_contact(mesh, -kContactRadius, kContactRadius, 150, shape.tip_radius);
}

TEST(Bodies, ElementsAreWellShapedAndFew) {
  struct Case {
    PlaneMesh mesh;
    std::size_t most_nodes;
  };
  ValveShape slim = usual_tee();
  slim.stem_radius = 2e-3;
  slim.bar_thickness = 1e-3;
  const std::vector<Case> cases{
      {sphere_mesh(kSphereRadius, kContactRadius, 150), 8000},
      {sphere_mesh(kSphereRadius, kContactRadius, 400), 16000},
      {sphere_mesh(kSphereRadius, kContactRadius, 2), 3000},
      {sphere_mesh(kSphereRadius, 0.5 * kSphereRadius, 100), 8000},
      {plate_mesh(75e-3, 12.7e-3, kContactRadius, 140), 8000},
      {plate_mesh(75e-3, 12.7e-3, 5e-3, 40), 4000},
      {valve_mesh(usual_tee(), kContactRadius, 150), 8000},
      {valve_mesh(slim, kContactRadius, 150), 16000},
      {t_profile_mesh(usual_tee(), kContactRadius, 150), 14000},
  };
  for (const Case& c : cases) {
    const Quality q = quality(c.mesh);
    const std::string what = c.mesh.source + ", " + std::to_string(c.mesh.nodes.size()) + " nodes";
    EXPECT_GT(q.jacobian, 0.2) << what;
    EXPECT_GT(q.smallest_angle, 28.0) << what;
    EXPECT_LT(q.largest_angle, 150.0) << what;
    EXPECT_LT(q.aspect, 8.0) << what;
    EXPECT_LT(c.mesh.nodes.size(), c.most_nodes) << what;
  }
}

TEST(Bodies, AssembledModelsCarryTheBodysMass) {
  const Material steel{210e9, 0.3, 7850.0};
  const FullModel model = assemble_plane(sphere_mesh(kSphereRadius, kContactRadius, 50), steel);
  const Vector up = sample(model, [](const Vector3&) { return Eigen::Vector2d(0.0, 1.0); });
  const double mass = 7850.0 * 4.0 / 3.0 * kPi * std::pow(kSphereRadius, 3);
  EXPECT_NEAR(up.dot(model.mass * up) / mass, 1.0, 1e-6);
  for (const Dof& dof : model.dofs) {
    EXPECT_TRUE(dof.direction == 1 || dof.direction == 2);
    EXPECT_GT(model.nodes.at(dof.node).x(), dof.direction == 1 ? 0.0 : -1.0);
  }
}

TEST(Bodies, DefinitionsChooseTheShape) {
  BodySpec body;
  body.contact_radius = kContactRadius;
  body.contact_elements = 20;
  body.radius = kSphereRadius;
  body.shape = BodyShape::sphere;
  EXPECT_EQ(body_mesh(body).nodes.size(),
            sphere_mesh(kSphereRadius, kContactRadius, 20).nodes.size());
  body.stem_radius = usual_tee().stem_radius;
  body.stem_length = usual_tee().stem_length;
  body.bar_radius = usual_tee().bar_radius;
  body.bar_thickness = usual_tee().bar_thickness;
  body.shape = BodyShape::valve;
  EXPECT_EQ(mesh_volume(body_mesh(body)), mesh_volume(valve_mesh(usual_tee(), kContactRadius, 20)));
  body.shape = BodyShape::t_profile;
  EXPECT_EQ(mesh_volume(body_mesh(body)),
            mesh_volume(t_profile_mesh(usual_tee(), kContactRadius, 20)));
  body.radius = 75e-3;
  body.thickness = 12.7e-3;
  body.shape = BodyShape::plate;
  EXPECT_EQ(mesh_volume(body_mesh(body)),
            mesh_volume(plate_mesh(75e-3, 12.7e-3, kContactRadius, 20)));
}

}  // namespace
}  // namespace mortise::gen
