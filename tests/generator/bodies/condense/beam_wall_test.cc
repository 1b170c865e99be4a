// The 269 mm beam of the impact paper: seven master dofs and six fixed-interface modes reproduce
// the frequencies of an independent implementation (tests/data/schurzig.json).
#include <gtest/gtest.h>

#include "generator/bodies/condense/interface_rows.hpp"
#include "generator/contact/system/condense.hpp"
#include "tests/generator/bodies/condense/structures.hpp"

namespace mortise::gen {
namespace {

TEST(BeamWall, SevenMastersAndSixModesReproduceTheReference) {
  const nlohmann::json reference =
      read_json(std::string(MORTISE_TEST_DATA) + "/schurzig.json")["model"];
  const FullSystem s = bare_system(
      build_beam(steel_rod(reference["free_length_m"].get<double>(), 25, BeamEnd::clamped)));
  const std::int64_t start = s.model.sets.at("MASTER")[0];
  const std::int64_t end = s.model.sets.at("TIP")[0];
  const SparseMatrix masters = dof_interface(
      s.model, {{start, 1}, {start, 2}, {start, 3}, {end, 1}, {end, 2}, {end, 3}, {end, 6}});
  const Condensation c = condense(s, masters, {{6, 0.0, false}, false});
  ASSERT_EQ(c.system.size(), 13);

  const auto expected = reference["f_Hz"].get<std::vector<double>>();
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double found = c.system.omega[static_cast<Eigen::Index>(i)] / 6.283185307179586;
    EXPECT_NEAR(found / expected[i], 1.0, 1e-6) << i;
  }
  const Modes full = lowest_modes(s.model.stiffness, s.model.mass, {2, 0.0, false});
  EXPECT_NEAR(c.system.omega[0] / full.omega[0], 1.0, 1e-5);
}

}  // namespace
}  // namespace mortise::gen
