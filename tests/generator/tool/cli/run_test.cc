#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "generator/ground/files/csv_file.hpp"
#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

std::string built(const std::string& name, const std::string& options = "") {
  const std::string path = scratch(name + ".mrt");
  const CommandResult result =
      mortise("build " + model(name) + " --no-certificate " + options + " -o " + path);
  EXPECT_EQ(result.code, 0) << result.err;
  return path;
}

TEST(Run, BouncingMassFallsAsNewtonSays) {
  const std::string m = built("bouncing_mass"), out = scratch("out.csv");
  ASSERT_EQ(mortise("run " + m + " --duration 0.1 -o " + out).code, 0);
  const TimeSeries series = read_csv(out, Gaps::kept);
  ASSERT_EQ(series.time.size(), 1001u);
  const int height = series.find("height"), x = series.find("x");
  for (std::size_t k = 0; k < series.time.size(); ++k) {
    const double t = series.time[k];
    EXPECT_NEAR(series.columns[static_cast<std::size_t>(height)][k], 0.1 - 0.5 * 9.81 * t * t,
                1e-13);
    EXPECT_NEAR(series.columns[static_cast<std::size_t>(x)][k], t, 1e-13);
  }
}

// Without gravity the mass leaves the floor with e times the velocity it came with.
TEST(Run, RestitutionIsExact) {
  const std::string m = built("bouncing_mass",
                              "--set gravity.acceleration=[0,0,0] --set initial.velocity=[0,0,-1]"
                              " --set contact.friction=0 --set law.restitution_threshold=0");
  for (const char* e : {"0", "0.3", "0.5", "1"}) {
    const std::string out = scratch("out.csv");
    ASSERT_EQ(mortise("run " + m + " --set contact.restitution=" + e + " -o " + out).code, 0);
    const TimeSeries series = read_csv(out, Gaps::kept);
    const auto v = static_cast<std::size_t>(series.find("velocity_z"));
    EXPECT_NEAR(series.columns[v].front(), -1.0, 1e-15);
    EXPECT_NEAR(series.columns[v].back(), std::stod(e), 1e-12) << e;
  }
}

TEST(Run, ModalColumnsAndEvery) {
  const std::string m = built("modal"), out = scratch("out.csv");
  ASSERT_EQ(mortise("run " + m + " --every 50 -o " + out).code, 0);
  EXPECT_EQ(content(out).substr(0, content(out).find('\n')), "time,q0,q1,q2,q3");
  const TimeSeries series = read_csv(out, Gaps::kept);
  EXPECT_EQ(series.time.size(), 41u);
  EXPECT_EQ(series.time[1], 50 * 2e-5);
}

// Sum of force times the time of its rows, of two forces [N s].
std::vector<double> impulses_of(const std::string& path) {
  const TimeSeries series = read_csv(path, Gaps::kept);
  std::vector<double> sums;
  for (const char* name : {"force_normal", "force_tangential"}) {
    const std::vector<double>& force = series.columns[static_cast<std::size_t>(series.find(name))];
    double sum = 0.0;
    for (std::size_t k = 1; k < force.size(); ++k)
      sum += (series.time[k] - series.time[k - 1]) * force[k];
    sums.push_back(sum);
  }
  return sums;
}

// Rows that are left out leave their impulses to the next one: the mass turns around three times in
// 1 s, between rows.
TEST(Run, EveryLosesNoImpulse) {
  const std::string m = built("bouncing_mass"), out = scratch("out.csv");
  for (const std::string& line : {"run " + m, "full " + model("bouncing_mass")}) {
    SCOPED_TRACE(line);
    ASSERT_EQ(mortise(line + " --duration 1 -o " + out).code, 0);
    const std::vector<double> all = impulses_of(out);
    EXPECT_GT(all[0], 5.0);
    EXPECT_LT(all[1], -0.5);
    for (const char* every : {"2", "7", "333", "20000"}) {
      SCOPED_TRACE(every);
      ASSERT_EQ(mortise(line + " --duration 1 --every " + every + " -o " + out).code, 0);
      EXPECT_NEAR(read_csv(out, Gaps::kept).time.back(), 1.0, 1e-12) << "the last step has a row";
      const std::vector<double> some = impulses_of(out);
      EXPECT_NEAR(some[0], all[0], 1e-9);
      EXPECT_NEAR(some[1], all[1], 1e-9);
    }
  }
}

// States of an independent non-smooth dynamics code; its solver stopped at 1e-8.
TEST(Run, AgreesWithIndependentStates) {
  struct Problem {
    const char* name;
    double tolerance;
  };
  for (const Problem& p : {Problem{"n20_nc4_impact", 1e-8}, Problem{"n100_nc16_impact", 1e-8},
                           Problem{"n20_nc4_bolted", 1e-6}, Problem{"n100_nc16_bolted", 1e-6}}) {
    const std::string data = std::string(MORTISE_TEST_DATA) + "/modal/modal_" + p.name;
    const std::string m = built("modal", "--set import.file=" + data + ".json");
    const std::string out = scratch("out.csv");
    ASSERT_EQ(mortise("run " + m + " -o " + out).code, 0);
    const TimeSeries run = read_csv(out, Gaps::kept);
    std::ifstream reference(data + "_reference.csv");
    std::string line;
    std::getline(reference, line);
    double largest = 0.0, difference = 0.0;
    int states = 0;
    for (; std::getline(reference, line); ++states) {
      std::stringstream cells(line);
      std::string cell;
      std::getline(cells, cell, ',');
      const auto step = static_cast<std::size_t>(std::stoul(cell));
      std::getline(cells, cell, ',');  // time
      for (std::size_t i = 0; std::getline(cells, cell, ','); ++i) {
        largest = std::max(largest, std::abs(std::stod(cell)));
        difference = std::max(difference, std::abs(run.columns[i][step] - std::stod(cell)));
      }
    }
    EXPECT_EQ(states, 40) << p.name;
    EXPECT_LE(difference, p.tolerance * largest) << p.name;
  }
}

TEST(Run, TakesInputsFromCsv) {
  const std::string m = built("bouncing_mass",
                              "--set gravity.acceleration=[0,0,0]"
                              " --set initial.velocity=[0,0,0]");
  const std::string in = scratch("in.csv"), out = scratch("out.csv");
  std::ofstream(in) << "time,push\n0,2\n0.5,2\n";
  ASSERT_EQ(mortise("run " + m + " --input " + in + " -o " + out).code, 0);
  const TimeSeries series = read_csv(out, Gaps::kept);
  EXPECT_NEAR(series.time.back(), 0.5, 1e-12);
  EXPECT_NEAR(series.columns[static_cast<std::size_t>(series.find("x"))].back(), 0.25, 1e-12);
  std::ofstream(in) << "time,pusch\n0,2\n";
  const CommandResult wrong = mortise("run " + m + " --input " + in);
  EXPECT_EQ(wrong.code, 1);
  EXPECT_NE(wrong.err.find("the nearest is 'push'"), std::string::npos) << wrong.err;
}

TEST(Run, RefusesBakedKeysAndNamesTheWay) {
  const std::string m = built("bouncing_mass");
  const CommandResult baked = mortise("run " + m + " --set step.size=1e-3");
  EXPECT_EQ(baked.code, 1);
  EXPECT_NE(baked.err.find("mortise build DEF.toml --set step.size=1e-3"), std::string::npos);
  const CommandResult unknown = mortise("run " + m + " --set contact.fricton=1");
  EXPECT_NE(unknown.err.find("'contact.friction'"), std::string::npos) << unknown.err;
  const CommandResult outside = mortise("run " + m + " --set contact.restitution=2");
  EXPECT_EQ(outside.code, 1);
  EXPECT_EQ(mortise("run " + m + " --scenario dorp").code, 1);
}

TEST(Run, WritesHdf5) {
  const std::string m = built("modal"), out = scratch("out.h5");
  ASSERT_EQ(mortise("run " + m + " -o " + out).code, 0);
  EXPECT_EQ(content(out).substr(0, 8), "\x89HDF\r\n\x1a\n");
}

TEST(Full, AgreesWithTheReducedModelThatKeepsEveryMode) {
  const std::string m = built("impact_oscillator"), a = scratch("a.csv"), b = scratch("b.csv");
  ASSERT_EQ(mortise("run " + m + " --duration 0.05 -o " + a).code, 0);
  ASSERT_EQ(mortise("full " + model("impact_oscillator") + " --duration 0.05 -o " + b).code, 0);
  const TimeSeries reduced = read_csv(a, Gaps::kept), full = read_csv(b, Gaps::kept);
  ASSERT_EQ(reduced.time.size(), full.time.size());
  for (std::size_t k = 0; k < full.time.size(); ++k) {
    EXPECT_NEAR(reduced.columns[0][k], full.columns[0][k], 1e-12);
  }
}

}  // namespace
}  // namespace mortise::gen
