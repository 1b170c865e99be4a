#include "generator/bodies/model/rigid_constraint.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "generator/bodies/model/dof_table.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/bodies/model/node_cloud.hpp"

namespace mortise::gen {
namespace {

const std::vector<Vector3> kFour = {Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 1, 0),
                                    Vector3(0, 0, 2)};

TEST(RigidConstraint, GivesTheMassAndInertiaOfTheBody) {
  const FullModel rigid = constrain_rigid(node_cloud(kFour), {1, 2, 3, 4}, Vector3::Zero(), 100);
  ASSERT_EQ(rigid.size(), 6);
  EXPECT_EQ(rigid.dofs[5], (Dof{100, 6}));
  const Matrix mass = Matrix(rigid.mass);
  for (int i = 0; i < 3; ++i) EXPECT_DOUBLE_EQ(mass(i, i), 4.0);
  EXPECT_DOUBLE_EQ(mass(3, 3), 1.0 + 4.0);  // J_x = sum m (y^2 + z^2)
  EXPECT_DOUBLE_EQ(mass(4, 4), 1.0 + 4.0);
  EXPECT_DOUBLE_EQ(mass(5, 5), 1.0 + 1.0);
  EXPECT_NEAR((mass - mass.transpose()).norm(), 0.0, 1e-15);
}

TEST(RigidConstraint, KeepsTheOtherNodesAndTheEnergyOfRigidMotions) {
  const FullModel model = node_cloud(kFour);
  const Vector3 reference(0.5, 0.2, -0.3);
  const FullModel rigid = constrain_rigid(model, {1, 2, 3}, reference, 100);
  ASSERT_EQ(rigid.size(), 3 + 6);
  EXPECT_EQ(rigid.dofs[0], (Dof{4, 1}));
  EXPECT_EQ(rigid.nodes.at(100), reference);
  const Vector3 t(1, -2, 3), theta(0.1, 0.2, -0.3);
  const Vector full = rigid_displacement(model, t, theta);
  const Vector reduced = rigid_displacement(rigid, t, theta);
  EXPECT_NEAR(reduced.dot(rigid.stiffness * reduced), full.dot(model.stiffness * full), 1e-12);
  EXPECT_NEAR(reduced.dot(rigid.mass * reduced), full.dot(model.mass * full), 1e-12);
}

TEST(RigidConstraint, CarriesNodesWithRotations) {
  const FullModel model = node_cloud({Vector3(0, 0, 0)}, {1, 2, 3, 4, 5, 6});
  const FullModel rigid = constrain_rigid(model, {1}, Vector3(1, 0, 0), 2);
  const Vector u = rigid_displacement(rigid, Vector3(0, 0, 0), Vector3(0, 0, 0.5));
  EXPECT_NEAR(u.dot(rigid.mass * u), 0.25, 1e-15);  // only the node's own rotation
}

TEST(RigidConstraint, RefusesWhatCannotMoveRigidly) {
  FullModel model = node_cloud(kFour);
  const Vector3 r = Vector3::Zero();
  EXPECT_THROW(constrain_rigid(model, {}, r, 100), Error);
  EXPECT_THROW(constrain_rigid(model, {1, 2, 3}, r, 4), Error);    // label in use
  EXPECT_THROW(constrain_rigid(model, {1, 2}, r, 100), Error);     // one line
  EXPECT_THROW(constrain_rigid(model, {1, 2, 9}, r, 100), Error);  // unknown node
  EXPECT_THROW(constrain_rigid(node_cloud(kFour, {1, 2}), {1, 2, 3}, r, 100), Error);
}

TEST(DofTable, FindsEveryDofAndRefusesDoubles) {
  FullModel model = node_cloud(kFour);
  const DofTable table(model);
  EXPECT_EQ(table.find({3, 2}), 7);
  EXPECT_EQ(table.find({3, 4}), -1);
  EXPECT_THROW(table.at({8, 1}, "test"), Error);
  model.dofs[1] = model.dofs[0];
  EXPECT_THROW(DofTable{model}, Error);
}

}  // namespace
}  // namespace mortise::gen
