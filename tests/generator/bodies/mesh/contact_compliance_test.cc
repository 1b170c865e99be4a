// How surfaces give way under Hertz's pressure, against the half-space.
#include <gtest/gtest.h>

#include "tests/generator/bodies/mesh/structures.hpp"

namespace mortise::gen {
namespace {

const Material kAluminium{70e9, 0.25, 2700.0};
constexpr double kPressure = 1e9;

struct Surface {
  std::vector<double> x, depth;  // of the contact nodes, and how far they are pushed in
};

// reach: radius or half-width of the pressure; push: -1 or 1, along y; held: nodes that stand
// still.
Surface press(const PlaneMesh& mesh, double reach, double push,
              const std::function<bool(const Vector3&)>& held) {
  const FullModel model = assemble_plane(mesh, kAluminium);
  const Vector force = contact_load(model, mesh.state, reach, [&](double x) {
    return push * kPressure * std::sqrt(1.0 - x * x / (reach * reach));
  });
  const double total = mesh.state == PlaneState::axisymmetric
                           ? 2.0 / 3.0 * kPi * reach * reach * kPressure
                           : 0.5 * kPi * reach * kPressure;
  EXPECT_NEAR(push * force.sum() / total, 1.0, 1e-3);
  const Vector u =
      solve_held(model, force, [&](const Dof&, const Vector3& place) { return held(place); });
  Surface surface;
  for (const std::int64_t node : model.sets.at("contact")) {
    surface.x.push_back(model.nodes.at(node).x());
    surface.depth.push_back(push * at_dof(model, u, node, 2));
  }
  return surface;
}

// Largest deviation of depth(x) - depth(reach) from exact(x) for |x| <= reach, relative to
// exact(0).
double deviation(const Surface& surface, double reach, const std::function<double(double)>& exact) {
  std::size_t rim = 0;
  for (std::size_t i = 0; i < surface.x.size(); ++i)
    if (std::abs(surface.x[i] - reach) < std::abs(surface.x[rim] - reach)) rim = i;
  EXPECT_NEAR(surface.x[rim], reach, 1e-3 * reach);
  double largest = 0.0;
  for (std::size_t i = 0; i < surface.x.size(); ++i) {
    if (std::abs(surface.x[i]) > reach) continue;
    const double drop = surface.depth[i] - surface.depth[rim];
    largest = std::max(largest, std::abs(drop / exact(0.0) - exact(surface.x[i]) / exact(0.0)));
  }
  return largest;
}

// Half-space under Hertz's pressure: depth(r) - depth(a), axisymmetric and plane.
double point_drop(double reach, double r) {
  return kPi * kPressure * (1.0 - 0.0625) / (4.0 * kAluminium.young * reach) *
         (reach * reach - r * r);
}
double line_drop(double reach, double x) {
  return kPressure * (1.0 - 0.0625) / (kAluminium.young * reach) * (reach * reach - x * x);
}

TEST(ContactCompliance, PlateGivesWayAsAHalfSpace) {
  for (const int elements : {30, 150}) {
    const PlaneMesh mesh = plate_mesh(75e-3, 12.7e-3, kContactRadius, elements);
    const double reach = 0.3 * kContactRadius;
    const Surface surface = press(mesh, reach, -1.0, [](const Vector3&) { return false; });
    // The coarse one mostly shows where the edge of the pressure falls in its elements.
    EXPECT_LT(deviation(surface, reach, [&](double r) { return point_drop(reach, r); }),
              elements == 30 ? 5e-3 : 5e-4);
  }
}

TEST(ContactCompliance, SphereAndValveGiveWayAsAHalfSpace) {
  const double reach = 0.3 * kContactRadius;
  const auto exact = [&](double r) { return point_drop(reach, r); };
  const Surface sphere = press(sphere_mesh(kSphereRadius, kContactRadius, 150), reach, 1.0,
                               [](const Vector3& p) { return p.y() > kSphereRadius; });
  EXPECT_LT(deviation(sphere, reach, exact), 5e-3);
  const Surface valve = press(valve_mesh(usual_tee(), kContactRadius, 150), reach, 1.0,
                              [](const Vector3& p) { return p.y() > kSphereRadius; });
  EXPECT_LT(deviation(valve, reach, exact), 5e-3);
}

TEST(ContactCompliance, ProfileGivesWayAsAHalfPlane) {
  const double reach = 0.3 * kContactRadius;
  const Surface surface = press(t_profile_mesh(usual_tee(), kContactRadius, 150), reach, 1.0,
                                [](const Vector3& p) { return p.y() > kSphereRadius; });
  EXPECT_LT(deviation(surface, reach, [&](double x) { return line_drop(reach, x); }), 5e-3);
  for (std::size_t i = 0, j = surface.x.size() - 1; i < j; ++i, --j)
    EXPECT_NEAR(surface.depth[i], surface.depth[j], 1e-9 * surface.depth[j]);
}

}  // namespace
}  // namespace mortise::gen
