// Joints from the command line: the models of Song et al. at full order.
#include <gtest/gtest.h>

#include <cmath>

#include "generator/ground/files/csv_file.hpp"
#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

double at(const TimeSeries& series, const std::string& name, std::size_t row) {
  return series.columns.at(static_cast<std::size_t>(series.find(name))).at(row);
}

TEST(AnalyzePreload, ReportsTheSlippingPoints) {
  const auto result =
      mortise_json("analyze preload " + model("plate_on_base") + " --set load.factor=0.94 --json");
  EXPECT_EQ(result["total_points"], 192);
  EXPECT_EQ(result["slip_points"], 86);
  ASSERT_EQ(result["slip_intervals_m"].size(), 2U);
  EXPECT_NEAR(result["slip_intervals_m"][1][0].get<double>(), 0.1905, 1e-4);
  EXPECT_NEAR(result["p_left_pa"].get<double>(), 4909.6, 1.0);
  EXPECT_NEAR(result["p_mid_pa"].get<double>(), 9867.3, 1.0);
  EXPECT_NEAR(result["p_right_pa"].get<double>(), 16430.0, 1.0);
}

// Tractions are forces per length; a plate twice as wide under the same line loads has half the
// pressure.
TEST(AnalyzePreload, PressureIsPerWidth) {
  const auto result = mortise_json("analyze preload " + model("plate_on_base") +
                                   " --set load.factor=0 --set import.bodies.plate.width=2 --json");
  EXPECT_NEAR(result["p_mid_pa"].get<double>(), 5000.0, 1e-3);
}

TEST(AnalyzePreload, SaysWhenThePlateSlipsOff) {
  const std::string command = "analyze preload " + model("plate_on_base") + " --set load.factor=";
  EXPECT_EQ(mortise(command + "1.0").code, 0);
  const CommandResult off = mortise(command + "1.001");
  EXPECT_EQ(off.code, 1);
  EXPECT_NE(off.err.find("no static equilibrium"), std::string::npos) << off.err;
  EXPECT_EQ(mortise("analyze preload " + model("two_cantilevers")).code, 1) << "it has no [load]";
}

TEST(InfoOfAJoint, NamesLawPointsAndCases) {
  const std::string file = scratch("pair.mrt");
  ASSERT_EQ(mortise("build " + model("two_cantilevers") + " --no-certificate -o " + file).code, 0);
  const auto result = mortise_json("info " + file + " --json");
  EXPECT_EQ(result["joint"]["nodes"], 21);
  EXPECT_EQ(result["joint"]["rows"], 42);
  EXPECT_EQ(result["joint"]["residual_compliance"], true);
  EXPECT_EQ(result["joint"]["cases"][0]["damper"], "clamped");
  EXPECT_TRUE(result["sliding"].is_null());
  const CommandResult text = mortise("info " + file);
  EXPECT_NE(text.out.find("21 pairs of nodes"), std::string::npos) << text.out;
  EXPECT_EQ(text.out.find("contacts"), std::string::npos) << text.out;
}

// Energies of an independent prototype; the balance of what the table says.
TEST(FullOrderJoint, RunsTheCasesOfTheCantilevers) {
  struct Case {
    const char* name;
    double energy;  // after 5 ms [J]
  };
  for (const Case& c : {Case{"case_I", 2770.5}, Case{"case_II_clamped", 1667.6},
                        Case{"case_III", 3284.0}, Case{"case_IV", 2722.8}}) {
    const std::string out = scratch("out.csv");
    const CommandResult run =
        mortise("full " + model("two_cantilevers") + " --scenario " + c.name +
                " --set step.size=1e-6 --duration 0.005 --every 1000 -o " + out);
    ASSERT_EQ(run.code, 0) << run.err;
    const TimeSeries series = read_csv(out, Gaps::kept);
    ASSERT_EQ(series.time.size(), 6U);
    EXPECT_NEAR(at(series, "energy_total", 5), c.energy, 1e-4 * c.energy) << c.name;
    EXPECT_NEAR(at(series, "energy_total", 5),
                at(series, "energy_kinetic", 5) + at(series, "energy_strain", 5), 1e-8);
    EXPECT_NEAR(at(series, "energy_total", 5) + at(series, "dissipated_material", 5) +
                    at(series, "dissipated_friction", 5) + at(series, "dissipated_impact", 5),
                at(series, "work_external", 5), 1e-6);
  }
}

// Pressed for 20 ms without friction, then rubbed: the phases change law and damping, and the loss
// of the first cycle is that of a run that starts from the pressed state.
TEST(FullOrderJoint, PhasesPressAndRub) {
  const std::string out = scratch("out.csv");
  const CommandResult run = mortise(
      "full " + model("plate_on_base") +
      " --scenario press_and_rub --set step.size=1e-6 --duration 0.022 --every 1000 -o " + out);
  ASSERT_EQ(run.code, 0) << run.err;
  const TimeSeries series = read_csv(out, Gaps::kept);
  EXPECT_EQ(at(series, "dissipated_friction", 20), 0.0);
  EXPECT_NEAR(at(series, "p_left", 20), 1e4, 1e-3);
  EXPECT_NEAR(at(series, "dissipated_friction", 22), 8.6196e-4, 1e-7);
  EXPECT_GT(at(series, "slipping", 22), 0.0);
}

TEST(FullOrderJoint, WarnsOfStepsWithoutSolution) {
  const std::string command =
      "full " + model("two_cantilevers") + " --set step.size=1e-6 --duration 0.005 --scenario ";
  EXPECT_NE(mortise(command + "case_II").err.find("no solution"), std::string::npos);
  EXPECT_EQ(mortise(command + "case_I").err.find("no solution"), std::string::npos);
  EXPECT_EQ(mortise(command + "case_I --scheme schurzig").code, 1);
}

}  // namespace
}  // namespace mortise::gen
