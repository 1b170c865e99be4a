#include "generator/bodies/model/merge_bodies.hpp"

#include <gtest/gtest.h>

#include "generator/bodies/model/dof_table.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/bodies/model/node_cloud.hpp"

namespace mortise::gen {
namespace {

const std::vector<Vector3> kCorner = {Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 2, 0),
                                      Vector3(0, 0, 3)};

FullModel corner() {
  FullModel model = node_cloud(kCorner);
  // stiff along x only, between nodes 1 and 2
  std::vector<Eigen::Triplet<double>> k = {{0, 0, 5.0}, {0, 3, -5.0}, {3, 0, -5.0}, {3, 3, 5.0}};
  model.stiffness.setFromTriplets(k.begin(), k.end());
  model.sets["tip"] = {4};
  return model;
}

double energy(const FullModel& model, const Vector& u) { return u.dot(model.stiffness * u); }

// A motion given by its value at every place; the world does not care where a body was drawn.
Vector motion(const FullModel& model, const Eigen::Matrix3d& gradient) {
  Vector u(model.size());
  for (Eigen::Index i = 0; i < u.size(); ++i) {
    const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
    u[i] = (gradient * model.nodes.at(dof.node))[dof.direction - 1];
  }
  return u;
}

TEST(Placed, TurnsPlacesAndStiffnessTogether) {
  Placement placement;
  placement.axis = Vector3(1, 2, -1);
  placement.angle = 0.7;
  placement.mirror = Vector3(0, 1, 1);
  const Eigen::Matrix3d q = placement.orientation();
  EXPECT_NEAR(q.determinant(), -1.0, 1e-14);
  EXPECT_NEAR((q * q.transpose() - Eigen::Matrix3d::Identity()).norm(), 0.0, 1e-14);
  const FullModel drawn = corner(), stands = placed(drawn, placement);
  Eigen::Matrix3d gradient;
  gradient << 1, 2, 3, 4, 5, 6, 7, 8, 10;
  // u(x) = A x seen by the drawn body is Q^T A Q x
  const Eigen::Matrix3d seen = q.transpose() * gradient * q;
  EXPECT_NEAR(energy(stands, motion(stands, gradient)), energy(drawn, motion(drawn, seen)), 1e-12);
  EXPECT_NEAR((stands.nodes.at(4) - q * kCorner[3]).norm(), 0.0, 1e-14);
}

TEST(Placed, QuarterTurnsAreExactAndKeepHeldDirections) {
  FullModel drawn = corner();
  // node 2 is held in x
  std::vector<Eigen::Index> kept;
  std::vector<Dof> dofs;
  for (Eigen::Index i = 0; i < drawn.size(); ++i) {
    if (i == 3) continue;
    kept.push_back(i);
    dofs.push_back(drawn.dofs[static_cast<std::size_t>(i)]);
  }
  drawn.stiffness = Matrix(Matrix(drawn.stiffness)(kept, kept)).sparseView();
  drawn.mass = Matrix(Matrix(drawn.mass)(kept, kept)).sparseView();
  drawn.dofs = dofs;
  Placement placement;
  placement.angle = 2 * std::atan(1.0);
  const FullModel stands = placed(drawn, placement);
  const DofTable table(stands);
  EXPECT_LT(table.find({2, 2}), 0);  // x of the body is y of the world
  EXPECT_GE(table.find({2, 1}), 0);
  EXPECT_EQ(stands.stiffness.coeff(table.find({1, 2}), table.find({1, 2})), 5.0);
  EXPECT_EQ(stands.nodes.at(2), Vector3(0, 1, 0));
  placement.angle = 0.3;
  try {
    placed(drawn, placement);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("node 2"), std::string::npos) << error.what();
  }
}

TEST(MergeBodies, KeepsTheBodiesApartAndTheirNames) {
  Placement placement;
  placement.position = Vector3(0, 0, 10);
  FullModel second = placed(corner(), placement);
  second.sets["b.own"] = {1};
  const FullModel both = merge_bodies({{"a", corner()}, {"b", second}});
  ASSERT_EQ(both.size(), 24);
  ASSERT_EQ(both.substructures.size(), 2u);
  EXPECT_EQ(both.substructures[1].name, "b");
  EXPECT_EQ(both.substructures[1].first, 12);
  EXPECT_EQ(both.sets.at("a.tip"), std::vector<std::int64_t>{4});
  const std::int64_t shift = both.label_shift.at("b");
  EXPECT_GT(shift, 4);
  EXPECT_EQ(both.sets.at("b.tip"), std::vector<std::int64_t>{4 + shift});
  EXPECT_EQ(both.sets.at("b.own"), std::vector<std::int64_t>{1 + shift});
  EXPECT_EQ(both.sets.at("b").size(), 4u);
  EXPECT_EQ(both.nodes.at(1 + shift), Vector3(0, 0, 10));
  EXPECT_EQ(both.dofs[12], (Dof{1 + shift, 1}));
  EXPECT_EQ((Matrix(both.stiffness).topLeftCorner(12, 12) -
             Matrix(both.stiffness).bottomRightCorner(12, 12))
                .norm(),
            0.0);
  EXPECT_EQ(Matrix(both.mass).topRightCorner(12, 12).norm(), 0.0);
}

}  // namespace
}  // namespace mortise::gen
