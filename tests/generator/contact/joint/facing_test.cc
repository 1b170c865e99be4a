#include "generator/contact/joint/facing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "generator/bodies/mesh/plane.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

PlaneBody block(const std::string& name, double y, double angle = 0.0) {
  PlaneBody body;
  body.name = name;
  body.length = 2.0;
  body.height = 0.5;
  body.elements_x = 4;
  body.elements_y = 1;
  body.origin_y = y;
  body.angle = angle;
  body.material.young = 1e9;
  body.material.density = 1e3;
  return body;
}

FullModel two_blocks() { return build_plane("blocks", {block("upper", 0.5), block("lower", 0.0)}); }

// Uniform motion of the nodes of a body.
Vector moved(const FullModel& model, const std::string& body, const Vector3& motion) {
  Vector u = Vector::Zero(model.size());
  for (Eigen::Index i = 0; i < model.size(); ++i) {
    const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
    for (const std::int64_t node : model.sets.at(body))
      if (node == dof.node) u[i] = motion[dof.direction - 1];
  }
  return u;
}

TEST(Facing, OpeningIsPositiveWhicheverSideComesFirst) {
  const FullModel model = two_blocks();
  const auto &a = model.sets.at("upper.bottom"), &b = model.sets.at("lower.top");
  const Vector up = moved(model, "upper", Vector3(0.3, 0.1, 0));
  for (const Joint& joint : {face(model, {a, b}), face(model, {b, a})})
    for (const JointNode& node : joint.nodes) EXPECT_NEAR(node.normal.dot(up), 0.1, 1e-15);
  EXPECT_NEAR(face(model, {a, b}).nodes[1].tangent.dot(up), 0.3, 1e-15);
  EXPECT_NEAR(face(model, {b, a}).nodes[1].tangent.dot(up), -0.3, 1e-15) << "B moves back";
}

TEST(Facing, PointsIntegrateTheInterface) {
  const FullModel model = two_blocks();
  Facing facing{model.sets.at("upper.bottom"), model.sets.at("lower.top")};
  facing.subdivisions = 3;
  const Joint joint = face(model, facing);
  ASSERT_EQ(joint.nodes.size(), 5U);
  ASSERT_EQ(joint.points.size(), 24U);
  double length = 0, third = 0, fifth = 0;
  for (const JointPoint& p : joint.points) {
    length += p.length;
    third += p.length * std::pow(p.position, 3);
    EXPECT_NEAR(p.share[0] + p.share[1], 1.0, 1e-15);
    EXPECT_EQ(p.node[1], p.node[0] + 1);
    fifth += p.length * (p.share[0] * p.node[0] + p.share[1] * p.node[1]) * 0.5;
  }
  EXPECT_NEAR(length, 2.0, 1e-14);
  EXPECT_NEAR(third, 4.0, 1e-13) << "two points integrate a cubic exactly";
  EXPECT_NEAR(fifth, 2.0, 1e-13) << "shape functions reproduce the position";
  EXPECT_EQ(joint.nodes[0].name,
            std::to_string(facing.side_a[0]) + ":" + std::to_string(facing.side_b[0]));
}

// Meshes that do not match: a linear motion of both bodies opens nothing along their common edge,
// and on meshes that do match the rows are the same to the bit.
TEST(Facing, ProjectedSidesSeeLinearMotionsExactly) {
  PlaneBody lower = block("lower", 0.0);
  lower.elements_x = 7;
  const FullModel model = build_plane("blocks", {block("upper", 0.5), lower});
  Facing facing{model.sets.at("upper.bottom"), model.sets.at("lower.top")};
  EXPECT_THROW(face(model, facing), Error);
  facing.projected = true;
  const Joint joint = face(model, facing);
  ASSERT_EQ(joint.nodes.size(), 5U);
  Eigen::Matrix3d gradient = Eigen::Matrix3d::Zero();
  gradient.topLeftCorner(2, 2) << 0.3, -0.2, 0.7, 0.4;
  Vector u(model.size());
  for (Eigen::Index i = 0; i < model.size(); ++i) {
    const Dof& dof = model.dofs[static_cast<std::size_t>(i)];
    u[i] = (gradient * model.nodes.at(dof.node) + Vector3(1, 2, 0))[dof.direction - 1];
  }
  const Vector up = moved(model, "upper", Vector3(0.3, 0.1, 0));
  for (const JointNode& node : joint.nodes) {
    EXPECT_NEAR(node.normal.dot(u), 0.0, 1e-14) << node.name;
    EXPECT_NEAR(node.tangent.dot(u), 0.0, 1e-14) << node.name;
    EXPECT_NEAR(node.normal.dot(up), 0.1, 1e-15);
  }
  const FullModel matching = two_blocks();
  Facing alike{matching.sets.at("upper.bottom"), matching.sets.at("lower.top")};
  const Joint paired = face(matching, alike);
  alike.projected = true;
  const Joint projected = face(matching, alike);
  ASSERT_EQ(paired.nodes.size(), projected.nodes.size());
  for (std::size_t i = 0; i < paired.nodes.size(); ++i) {
    EXPECT_EQ(paired.nodes[i].name, projected.nodes[i].name);
    EXPECT_EQ(SparseRow(paired.nodes[i].normal - projected.nodes[i].normal).norm(), 0.0);
    EXPECT_EQ(SparseRow(paired.nodes[i].tangent - projected.nodes[i].tangent).norm(), 0.0);
  }
}

TEST(Facing, RigidBaseUnderATurnedBlock) {
  const double angle = 0.6;
  const FullModel model = build_plane("block", {block("block", 0.0, angle)});
  const Joint joint = face(model, {model.sets.at("block.bottom"), {}});
  const Vector u = moved(model, "block", Vector3(-std::sin(angle), std::cos(angle), 0));
  for (const JointNode& node : joint.nodes) {
    EXPECT_NEAR(node.normal.dot(u), 1.0, 1e-14);
    EXPECT_NEAR(node.tangent.dot(u), 0.0, 1e-14);
  }
}

// Around a corner the node in it has two frames.
TEST(Facing, CornersHaveTwoNodes) {
  const FullModel model = build_plane("block", {block("block", 0.0)});
  std::vector<std::int64_t> around = model.sets.at("block.bottom");
  const auto& right = model.sets.at("block.right");
  around.insert(around.end(), right.begin() + 1, right.end());
  const Joint joint = face(model, {around, {}});
  ASSERT_EQ(joint.nodes.size(), around.size() + 1);
  EXPECT_EQ(joint.nodes[5].name, joint.nodes[4].name + ".turn");
  const Vector left = moved(model, "block", Vector3(-1, 0, 0));
  EXPECT_NEAR(joint.nodes[4].normal.dot(left), 0.0, 1e-15);
  EXPECT_NEAR(joint.nodes[5].normal.dot(left), 1.0, 1e-15);
  EXPECT_EQ(joint.points[8].node[0], 5);
}

TEST(Facing, ClampedNodesDoNotMove) {
  PlaneBody upper = block("upper", 0.5);
  upper.supports = {{PlaneEdge::left, {1, 2}}};
  const FullModel model = build_plane("blocks", {upper});
  const Joint joint = face(model, {model.sets.at("upper.bottom"), {}});
  EXPECT_EQ(joint.nodes[0].normal.nonZeros(), 0);
  EXPECT_EQ(joint.nodes[1].normal.nonZeros(), 1);
}

std::string refusal(const FullModel& model, const std::function<void(Facing*)>& spoil) {
  Facing facing{model.sets.at("upper.bottom"), model.sets.at("lower.top")};
  spoil(&facing);
  try {
    face(model, facing);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Facing, RefusesWhatDoesNotFit) {
  const FullModel model = two_blocks();
  const auto found = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos ? "" : text;
  };
  EXPECT_EQ(refusal(model, [](Facing*) {}), "accepted");
  EXPECT_EQ(found(refusal(model, [](Facing* f) { f->side_b.pop_back(); }),
                  "side A has 5 nodes, side B 4"),
            "");
  EXPECT_EQ(
      found(refusal(model, [](Facing* f) { std::reverse(f->side_b.begin(), f->side_b.end()); }),
            "do not face each other"),
      "");
  EXPECT_EQ(found(refusal(model, [](Facing* f) { f->side_a.resize(1); }), "fewer than two"), "");
  EXPECT_EQ(found(refusal(model, [](Facing* f) { f->side_a[1] = f->side_a[0]; }), "coincide"), "");
  EXPECT_EQ(found(refusal(model, [](Facing* f) { f->side_a[2] = 999; }), "999"), "");
  EXPECT_EQ(found(refusal(model, [](Facing* f) { f->subdivisions = 0; }), "subdivisions"), "");
  EXPECT_EQ(found(refusal(model, [](Facing* f) { f->opening = Vector3(1, 0, 0); }), "one side"),
            "");
}

}  // namespace
}  // namespace mortise::gen
