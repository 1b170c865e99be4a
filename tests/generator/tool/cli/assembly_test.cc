// Assemblies from the command line.
#include <gtest/gtest.h>

#include <fstream>

#include "generator/ground/files/csv_file.hpp"
#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

TEST(AssemblyCommand, CouplingNamesGroupsPairsAndWhatTheyMean) {
  const auto result = mortise_json("analyze coupling " + model("flange_frame") + " --json");
  ASSERT_EQ(result["groups"].size(), 1u);
  const auto& group = result["groups"][0];
  EXPECT_EQ(group["interfaces"].size(), 5u);
  EXPECT_EQ(group["bodies"].size(), 5u);
  EXPECT_GT(group["kappa"].get<double>(), 1e-4);
  EXPECT_LT(group["kappa"].get<double>(), 0.1);
  // a flange and the stop on the light corner see each other most
  EXPECT_EQ(group["pairs"][0]["shared"], "corner_right");
  const CommandResult r = mortise("analyze coupling " + model("rod_wall"));
  EXPECT_EQ(r.code, 1);
  EXPECT_NE(r.err.find("[[interfaces]]"), std::string::npos) << r.err;
}

TEST(AssemblyCommand, ModesAreThoseOfTheBodiesUntilJointsHold) {
  const std::string of = "analyze modes " + model("flange_frame") + " --json --count 12";
  const auto open = mortise_json(of), stuck = mortise_json(of + " --interface stuck");
  EXPECT_EQ(open["bodies"].size(), 12u);
  EXPECT_EQ(open["bodies"][0], "beam");
  EXPECT_NEAR(open["frequencies_hz"][8].get<double>(), 0.0, 1e-3);
  EXPECT_EQ(open["bodies"][9], "column_left");
  EXPECT_GT(stuck["frequencies_hz"][0].get<double>(), 50.0);
  EXPECT_EQ(stuck.count("bodies"), 0u);
}

// Two masses have two modes: nothing is reduced.
TEST(AssemblyCommand, FullOrderAndFileAgree) {
  const std::string file = scratch("two_masses.mrt"), run = scratch("run.csv"),
                    full = scratch("full.csv");
  ASSERT_EQ(mortise("build " + model("two_masses") + " -o " + file).code, 0);
  ASSERT_EQ(mortise("run " + file + " --scenario thrown -o " + run).code, 0);
  ASSERT_EQ(mortise("full " + model("two_masses") + " --scenario thrown -o " + full).code, 0);
  const TimeSeries a = read_csv(run, Gaps::kept), b = read_csv(full, Gaps::kept);
  ASSERT_EQ(a.columns.size(), b.columns.size());
  for (const char* name : {"x1", "x2", "v1", "v2", "loss_slider", "loss_stop", "energy_total"}) {
    const auto& x = a.columns.at(static_cast<std::size_t>(a.find(name)));
    const auto& y = b.columns.at(static_cast<std::size_t>(b.find(name)));
    ASSERT_EQ(x.size(), y.size());
    for (std::size_t k = 0; k < x.size(); ++k) ASSERT_NEAR(x[k], y[k], 1e-8) << name << " " << k;
  }
}

// A plate on a spring of its own is drawn along another one, which leaps away below it.
constexpr const char* kDrawn = R"(name = "drawn"
[[bodies]]
name = "upper"
import = { kind = "plane", bodies = [{ length = 0.05, height = 0.002, width = 0.01, origin = [0.02, 0.002], angle = 20.0, elements = [6, 1], young = 7e10, poisson = 0.3, density = 2700.0, supports = [{ edge = "right" }] }] }
condense = { method = "craig_bampton", modes = 4 }
[[bodies]]
name = "lower"
import = { kind = "plane", bodies = [{ length = 0.1, height = 0.002, width = 0.01, elements = [10, 1], young = 2e9, poisson = 0.4, density = 1200.0, supports = [{ edge = "left" }] }] }
condense = { method = "craig_bampton", modes = 4 }
[[interfaces]]
name = "slide"
kind = "sliding"
between = ["upper.left", "lower.top"]
near = [0.02, 0.002, 0.0]
friction = 0.25
velocity = 0.5
[step]
size = 1e-6
[initial]
velocity = [0.0, 0.1, 0.0]
[[outputs]]
name = "normal"
quantity = "contact_force"
interface = "slide"
[[scenarios]]
name = "leap"
duration = 0.001
)";

TEST(AssemblyCommand, SaysUntilWhenBilateralSlidesAreValid) {
  const std::string definition = scratch("drawn.toml"), file = scratch("drawn.mrt");
  std::ofstream(definition) << kDrawn;
  for (const char* law : {"bilateral", "unilateral"}) {
    const bool kept = law == std::string("bilateral");
    const std::string as = definition + " --set interfaces.slide.law=" + law;
    ASSERT_EQ(mortise("build " + as + " -o " + file).code, 0);
    const CommandResult run = mortise("run " + file + " --scenario leap"),
                        full = mortise("full " + as);
    EXPECT_EQ(run.code + full.code, 0) << run.err << full.err;
    EXPECT_EQ(run.err.find("bilateral contact is valid until") != std::string::npos, kept)
        << run.err;
    EXPECT_EQ(full.err.find("the bilateral contact would pull") != std::string::npos, kept)
        << full.err;
    EXPECT_NE(run.err.find("opened the sliding contact"), std::string::npos) << run.err;
  }
}

}  // namespace
}  // namespace mortise::gen
