// The shipped joints as they go into the bake stage.
#include <gtest/gtest.h>

#include "generator/simulate/structure/pressed_start.hpp"
#include "generator/tool/pipeline/build.hpp"

namespace mortise::gen {
namespace {

BakeInput prepared(const std::string& name, const std::vector<std::string>& overrides = {}) {
  return prepare_bake(
      read_definition(std::string(MORTISE_MODELS) + "/" + name + "/" + name + ".toml", overrides),
      {});
}

// The plate is free along its base and evenly loaded: its law points carry press * width each, and
// it stays where it is. Rounding alone must not hold it.
TEST(PressedStart, PlateIsPressedEvenlyAndStaysInPlace) {
  // bonded modes, which its damping counts, need linear springs
  const std::vector<std::string> hertz = {"contact.impact_exponent=1.5", "damping.interface=open"};
  for (const std::vector<std::string>& other :
       {std::vector<std::string>{"load.frequency=500"}, {"load.frequency=0"}, hertz}) {
    const BakeInput input = prepared("plate_on_base", other);
    const ScenarioOptions& scenario = input.options.scenarios.at(0);
    ASSERT_TRUE(scenario.initial_pressure);
    EXPECT_NEAR(scenario.initial_pressure->sum(), 1e4 * 0.36, 1e-6);
    for (Eigen::Index i = 0; i < scenario.initial_pressure->size(); ++i) {
      const double length =
          input.system.lone().as<ReducedJoint>()->points[static_cast<std::size_t>(i)].length;
      EXPECT_NEAR((*scenario.initial_pressure)[i], 1e4 * length, 1e-6 * 1e4 * length) << i;
    }
    // 3.51e-9 m by Poisson's effect (independent prototype), up to the modes left out
    const Vector y = input.system.output_rows * *scenario.initial_q;
    EXPECT_NEAR(y[0], 3.51e-9, 5e-10) << other[0];
  }
}

TEST(JointBuild, PrintedDamperIsLeftToTheFullModel) {
  const BakeInput input = prepared("two_cantilevers");
  std::vector<std::string> names;
  for (const ScenarioOptions& s : input.options.scenarios) names.push_back(s.name);
  EXPECT_EQ(names, (std::vector<std::string>{"case_I", "case_II_clamped", "case_III", "case_IV"}));
  EXPECT_EQ(input.system.size(), 15);
  ASSERT_TRUE(input.system.lone().residual);
  for (const ScenarioOptions& s : input.options.scenarios) {
    ASSERT_EQ(s.phases.size(), 1u);
    const CaseOptions& c =
        input.options.cases.at(static_cast<std::size_t>(s.phases[0].operating_case));
    EXPECT_NE(c.law.normal.damper, ImpactDamper::printed);
    EXPECT_EQ(c.law.normal.separation_stiffness > 0.0, s.name == "case_III" || s.name == "case_IV");
    EXPECT_EQ(c.law.tangential.kind == TangentialKind::oden_pires, s.name == "case_IV");
  }
}

TEST(JointBuild, PhasesOfPressAndRub) {
  const BakeInput input = prepared("plate_on_base");
  const ScenarioOptions& s = input.options.scenarios.at(3);
  ASSERT_EQ(s.phases.size(), 2u);
  EXPECT_EQ(s.phases[0].start, 0.0);
  EXPECT_EQ(s.phases[1].start, 0.02);
  EXPECT_FALSE(s.initial_pressure);
  const auto law = [&](std::size_t phase) {
    return input.options.cases.at(static_cast<std::size_t>(s.phases[phase].operating_case)).law;
  };
  EXPECT_EQ(law(0).tangential.kind, TangentialKind::none);
  EXPECT_EQ(law(1).tangential.kind, TangentialKind::oden_pires);
}

}  // namespace
}  // namespace mortise::gen
