#include "generator/contact/unilateral/cylindrical_tip.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "generator/contact/unilateral/bore.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/bodies/model/node_cloud.hpp"

namespace mortise::gen {
namespace {

FullModel tip_nodes() {
  return node_cloud({Vector3(0.28, 0, 0), Vector3(0.3, 0, 0), Vector3(0.3, 0.0045, 0)});
}

CylindricalTip tip() {
  CylindricalTip t;
  t.origin = Vector3::Zero();
  t.axis = Vector3(2, 0, 0);
  t.toward_wall = Vector3(0.5, 1, 0);  // its part along the axis does not matter
  t.radius = 0.0045;
  t.start = 0.28;
  t.end = 0.3;
  t.points = 3;
  return t;
}

ContactParameters tip_parameters() { return {"tip", 2.4e-4, 0.3, 0.3, 0.0}; }

std::vector<ContactPoint> contacts(const FullModel& model, const CylindricalTip& t) {
  return tip_contacts(RigidMotion(model, masters_of_set(model, "ALL"), Vector3(0.3, 0, 0)), t,
                      tip_parameters());
}

TEST(CylindricalTip, PlacesVirtualNodesAlongTheFacingEdge) {
  EXPECT_NEAR((rim_point(tip(), 0.29, 0.0) - Vector3(0.29, 0.0045, 0)).norm(), 0.0, 1e-17);
  EXPECT_NEAR((rim_point(tip(), 0.29, kPi / 2) - Vector3(0.29, 0, 0.0045)).norm(), 0.0, 1e-17);
  const auto points = contacts(tip_nodes(), tip());
  ASSERT_EQ(points.size(), 3u);
  EXPECT_EQ(points[0].parameters.name, "tip.0");
  EXPECT_EQ(points[2].parameters.name, "tip.2");
  EXPECT_DOUBLE_EQ(points[1].parameters.clearance, 2.4e-4);
}

TEST(CylindricalTip, MovingTowardsTheWallClosesTheGap) {
  const FullModel model = tip_nodes();
  const Vector u = rigid_displacement(model, Vector3(0, 1e-4, 0), Vector3::Zero());
  for (const ContactPoint& c : contacts(model, tip())) {
    EXPECT_NEAR(c.normal.dot(u), -1e-4, 1e-18);
    EXPECT_NEAR(c.tangent1.dot(u), 0.0, 1e-18);
  }
}

TEST(CylindricalTip, TangentsAreRightHandedAndFollowTheAxis) {
  const FullModel model = tip_nodes();
  const ContactPoint c = contacts(model, tip())[0];
  const Vector along = rigid_displacement(model, Vector3(1, 0, 0), Vector3::Zero());
  EXPECT_NEAR(c.tangent1.dot(along), 1.0, 1e-13);
  // normal -y, tangent1 +x: tangent2 = -y cross x = +z
  const Vector side = rigid_displacement(model, Vector3(0, 0, 1), Vector3::Zero());
  EXPECT_NEAR(c.tangent2.dot(side), 1.0, 1e-13);
}

TEST(CylindricalTip, SpinMovesTheRimAlongTheWall) {
  const FullModel model = tip_nodes();
  const Vector spin = rigid_displacement(model, Vector3::Zero(), Vector3(0.01, 0, 0));
  for (const ContactPoint& c : contacts(model, tip())) {
    EXPECT_NEAR(c.normal.dot(spin), 0.0, 1e-16);
    EXPECT_NEAR(c.tangent2.dot(spin), 0.01 * 0.0045, 1e-16);
  }
}

TEST(CylindricalTip, PlaneWallRecedesFromOtherEdges) {
  CylindricalTip t = tip();
  t.angles = {-0.5, 0.0, 0.5};
  const auto points = contacts(tip_nodes(), t);
  ASSERT_EQ(points.size(), 9u);
  EXPECT_NEAR(points[0].parameters.clearance, 2.4e-4 + 0.0045 * (1 - std::cos(0.5)), 1e-18);
  EXPECT_NEAR(points[8].parameters.clearance, points[0].parameters.clearance, 1e-18);
  t.angles = {2.0};
  EXPECT_THROW(contacts(tip_nodes(), t), Error);
}

// Rows of the bore at an angle are those of a plane wall there.
TEST(CylindricalTip, BushingTurnsToEveryAngle) {
  const FullModel model = tip_nodes();
  CylindricalTip bore = tip(), wall = tip();
  bore.wall = WallShape::bushing;
  const auto in_bore = contacts(model, bore);
  ASSERT_EQ(in_bore.size(), 3u);
  for (const double angle : {0.0, 1.0, 2.5, 4.0}) {
    const double c = std::cos(angle), s = std::sin(angle);
    wall.toward_wall = Vector3(0, c, s);
    const auto at_wall = contacts(model, wall);
    const Matrix turn = turning(Vector::Constant(1, c), Vector::Constant(1, s));
    for (std::size_t i = 0; i < 3; ++i) {
      const ContactPoint &from = in_bore[i], &to = at_wall[i];
      EXPECT_DOUBLE_EQ(from.parameters.clearance, 2.4e-4);
      const std::array<const SparseRow*, 6> rows = {&from.normal,  &from.tangent1, &from.tangent2,
                                                    &from.bore[0], &from.bore[1],  &from.bore[2]};
      int axis = 0;
      for (const SparseRow* wanted : {&to.normal, &to.tangent1, &to.tangent2}) {
        Vector turned = Vector::Zero(model.size());
        for (int k = 0; k < 6; ++k) turned += turn(axis, k) * Vector(*rows[static_cast<size_t>(k)]);
        EXPECT_NEAR((turned - Vector(*wanted)).norm(), 0.0, 1e-12) << angle << " " << axis;
        ++axis;
      }
    }
  }
}

TEST(CylindricalTip, BushingHasNoEdges) {
  CylindricalTip t = tip();
  t.wall = WallShape::bushing;
  t.angles = {0.0, kPi};
  EXPECT_THROW(contacts(tip_nodes(), t), Error);
}

TEST(CylindricalTip, OnePointSitsAtTheEnd) {
  const FullModel model = tip_nodes();
  CylindricalTip t = tip();
  t.points = 1;
  const auto points = contacts(model, t);
  ASSERT_EQ(points.size(), 1u);
  const Vector u = rigid_displacement(model, Vector3::Zero(), Vector3(0, 0, 0.01));
  EXPECT_NEAR(points[0].normal.dot(u), -0.01 * 0.3, 1e-15);
}

TEST(CylindricalTip, RefusesDegenerateGeometry) {
  const FullModel model = tip_nodes();
  const auto broken = [&](auto change) {
    CylindricalTip t = tip();
    change(t);
    EXPECT_THROW(contacts(model, t), Error);
  };
  broken([](CylindricalTip& t) { t.radius = 0.0; });
  broken([](CylindricalTip& t) { t.end = 0.2; });
  broken([](CylindricalTip& t) { t.points = 0; });
  broken([](CylindricalTip& t) { t.angles.clear(); });
  broken([](CylindricalTip& t) { t.axis.setZero(); });
  broken([](CylindricalTip& t) { t.toward_wall = t.axis; });
}

}  // namespace
}  // namespace mortise::gen
