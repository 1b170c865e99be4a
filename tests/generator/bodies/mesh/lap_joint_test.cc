// Lap joints and pressed blocks: surfaces in pairs, what they weigh, what holds them.
#include <gtest/gtest.h>

#include "generator/bodies/mesh/lap_joint.hpp"
#include "generator/bodies/mesh/pressed_blocks.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

Material steel_of_plates() {
  Material steel;
  steel.young = 2.1e11;
  steel.poisson = 0.3;
  steel.density = 7850.0;
  return steel;
}

TEST(LapJoint, HasItsSurfacesInPairsWhereThePlatesOverlap) {
  const LapJointShape shape;
  const SolidMesh mesh = lap_joint(shape);
  const std::vector<int>&top = mesh.sets.at("left_top"), &bottom = mesh.sets.at("left_bottom");
  ASSERT_EQ(top.size(), bottom.size());
  for (std::size_t i = 0; i < top.size(); ++i) {
    const Vector3& p = mesh.nodes[std::size_t(top[i])];
    EXPECT_NE(top[i], bottom[i]);
    EXPECT_EQ(p, mesh.nodes[std::size_t(bottom[i])]);
    EXPECT_LE(std::abs(p.x()), 0.5 * shape.overlap + 1e-9);
    EXPECT_EQ(p.z(), 0.0);
  }
  const double end = 0.5 * shape.overlap + shape.arm;
  for (const int node : mesh.sets.at("fixed"))
    EXPECT_NEAR(mesh.nodes[std::size_t(node)].x(), -end, 1e-12);
  for (const int node : mesh.sets.at("end"))
    EXPECT_NEAR(mesh.nodes[std::size_t(node)].x(), end, 1e-12);
  EXPECT_EQ(mesh.sets.at("fixed").size(), 15u);  // 5 across, 3 levels
}

TEST(LapJoint, WeighsWhatPlatesAndBoltWeigh) {
  LapJointShape shape;
  LapJointMesh fine;
  fine.around = 32;
  const FullModel model = assemble_solid(lap_joint(shape, fine), steel_of_plates());
  double mass = 0.0;  // of the motion along z, without the held nodes
  Vector all = Vector::Zero(model.size());
  for (Eigen::Index i = 0; i < model.size(); ++i)
    if (model.dofs[std::size_t(i)].direction == 3) all[i] = 1.0;
  mass = all.dot(model.mass * all);
  const double pi = 3.14159265358979;
  const auto disc = [&](double radius) { return pi * radius * radius; };
  const double t = shape.thickness;
  const double plates =
      2.0 * t * (shape.width * (shape.overlap + shape.arm) - disc(shape.hole_radius));
  const double bolt =
      disc(shape.shank_radius) * (2.0 * t + 2.0 * shape.washer_thickness) +
      disc(shape.head_radius) * (shape.head_height + shape.nut_height) +
      2.0 * shape.washer_thickness * (disc(shape.washer_radius) - disc(shape.hole_radius));
  const double held = shape.arm / fine.arm_columns * shape.width * t / 3.0;  // about
  EXPECT_NEAR(mass / (7850.0 * (plates + bolt - held)), 1.0, 0.02);
}

TEST(LapJoint, RefusesPlatesThatDoNotFit) {
  LapJointShape narrow;
  narrow.width = 0.011;
  EXPECT_THROW(lap_joint(narrow), Error);
  LapJointShape wide;
  wide.width = 0.05;
  EXPECT_THROW(lap_joint(wide), Error);
}

TEST(PressedBlocks, AreHeldBySpringsAlone) {
  PressedBlocksSpec spec;
  spec.springs = {1e4, 2e4, 3e4};
  spec.material = steel_of_plates();
  const FullModel model = pressed_blocks(spec);
  EXPECT_EQ(model.sets.at("left_top").size(), 4u);
  for (int d = 1; d <= 3; ++d) {
    Vector moved = Vector::Zero(model.size());  // the upper block as a whole
    for (Eigen::Index i = 0; i < model.size(); ++i)
      if (const Dof& dof = model.dofs[std::size_t(i)]; dof.node > 8 && dof.direction == d)
        moved[i] = 1.0;
    EXPECT_NEAR(moved.dot(model.stiffness * moved) / spec.springs[d - 1], 1.0, 1e-4);
  }
  spec.height = 0.0;
  EXPECT_THROW(pressed_blocks(spec), Error);
}

}  // namespace
}  // namespace mortise::gen
