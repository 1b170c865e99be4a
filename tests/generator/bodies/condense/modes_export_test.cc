// The eigen-solver against the frequencies that CalculiX itself printed (7 digits).
#include <gtest/gtest.h>

#include <algorithm>
#include "generator/bodies/condense/modes.hpp"

#include "generator/bodies/model/dof_table.hpp"
#include "tests/generator/bodies/condense/structures.hpp"

namespace mortise::gen {
namespace {

void expect_frequencies(const FullModel& model, const std::vector<double>& expected) {
  const auto count = static_cast<Eigen::Index>(expected.size());
  const Modes modes = lowest_modes(model.stiffness, model.mass, {count, 0.0, false});
  ASSERT_EQ(modes.omega.size(), count);
  EXPECT_EQ(modes.rigid_body_modes, 0);
  EXPECT_LT(modes.residual, 1e-8);
  for (Eigen::Index i = 0; i < count; ++i)
    EXPECT_NEAR(modes.frequencies_hz()[i] / expected[static_cast<std::size_t>(i)], 1.0, 1e-6) << i;
}

TEST(ModesOfExports, CantileversAlsoWithSingularMass) {
  const std::string folder = std::string(MORTISE_TEST_DATA) + "/calculix_cantilever/";
  const nlohmann::json jobs = read_json(folder + "expected.json")["jobs"];
  for (const char* job : {"cant_c3d8", "cant_c3d20r", "cant_c3d10"}) {
    SCOPED_TRACE(job);
    const FullModel model = import_matrices({"calculix", folder + job, "", "mm,t,s,N", {}});
    expect_frequencies(model, jobs[job]["frequencies_hz"].get<std::vector<double>>());
  }
}

// Nine unknowns of every element that have no place and do not move in a translation.
TEST(ModesOfExports, IncompatibleModesOfBricksAreUnknownsWithoutAPlace) {
  const FullModel model =
      import_matrices({"calculix",
                       std::string(MORTISE_TEST_DATA) + "/calculix_incompatible/incompatible",
                       "",
                       "mm,t,s,N",
                       {}});
  EXPECT_EQ(std::count_if(model.dofs.begin(), model.dofs.end(),
                          [](const Dof& dof) { return dof.is_generalised(); }),
            9 * 16);
  expect_frequencies(model, {2621.463, 5099.642, 15674.15, 16462.60, 26401.77, 32311.01});
  const Vector unit = translation(model, 2);
  const double steel = 0.04 * 0.01 * 0.005 * 7850.0;
  const double mass = unit.dot(model.mass * unit);
  EXPECT_LT(mass, steel);  // less the clamped nodes' share, half a layer of eight
  EXPECT_GT(mass, steel * (1.0 - 1.0 / 16.0 - 0.03));
}

TEST(ModesOfExports, SolidRodTwentyFrequenciesWithTheirDoubles) {
  const nlohmann::json rod = read_json(std::string(MORTISE_TEST_DATA) +
                                       "/calculix_beam300/expected.json")["jobs"]["beam300"];
  auto expected = rod["frequencies_hz"].get<std::vector<double>>();
  const auto more = rod["frequencies_hz_11_20"].get<std::vector<double>>();
  expected.insert(expected.end(), more.begin(), more.end());
  ASSERT_EQ(expected.size(), 20u);
  expect_frequencies(solid_rod(), expected);
}

}  // namespace
}  // namespace mortise::gen
