#include "generator/bodies/model/rigid_motion.hpp"

#include <gtest/gtest.h>

#include "generator/ground/text/error.hpp"
#include "tests/generator/bodies/model/node_cloud.hpp"

namespace mortise::gen {
namespace {

const std::vector<Vector3> kThreeNodes = {Vector3(0.280, 0, 0), Vector3(0.300, 0, 0),
                                          Vector3(0.300, 0.0045, 0)};

// Sums of the nodal forces f (n) and of their moments about the origin.
void resultant(const FullModel& model, const Vector& f, Vector3* force, Vector3* moment) {
  force->setZero();
  moment->setZero();
  for (std::size_t i = 0; i < model.dofs.size(); ++i) {
    const int d = model.dofs[i].direction;
    const double value = f[static_cast<Eigen::Index>(i)];
    if (d > 3) {
      *moment += value * Vector3::Unit(d - 4);
    } else {
      const Vector3 nodal = value * Vector3::Unit(d - 1);
      *force += nodal;
      *moment += model.nodes.at(model.dofs[i].node).cross(nodal);
    }
  }
}

// Schurzig eq. 29, 30: the nodal forces of a force at r_c are statically equivalent to it.
void expect_equivalent(const FullModel& model, const RigidMotion& motion, const Vector3& r_c) {
  for (const Vector3& direction : {Vector3(-1, 0, 0), Vector3(0, 1, 0), Vector3(0.3, -0.4, 0.5)}) {
    const Vector nodal = motion.displacement_row(r_c, direction, "rim");
    Vector3 force, moment;
    resultant(model, nodal, &force, &moment);
    EXPECT_NEAR((force - direction).norm(), 0.0, 1e-12);
    EXPECT_NEAR((moment - r_c.cross(direction)).norm(), 0.0, 1e-12 * (1.0 + r_c.norm()));
  }
}

TEST(RigidMotion, DistributesForcesStaticallyEquivalently) {
  const FullModel model = node_cloud(kThreeNodes);
  const RigidMotion motion(model, masters_of_set(model, "ALL"), Vector3(0.29, 0, 0));
  ASSERT_EQ(motion.rank(), 6);
  for (const double x : {0.28, 0.287, 0.3})
    expect_equivalent(model, motion, Vector3(x, -0.0045, 0.001));
}

TEST(RigidMotion, WeightsShiftForcesButNotTheirResultant) {
  FullModel model = node_cloud(
      {Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(1, 1, 1)});
  std::vector<Master> masters = masters_of_set(model, "ALL");
  const RigidMotion even(model, masters, Vector3::Zero());
  masters[0].weight = 5.0;
  const RigidMotion heavy(model, masters, Vector3::Zero());
  const Vector3 point(0.2, 0.3, -0.1);
  expect_equivalent(model, heavy, point);
  const Vector a = even.displacement_row(point, Vector3(1, 0, 0), "rim");
  const Vector b = heavy.displacement_row(point, Vector3(1, 0, 0), "rim");
  EXPECT_GT(b[0], a[0] + 0.1);
}

TEST(RigidMotion, ReproducesRigidMotionsExactly) {
  const FullModel model = node_cloud(kThreeNodes);
  const Vector3 reference(0.1, -0.2, 0.05);
  const RigidMotion motion(model, masters_of_set(model, "ALL"), reference);
  const Vector3 t(1e-3, -2e-3, 5e-4), theta(0.01, -0.02, 0.03);
  const Vector u = rigid_displacement(model, t, theta);
  const Vector m = motion.rows() * u;
  EXPECT_NEAR((m.head(3) - (t + theta.cross(reference))).norm(), 0.0, 1e-14);
  EXPECT_NEAR((m.tail(3) - theta).norm(), 0.0, 1e-13);
  const Vector3 point(0.3, 0, -0.0045);
  const double x = motion.displacement_row(point, Vector3(0, 0, 1), "rim").dot(u);
  EXPECT_NEAR(x, (t + theta.cross(point)).z(), 1e-14);
}

TEST(RigidMotion, FitsInTheLeastSquaresSense) {
  // a deformation that is orthogonal to all rigid motions leaves no trace
  const FullModel model =
      node_cloud({Vector3(1, 0, 0), Vector3(-1, 0, 0), Vector3(0, 1, 0), Vector3(0, -1, 0)});
  const RigidMotion motion(model, masters_of_set(model, "ALL"), Vector3::Zero());
  Vector u = Vector::Zero(12);
  u[0] = 1.0;
  u[3] = -1.0;  // breathing along x
  EXPECT_NEAR((motion.rows() * u).norm(), 0.0, 1e-15);
}

TEST(RigidMotion, SixDofNodeIsItsOwnMotion) {
  const FullModel model = node_cloud({Vector3(0.3, 0, 0)}, {1, 2, 3, 4, 5, 6});
  const RigidMotion motion(model, {{1, {}, 1.0}}, Vector3(0.3, 0, 0));
  EXPECT_NEAR((Matrix(motion.rows()) - Matrix::Identity(6, 6)).norm(), 0.0, 1e-15);
}

TEST(RigidMotion, TwoAxisNodesAndTorsionDetermineTheTip) {
  FullModel model = node_cloud({Vector3(0, 0, 0.249), Vector3(0, 0, 0.269)}, {1, 2, 3, 4, 5, 6});
  const std::vector<Master> masters = {{1, {1, 2, 3}, 1.0}, {2, {1, 2, 3, 6}, 1.0}};
  const RigidMotion motion(model, masters, Vector3(0, 0, 0.269));
  EXPECT_EQ(motion.rank(), 6);
  expect_equivalent(model, motion, Vector3(0.0045, 0, 0.255));
}

TEST(RigidMotion, CollinearNodesServePointsThatNeedNoTorsion) {
  const FullModel model = node_cloud({Vector3(0, 0, 0), Vector3(0, 0, 1)});
  const RigidMotion motion(model, masters_of_set(model, "ALL"), Vector3::Zero());
  EXPECT_EQ(motion.rank(), 5);
  EXPECT_EQ(motion.independent_rows().rows(), 5);
  expect_equivalent(model, motion, Vector3(0, 0, 0.4));  // on their line
  // off the line: the radial direction needs no torsion, the circumferential one does
  EXPECT_NO_THROW(motion.displacement_row(Vector3(0.1, 0, 0.4), Vector3(1, 0, 0), "rim"));
  EXPECT_THROW(motion.displacement_row(Vector3(0.1, 0, 0.4), Vector3(0, 1, 0), "rim"), Error);
}

TEST(RigidMotion, RefusesMastersThatAreNotThere) {
  const FullModel model = node_cloud(kThreeNodes, {1, 2});
  const Vector3 r = Vector3::Zero();
  EXPECT_THROW(RigidMotion(model, {}, r), Error);
  EXPECT_THROW(RigidMotion(model, {{9, {}, 1.0}}, r), Error);
  EXPECT_THROW(RigidMotion(model, {{1, {3}, 1.0}}, r), Error);
  EXPECT_THROW(RigidMotion(model, {{1, {}, 0.0}}, r), Error);
  EXPECT_THROW(RigidMotion(model, {{1, {}, 1.0}, {1, {}, 1.0}}, r), Error);
  EXPECT_THROW(masters_of_set(model, "NOWHERE"), Error);
}

}  // namespace
}  // namespace mortise::gen
