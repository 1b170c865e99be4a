#include "generator/bodies/condense/interface_rows.hpp"
#include "generator/contact/system/full_system.hpp"

#include <gtest/gtest.h>

#include "generator/contact/unilateral/cylindrical_tip.hpp"
#include "generator/contact/unilateral/node_contact.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/generator/bodies/condense/structures.hpp"

namespace mortise::gen {
namespace {

SparseMatrix sparse(const Matrix& dense) { return dense.sparseView(); }

TEST(InterfaceRows, IndependentRowsIgnoreScaleZerosAndRepetitions) {
  Matrix rows(5, 3);
  rows << 1e-9, 0, 0, 2, 0, 0, 0, 0, 0, 1, 1, 0, 3, 1e6, 0;
  EXPECT_EQ(independent_rows(sparse(rows)).size(), 2u);
  EXPECT_EQ(independent_rows(sparse(Matrix::Identity(4, 4))).size(), 4u);
  EXPECT_TRUE(independent_rows(sparse(Matrix::Zero(2, 3))).empty());
}

TEST(InterfaceRows, ContactNodesGiveTheirTranslations) {
  FullSystem system = bare_system(build_beam(steel_rod(0.269, 10, BeamEnd::clamped)));
  EXPECT_THROW(contact_interface(system), Error);
  const std::int64_t tip = system.model.sets.at("TIP")[0];
  for (const char* name : {"a", "b"})  // two contacts of one node share their interface
    system.make_lone().make<UnilateralContacts>().points.push_back(
        node_contact(system.model, tip, contact_frame(Vector3(1, 1, 0)), {name, 0, 0, 0, 0}));
  EXPECT_EQ(contact_interface(system).rows(), 3);
}

TEST(InterfaceRows, RigidTipGivesAtMostSixMotions) {
  FullSystem system = bare_system(build_beam(steel_rod(0.269, 10, BeamEnd::clamped)));
  const std::vector<Master> masters = {{system.model.sets.at("MASTER")[0], {1, 2, 3}, 1.0},
                                       {system.model.sets.at("TIP")[0], {1, 2, 3, 6}, 1.0}};
  const RigidMotion motion(system.model, masters, Vector3(0, 0, 0.269));
  CylindricalTip tip{Vector3::Zero(), Vector3(0, 0, 1), Vector3(1, 0, 0), 0.0045, 0.249, 0.269};
  tip.points = 8;
  system.make_lone().make<UnilateralContacts>().points =
      tip_contacts(motion, tip, {"tip", 0, 0, 0, 0});
  EXPECT_EQ(contact_interface(system).rows(), 5);  // one edge never needs the spin about itself
  tip.angles = {0.0, 0.4};
  system.make_lone().make<UnilateralContacts>().points =
      tip_contacts(motion, tip, {"tip", 0, 0, 0, 0});
  EXPECT_EQ(contact_interface(system).rows(), 6);
}

TEST(InterfaceRows, DofsAreSelectedByName) {
  const FullModel model = build_beam(steel_rod(0.269, 10, BeamEnd::clamped));
  const std::int64_t tip = model.sets.at("TIP")[0];
  const SparseMatrix rows = dof_interface(model, {{tip, 1}, {tip, 6}});
  Vector u(model.size());
  for (Eigen::Index i = 0; i < u.size(); ++i) u[i] = static_cast<double>(i);
  for (int k = 0; k < 2; ++k) {
    const auto i = static_cast<std::size_t>((rows * u)[k]);
    EXPECT_EQ(model.dofs[i], (Dof{tip, k == 0 ? 1 : 6}));
  }
  EXPECT_THROW(dof_interface(model, {{model.sets.at("ROOT")[0], 1}}), Error);
}

}  // namespace
}  // namespace mortise::gen
