#include "generator/bodies/model/inspect.hpp"

#include "generator/bodies/mesh/beam.hpp"
#include "generator/bodies/mesh/lumped.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "tests/generator/bodies/import/small_export.hpp"

namespace mortise::gen {
namespace {

BeamSpec free_beam() {
  BeamSpec spec;
  spec.material = {210e9, 0.3, 7850.0};
  spec.section = round_section(0.01);
  spec.segments = {{6, 0.6}};
  spec.root = BeamEnd::free;
  spec.origin = Vector3(0.1, 0.2, 0.3);
  return spec;
}

TEST(Inspect, FreeBeamHasItsMassAtItsMiddle) {
  const ImportReport report = inspect(build_beam(free_beam()));
  EXPECT_EQ(report.dofs, 42);
  EXPECT_EQ(report.rotation_dofs, 21);
  EXPECT_EQ(report.nodes, 7);
  EXPECT_EQ(report.nodes_with_dofs, 7);
  EXPECT_EQ(report.massless_dofs, 0);
  const double mass = 7850.0 * kPi * 0.01 * 0.01 / 4.0 * 0.6;
  for (int d = 0; d < 3; ++d) EXPECT_NEAR(report.total_mass[d], mass, 1e-13 * mass);
  ASSERT_TRUE(report.centre_of_mass);
  EXPECT_LT((*report.centre_of_mass - Vector3(0.4, 0.2, 0.3)).norm(), 1e-13);
  EXPECT_EQ(*report.box_min, Vector3(0.1, 0.2, 0.3));
}

TEST(Inspect, CentreCountsTheMomentsOfRotationRows) {
  // a rigid body seen from a reference node: mass m at the offset r couples both kinds of rows
  FullModel model;
  const double m = 2.0;
  const Vector3 offset(0.3, -0.2, 0.1);
  Eigen::Matrix3d cross;
  cross << 0, -offset.z(), offset.y(), offset.z(), 0, -offset.x(), -offset.y(), offset.x(), 0;
  Matrix mass(6, 6);
  mass << m * Eigen::Matrix3d::Identity(), -m * cross, m * cross, -m * cross * cross;
  model.mass = mass.sparseView();
  model.stiffness = SparseMatrix(6, 6);
  model.nodes[1] = Vector3(1.0, 1.0, 1.0);
  for (int d = 1; d <= 6; ++d) model.dofs.push_back({1, d});
  const ImportReport report = inspect(model);
  EXPECT_NEAR(report.total_mass[2], m, 1e-14);
  EXPECT_LT((*report.centre_of_mass - Vector3(1.3, 0.8, 1.1)).norm(), 1e-13);
}

TEST(Inspect, LumpedMassOfOneDirection) {
  LumpedSpec spec;
  spec.masses = {{1, 2.0, {1}, Vector3(3.0, 0.0, 0.0)}, {2, 1.0, {1}, Vector3::Zero()}};
  const ImportReport report = inspect(build_lumped(spec));
  EXPECT_EQ(report.total_mass, Vector3(3.0, 0.0, 0.0));
  EXPECT_DOUBLE_EQ(report.centre_of_mass->x(), 2.0);
}

TEST(Inspect, DofsWithoutMassAndUnevenMassAreCounted) {
  const TemporaryFolder folder;
  SmallExport small;
  small.mas = "1 1 1.0\n2 2 2.0\n3 3 0.0\n";
  small.write(folder);
  EXPECT_EQ(inspect(import_matrices(small_options(folder))).massless_dofs, 1);
  SmallExport().write(folder);
  const ImportReport uneven = inspect(import_matrices(small_options(folder)));
  EXPECT_LT((uneven.total_mass - Vector3(2e3, 3e3, 0.0)).norm(), 1e-9);
}

}  // namespace
}  // namespace mortise::gen
