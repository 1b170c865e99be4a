// Signals of scenarios and operating cases of joints, as the bake stage and full-order runs get
// them.
#include "generator/bake/structure/bake_options.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "generator/contact/joint/laws.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/run/signals.hpp"

namespace mortise::gen {
namespace {

Definition shipped_definition(const std::string& name,
                              const std::vector<std::string>& overrides = {}) {
  return read_definition(std::string(MORTISE_MODELS) + "/" + name + "/" + name + ".toml",
                         overrides);
}

struct Signals {
  std::vector<InputChannel> inputs;
  std::vector<SourceOptions> sources;
  double at(double t) const { return input_values(inputs, sources, t)[0]; }
};

Signals signals(const Definition& d, std::size_t scenario) {
  Signals s;
  for (const InputSpec& input : d.inputs)
    s.inputs.push_back({input.name, "N", input.minimum, input.maximum, input.default_value});
  s.sources = sources_of(d, d.scenarios[scenario], s.inputs, 0.0);
  return s;
}

TEST(Signals, AnImpulseIsOneHalfSine) {
  const Signals s = signals(shipped_definition("two_cantilevers"), 0);
  EXPECT_NEAR(s.at(0.125e-3), 1e7, 1e-6);
  EXPECT_NEAR(s.at(0.05e-3), 1e7 * std::sin(3.14159265358979 * 0.2), 1e-5);
  EXPECT_EQ(s.at(0.0), 0.0);
  EXPECT_EQ(s.at(0.2500001e-3), 0.0);
  EXPECT_EQ(s.at(0.01), 0.0);
}

TEST(Signals, ARectangleLastsAsLong) {
  const Signals s = signals(shipped_definition("beam_on_beam"), 0);
  EXPECT_EQ(s.at(0.0), 0.02);
  EXPECT_EQ(s.at(0.199e-3), 0.02);
  EXPECT_EQ(s.at(0.2001e-3), 0.0);
  const Signals late = signals(shipped_definition("beam_on_beam", {"impulse.start=1e-3"}), 0);
  EXPECT_EQ(late.at(0.999e-3), 0.0);
  EXPECT_EQ(late.at(1.1e-3), 0.02);
  EXPECT_EQ(late.at(1.2001e-3), 0.0);
}

TEST(Signals, ALoadIsItsShareOfTheReference) {
  const auto pull = [](const std::vector<std::string>& overrides, std::size_t scenario, double t) {
    return signals(shipped_definition("plate_on_base", overrides), scenario).at(t);
  };
  EXPECT_NEAR(pull({}, 0, 0.5e-3), 0.6 * 16000.0, 1e-9);
  EXPECT_NEAR(pull({"load.factor=0.9", "load.frequency=250"}, 0, 1e-3), 0.9 * 16000.0, 1e-9);
  EXPECT_EQ(pull({"load.frequency=0"}, 0, 0.0), 0.6 * 16000.0);
  // press_and_rub: nothing while it is pressed, then the same sine
  EXPECT_EQ(pull({}, 3, 0.0195), 0.0);
  EXPECT_NEAR(pull({}, 3, 0.0205), 0.6 * 16000.0, 1e-8);
  EXPECT_NEAR(pull({"load.frequency=30"}, 3, 0.0225), 0.6 * 16000.0 * std::sin(0.47123889803847),
              1e-8);
  EXPECT_TRUE(
      signals(shipped_definition("plate_on_base", {"scenarios.0.load=false"}), 0).sources.empty());
}

TEST(Signals, SignalsOfOneInputAddUp) {
  const Signals s = signals(
      shipped_definition("two_cantilevers",
                         {"load={reference=100, factor=2}",
                          "excitation={kind=\"harmonic\", amplitude=3, frequency=0.25, offset=5}"}),
      0);
  EXPECT_EQ(s.sources.size(), 3u);
  EXPECT_NEAR(s.at(1.0), 200.0 + 3.0 + 5.0, 1e-12);
}

// Two groups of modes, d_i = alpha + beta omega_i^2 of their own.
TEST(CaseOptions, DampingIsThatOfTheSubstructureOfAMode) {
  ReducedSystem system;
  system.omega = Vector::LinSpaced(5, 1.0, 5.0);
  system.groups = {0, 2};
  OperatingCase c;
  c.name = "a";
  c.law.normal.stiffness = 7.0;
  c.damping = {{0.5, 0.1}, {2.0, 0.01}};
  const std::vector<CaseOptions> options = case_options(system, {c});
  ASSERT_EQ(options.size(), 1u);
  const double expected[] = {0.6, 0.9, 2.09, 2.16, 2.25};
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(options[0].damping[i], expected[i], 1e-15);
  EXPECT_EQ(options[0].law.normal.stiffness, 7.0);
  EXPECT_EQ(options[0].lag, 0.0);
  system.make_lone().law = ReducedJoint{};
  system.make_lone().residual = ResidualCompliance{};
  EXPECT_EQ(case_options(system, {c})[0].lag, 0.1);
  c.damping.pop_back();
  EXPECT_THROW(case_options(system, {c}), Error);
}

TEST(PhaseOptions, StartWhereTheLastEnds) {
  const std::vector<PhaseOptions> options = phase_options({{0.25, 3}, {0.5, 1}, {1.0, 0}});
  ASSERT_EQ(options.size(), 3u);
  EXPECT_EQ(options[0].start, 0.0);
  EXPECT_EQ(options[1].start, 0.25);
  EXPECT_EQ(options[2].start, 0.75);
  EXPECT_EQ(options[1].operating_case, 1);
}

// Files of linear springs tell nothing of impacts, as before.
TEST(TrainingBox, HasNumbersOfImpactsWhereTheLawHasThem) {
  const auto told = [](const JointLaw& law) {
    std::vector<RangeOptions> box;
    widen_by_law(law, &box);
    std::vector<std::string> names;
    for (const RangeOptions& range : box)
      if (range.name.find("impact") != std::string::npos) names.push_back(range.name);
    return names;
  };
  JointLaw law;
  law.normal.stiffness = 1e9;
  EXPECT_EQ(told(law), std::vector<std::string>{"contact.impact_damping"});
  law.normal.exponent = 1.5;
  EXPECT_EQ(told(law),
            (std::vector<std::string>{"contact.impact_damping", "contact.impact_exponent"}));
  law.normal.damper = ImpactDamper::lankarani_nikravesh;
  EXPECT_EQ(told(law),
            (std::vector<std::string>{"contact.impact_exponent", "contact.impact_restitution",
                                      "contact.impact_velocity"}));
}

}  // namespace
}  // namespace mortise::gen
