// Numbers that cannot be meant are refused before the work begins, by their key, with a remedy.
#include <gtest/gtest.h>

#include "tests/generator/tool/cli/command.hpp"
#include "tests/generator/tool/cli/program.hpp"

namespace mortise::gen {
namespace {

struct AbsurdValue {
  const char *name, *command, *model, *value;
  const char* said;  // besides the key
};

class Absurd : public testing::TestWithParam<AbsurdValue> {};

TEST_P(Absurd, IsRefusedAtOnceByItsKey) {
  const AbsurdValue& a = GetParam();
  const std::string value = a.value, key = value.substr(0, value.find('='));
  const ProgramEnd end = run_program_in(
      scratch(""), std::string(a.command) + " " + model(a.model) + " --set " + value);
  EXPECT_EQ(end.code, 1) << end.out << end.err;
  EXPECT_NE(end.err.find("'" + key + "'"), std::string::npos) << end.err;
  EXPECT_NE(end.err.find("--set " + value), std::string::npos) << end.err;
  EXPECT_NE(end.err.find("remedy: "), std::string::npos) << end.err;
  EXPECT_NE(end.err.find(a.said), std::string::npos) << end.err;
  EXPECT_EQ(end.out, "");
  EXPECT_LT(end.seconds, 5.0);  // a tenth of one on a machine with nothing else to do
}

INSTANTIATE_TEST_SUITE_P(
    Values, Absurd,
    testing::Values(
        AbsurdValue{"NegativeMass", "build", "bouncing_mass", "import.masses.0.mass=-1", "> 0"},
        AbsurdValue{"NegativeFriction", "build", "beam_wall", "contact.friction=-0.1", ">= 0"},
        AbsurdValue{"HugeFriction", "build", "rod_wall", "contact.friction=1e5", "<= 1000"},
        AbsurdValue{"HugeClearance", "build", "rod_wall", "contact.clearance=1e9", "at most"},
        AbsurdValue{"NoStep", "build", "rod_wall", "step.size=0", "> 0"},
        AbsurdValue{"StepIsNoNumber", "build", "rod_wall", "step.size=nan", "> 0"},
        AbsurdValue{"HugeStep", "build", "rod_wall", "step.size=1e300", "<= 1000"},
        AbsurdValue{"NegativeYoung", "build", "beam_wall", "import.beam.young=-2e11", "> 0"},
        AbsurdValue{"TinyYoung", "build", "beam_wall", "import.beam.young=1e-300", "at least"},
        AbsurdValue{"Poisson", "build", "two_cantilevers", "import.bodies.0.poisson=0.6", "<= 0.5"},
        AbsurdValue{"Density", "check", "beam_on_beam", "import.bodies.1.density=1e12", "at most"},
        AbsurdValue{"Points", "full", "line_shock", "grid.points=1000000000", "<= 1"},
        AbsurdValue{"PointsOfASphere", "full", "sphere_impact", "grid.points=1000000000", "<= 1"},
        AbsurdValue{"Elements", "build", "beam_wall", "import.beam.segments.0.elements=1000000000",
                    "<= 1e+06"},
        AbsurdValue{"ZoneElements", "build", "lap_joint", "contact.grid=[100000,100000]",
                    "at most 20000"},
        AbsurdValue{"TrainedMode", "build", "lap_joint", "train.modes=[1000]", "reduce.modes"},
        AbsurdValue{"Viscosity", "full", "line_shock", "lubricant.viscosity=-1", "> 0"},
        AbsurdValue{"Ratio", "build", "beam_wall", "damping.ratio=-0.5", ">= 0"},
        AbsurdValue{"SlidingVelocity", "build", "beam_on_beam", "sliding.velocity=1e300",
                    "at most"},
        AbsurdValue{"AliasedExcitation", "build", "beam_wall", "excitation.frequency=1e5",
                    "resolves less than 100000 Hz"},
        AbsurdValue{"AliasedScenario", "full", "beam_wall", "scenarios.3.frequency=123456",
                    "take steps of at most 8.1e-07 s"},
        AbsurdValue{"AliasedSweep", "build", "beam_wall", "scenarios.1.rate=1e6",
                    "lower frequency"},
        AbsurdValue{"AliasedLoad", "build", "plate_on_base", "load.frequency=1e9",
                    "lower frequency"},
        AbsurdValue{"MissedImpulse", "build", "two_cantilevers", "impulse.frequency=2e5",
                    "half-wave of 2.5e-06 s"},
        AbsurdValue{"Endless", "build", "beam_wall", "scenarios.0.duration=1e8",
                    "steps of step.size"}),
    [](const auto& info) { return std::string(info.param.name); });

struct AbsurdOption {
  const char *name, *line, *said;
  int code;
};

class AbsurdOptions : public testing::TestWithParam<AbsurdOption> {};

TEST_P(AbsurdOptions, AreRefusedAtOnce) {
  const std::string m = scratch("m.mrt");
  ASSERT_EQ(mortise("build " + model("bouncing_mass") + " --no-certificate -o " + m).code, 0);
  std::string line = GetParam().line;
  line.replace(line.find('%'), 1, line.compare(0, 4, "full") == 0 ? model("bouncing_mass") : m);
  const ProgramEnd end = run_program_in(scratch(""), line);
  EXPECT_EQ(end.code, GetParam().code) << line << "\n" << end.err;
  EXPECT_NE(end.err.find(GetParam().said), std::string::npos) << line << "\n" << end.err;
  EXPECT_LT(end.seconds, 5.0);
}

INSTANTIATE_TEST_SUITE_P(
    Values, AbsurdOptions,
    testing::Values(AbsurdOption{"RateThatDoesNotFit", "bench % --rate 777", "whole number", 1},
                    AbsurdOption{"HugeRate", "bench % --rate 1e300", "whole number", 1},
                    AbsurdOption{"RateIsNoNumber", "bench % --rate nan", "finite", 2},
                    AbsurdOption{"EndlessRun", "run % --duration 1e15", "steps of", 1},
                    AbsurdOption{"EndlessFullRun", "full % --duration 1e15", "steps of", 1},
                    AbsurdOption{"DurationIsNoNumber", "run % --duration nan", "finite", 2},
                    AbsurdOption{"InfiniteDuration", "full % --duration inf", "finite", 2},
                    AbsurdOption{"TimeBeyond", "linearize % --time 1e300", "ends at", 1}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace mortise::gen
