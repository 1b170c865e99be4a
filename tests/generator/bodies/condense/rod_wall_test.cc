// The exported solid rod with 5952 dofs, condensed to at most 20 coordinates.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "generator/bodies/model/rigid_constraint.hpp"
#include "generator/bodies/model/rigid_motion.hpp"
#include "generator/contact/system/condense.hpp"
#include "generator/contact/unilateral/cylindrical_tip.hpp"
#include "tests/generator/bodies/condense/structures.hpp"

namespace mortise::gen {
namespace {

const Vector3 kTip(0.3, 0.0, 0.0);

// The lowest six bending modes: pairs of (on an irregular mesh nearly) equal frequency.
std::vector<double> bending(const Vector& omega) {
  std::vector<double> found;
  for (Eigen::Index i = 0; i + 1 < omega.size() && found.size() < 6; ++i)
    if (omega[i + 1] / omega[i] < 1.005) {
      found.push_back(omega[i]);
      found.push_back(omega[++i]);
    }
  return found;
}

void expect_same_bending(const FullModel& full, const ReducedSystem& reduced) {
  const std::vector<double> exact =
      bending(lowest_modes(full.stiffness, full.mass, {8, 0.0, false}).omega);
  const std::vector<double> found = bending(reduced.omega);
  ASSERT_EQ(exact.size(), 6u);
  ASSERT_EQ(found.size(), 6u);
  double worst = 0.0;
  for (std::size_t i = 0; i < 6; ++i) {
    worst = std::max(worst, std::abs(found[i] / exact[i] - 1.0));
    EXPECT_GE(found[i], exact[i] * (1.0 - 1e-6));
  }
  EXPECT_LT(worst, 1e-4);  // 0.01 %
  std::cout << "largest error of the three bending pairs: " << worst << "\n";
}

TEST(RodWall, ForceDistributingTipAddsNoStiffness) {
  FullSystem s = bare_system(solid_rod());
  const RigidMotion motion(s.model, masters_of_set(s.model, "TIPSURF"), kTip);
  const CylindricalTip tip{
      Vector3::Zero(), Vector3(1, 0, 0), Vector3(0, 1, 0), 0.0045, 0.28, 0.3, 4};
  s.make_lone().make<UnilateralContacts>().points =
      tip_contacts(motion, tip, {"tip", 1e-4, 0.3, 0.5, 0.0});
  const Condensation c = condense(s, motion.rows(), {{14, 0.0, false}, false});
  ASSERT_EQ(c.system.size(), 20);
  EXPECT_EQ(c.report.interface_dofs, 6);
  EXPECT_EQ(c.report.rigid_body_modes, 0);
  EXPECT_LT(c.report.residual, 1e-8);
  EXPECT_NEAR(c.report.mass, 1.4982e-4 * 1e3, 2e-3);  // less the clamped nodes' share
  expect_same_bending(s.model, c.system);
}

TEST(RodWall, AnotherMeshOfTheRodCondensesAsWell) {
  // quadratic tetrahedra, 3000 dofs: bending pairs split by the mesh
  FullSystem s = bare_system(import_matrices(
      {"calculix", std::string(MORTISE_MODELS) + "/rod_wall/data/rod_second", "", "mm,t,s,N", {}}));
  ASSERT_EQ(s.model.size(), 3000);
  const RigidMotion motion(s.model, masters_of_set(s.model, "TIPSURF"), kTip);
  const Condensation c = condense(s, motion.rows(), {{14, 0.0, false}, false});
  ASSERT_EQ(c.system.size(), 20);
  expect_same_bending(s.model, c.system);
}

TEST(RodWall, RigidTipAgainstTheFullModelUnderTheSameConstraint) {
  const FullModel free = solid_rod();
  FullSystem s = bare_system(constrain_rigid(free, free.sets.at("TIPSURF"), kTip, 90001));
  EXPECT_EQ(s.model.size(), 5952 - 3 * 112 + 6);
  const RigidMotion motion(s.model, {{90001, {}, 1.0}}, kTip);
  const Condensation c = condense(s, motion.rows(), {{14, 0.0, false}, false});
  ASSERT_EQ(c.system.size(), 20);
  expect_same_bending(s.model, c.system);
  // the constraint stiffens: frequencies rise, and by little
  const Modes soft = lowest_modes(free.stiffness, free.mass, {1, 0.0, false});
  EXPECT_GT(c.system.omega[0], soft.omega[0] * (1 + 1e-6));
  EXPECT_LT(c.system.omega[0], soft.omega[0] * 1.01);
}

}  // namespace
}  // namespace mortise::gen
