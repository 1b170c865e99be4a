// Forces of rigid contacts are impulses over a step: what sweeps and reports say of them does not
// change when the step is halved. Before the first step there is none.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <regex>
#include <sstream>

#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

// A mass on a spring that hits a wall once in a period.
const char* const kHitting = R"(name = "hitting"
[import]
kind = "lumped"
[[import.masses]]
node = 1
mass = 1.0
directions = [1]
[[import.springs]]
to = 1
direction = 1
stiffness = 3947.8417604357433
[damping]
ratio = 0.05
frequencies = [10.0]
[contact]
kind = "nodes"
node = 1
clearance = 1e-3
friction = 0.0
restitution = 0.6
[contact.wall]
normal = [-1.0, 0.0, 0.0]
[step]
size = 1e-4
[excitation]
kind = "harmonic"
amplitude = 4.0
frequency = 9.0
[[inputs]]
name = "force"
node = 1
direction = [1.0, 0.0, 0.0]
hold = "linear"
[[outputs]]
name = "x"
node = 1
direction = [1.0, 0.0, 0.0]
[[outputs]]
name = "stop"
quantity = "contact_force"
[[scenarios]]
name = "steady"
duration = 2.0
)";

std::string hitting() {
  const std::string path = scratch("hitting.toml");
  std::ofstream(path) << kHitting;
  return path;
}

using Columns = std::vector<std::vector<std::string>>;

Columns rows_of(const std::string& path) {
  Columns rows;
  std::istringstream text(content(path));
  for (std::string line; std::getline(text, line);) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}

std::size_t table_column(const Columns& rows, const std::string& name) {
  const auto at = std::find(rows.at(0).begin(), rows.at(0).end(), name);
  EXPECT_NE(at, rows.at(0).end()) << name;
  return static_cast<std::size_t>(at - rows.at(0).begin());
}

double number_at(const Columns& rows, std::size_t row, const std::string& name) {
  return std::stod(rows.at(row).at(table_column(rows, name)));
}

TEST(RigidForce, OfASweepStaysWhenTheStepIsHalved) {
  const auto point = [](int steps) {
    return mortise_json("analyze sweep " + hitting() +
                        " --frequencies 9 --minimum-periods 60 --maximum-periods 80"
                        " --steps-per-period " +
                        std::to_string(steps))
        .at("points")
        .at(0);
  };
  const nlohmann::json coarse = point(800), fine = point(1600);
  const double mean = fine.at("amplitude").at("stop");
  EXPECT_GT(mean, 1.0);
  EXPECT_NEAR(coarse.at("amplitude").at("stop"), mean, 0.05 * mean);
  const double impulse = fine.at("impulse").at("stop"), window = fine.at("force_window_s");
  EXPECT_NEAR(coarse.at("impulse").at("stop"), impulse, 0.05 * impulse);
  EXPECT_NEAR(window, 1.0 / 9.0 / 16.0, 1e-12);
  EXPECT_NEAR(mean * window, impulse, 0.05 * impulse);  // one hit in a window
  EXPECT_FALSE(fine.at("impulse").contains("x"));
}

TEST(RigidForce, OfAReportStaysWhenTheStepIsHalved) {
  const auto largest = [](const std::string& step) {
    const std::string file = scratch("hitting.mrt"), page = scratch("hitting.html");
    EXPECT_EQ(mortise("build " + hitting() +
                      " --uncertified --full-order none --set step.size=" + step + " -o " + file)
                  .code,
              0);
    EXPECT_EQ(mortise("report " + file + " --no-timing -o " + page).code, 0);
    std::smatch found;
    const std::string text = content(page);
    EXPECT_TRUE(std::regex_search(
        text, found,
        std::regex("stop from 0 to ([0-9.e+-]+) N, at most ([0-9.e+-]+) N s in a step")));
    return std::pair(std::stod(found.str(1)), std::stod(found.str(2)));
  };
  const auto [mean, impulse] = largest("5e-5");
  const auto [coarse_mean, coarse_impulse] = largest("1e-4");
  EXPECT_NEAR(coarse_mean, mean, 0.05 * mean);
  EXPECT_NEAR(coarse_impulse, impulse, 0.05 * impulse);
}

TEST(StartOfARun, HasNoForceOfAStep) {
  const std::string file = scratch("hitting.mrt"), table = scratch("hitting.csv");
  ASSERT_EQ(mortise("build " + hitting() + " --uncertified --full-order none -o " + file).code, 0);
  ASSERT_EQ(mortise("run " + file + " -o " + table).code, 0);
  EXPECT_TRUE(std::isnan(number_at(rows_of(table), 1, "stop")));
  EXPECT_EQ(number_at(rows_of(table), 1, "x"), 0.0);
  EXPECT_EQ(number_at(rows_of(table), 2, "stop"), 0.0);
  ASSERT_EQ(mortise("full " + hitting() + " -o " + table).code, 0);
  EXPECT_TRUE(std::isnan(number_at(rows_of(table), 1, "stop")));
  EXPECT_EQ(number_at(rows_of(table), 2, "stop"), 0.0);
  EXPECT_NE(mortise("info " + file).out.find("stop [N], impulse of a step"), std::string::npos);
}

TEST(StartOfARun, KnowsSlipAndPlaceAsTheFullModelDoes) {
  const std::string run = scratch("run.csv"), full = scratch("full.csv");
  ASSERT_EQ(
      mortise("run " MORTISE_TEST_DATA "/traces/beam_on_beam.mrt --duration 1e-3 -o " + run).code,
      0);
  ASSERT_EQ(mortise("full " + model("beam_on_beam") + " --duration 1e-3 -o " + full).code, 0);
  const Columns a = rows_of(run), b = rows_of(full);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 1; k < a.size(); k += 10)
    EXPECT_NEAR(number_at(a, k, "position"), number_at(b, k, "position"), 1e-15) << k;
  EXPECT_NEAR(number_at(a, 1, "sliding_velocity"), 0.03, 1e-3);
  EXPECT_NEAR(number_at(a, 1, "sliding_velocity"), number_at(b, 1, "sliding_velocity"), 1e-6);
  EXPECT_TRUE(std::isnan(number_at(a, 1, "contact_force")));
}

}  // namespace
}  // namespace mortise::gen
