// `mortise advise` from a definition to the keys to write into it.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

// Counted, so that the same advice comes out anywhere; at a clock that keeps up with steps of 10
// us.
constexpr const char* kCounted = " --target cortex-m7 --clock-mhz 50000";

std::string rod(const std::string& rest) {
  return "advise " + model("rod_wall") + " --cache " + scratch("store") +
         " --full-order short --modes 2,8 --steps 1e-5 --solvers gauss_seidel" + rest;
}

std::string modal(const std::string& rest) {
  return "advise " + model("modal") + " --cache " + scratch("store") + rest;
}

bool holds(const nlohmann::json& lines, const std::string& part) {
  return std::any_of(lines.begin(), lines.end(), [&](const nlohmann::json& line) {
    return line.get<std::string>().find(part) != std::string::npos;
  });
}

TEST(Advise, RecommendsASettingThatMeetsErrorAndTime) {
  const std::string asked = rod(" --error 0.3 --budget-us 1000");
  const nlohmann::json result = mortise_json(asked + kCounted + " --pictures " + scratch("a.svg"));
  ASSERT_EQ(result["candidates"].size(), 2U);
  ASSERT_TRUE(result.contains("recommended")) << result["reason"];
  const nlohmann::json& best = result["recommended"];
  EXPECT_LE(best["error"], 0.3);
  EXPECT_LE(best["ns_worst"], 1e6);
  EXPECT_GT(best["ns_worst"], best["ns_median"]);
  EXPECT_TRUE(holds(best["write"], "condense.modes = "));
  EXPECT_TRUE(holds(best["write"], "step.size = "));
  EXPECT_TRUE(holds(best["write"], "solver.kind = \"gauss_seidel\""));
  EXPECT_TRUE(holds(best["write"], "verify.displacement = 0.3"));
  EXPECT_TRUE(holds(best["write"], "verify.velocity = 0.3"));
  EXPECT_NE(content(scratch("a.svg")).find("recommended"), std::string::npos);
  // eight modes are better than two, and dearer
  const auto& c = result["candidates"];
  EXPECT_LT(c[1]["error"], c[0]["error"]);
  EXPECT_GT(c[1]["ns_median"], c[0]["ns_median"]);
  // found again, the same
  EXPECT_EQ(mortise_json(asked + kCounted), result);

  // timed here
  const nlohmann::json timed = mortise_json(asked);
  ASSERT_TRUE(timed.contains("recommended"));
  EXPECT_GT(timed["recommended"]["ns_median"], 0.0);
  EXPECT_GE(timed["recommended"]["ns_worst"], timed["recommended"]["ns_median"]);
}

TEST(Advise, SaysWhenNothingMeetsTheBudgetAndWhatIsNearest) {
  const CommandResult result =
      mortise(modal(" --error 0.3 --budget-us 0.001 --steps 2e-5 --json") + kCounted);
  EXPECT_EQ(result.code, 1);
  const nlohmann::json json = nlohmann::json::parse(result.out);
  EXPECT_FALSE(json.contains("recommended"));
  ASSERT_TRUE(json.contains("nearest"));
  EXPECT_NE(json["error"]["what"].get<std::string>().find("nothing meets the limits"),
            std::string::npos)
      << json["error"];
}

// The higher pair turns by 0.57 rad in 0.2 ms.
TEST(Advise, WarnsOfCoarseSteps) {
  const auto warnings = [](const char* step) {
    return mortise_json(modal(" --error 0.9 --budget-us 1e5 --steps ") + step +
                        kCounted)["recommended"]["warnings"];
  };
  EXPECT_TRUE(holds(warnings("2e-4"), "omega h of the highest wanted mode is 0.57"));
  EXPECT_TRUE(warnings("1e-5").empty());
}

// A load of 1 kHz held over steps of 0.1 ms, and the same in straight lines; away from the wall,
// which is no certificate.
TEST(Advise, WarnsOfLoadsThatAreSampledTooSeldom) {
  const auto sampled = [](const std::string& hold) {
    const CommandResult result =
        mortise(modal(" --json --error 0.9 --budget-us 1e5 --steps 1e-4 --solvers gauss_seidel"
                      " --set excitation.frequency=1000 --set contact.clearance=1.0"
                      " --measures displacement --set inputs.excitation.hold=" +
                      hold + kCounted));
    return nlohmann::json::parse(result.out)["candidates"][0]["load_sampling"].get<double>();
  };
  const double held = sampled("zero_order"), linear = sampled("linear");
  EXPECT_GT(held, 0.05);
  EXPECT_LT(linear, 0.5 * held);
}

TEST(Advise, TakesModalDataAsTheirOwnFullModel) {
  const nlohmann::json result = mortise_json(
      modal(" --error 0.5 --budget-us 1e5 --steps 2e-5,1e-5 --measures displacement") + kCounted);
  ASSERT_EQ(result["candidates"].size(), 4U);  // two solvers
  for (const auto& c : result["candidates"]) EXPECT_EQ(c["modes"], 4);
  ASSERT_TRUE(result.contains("recommended")) << result["reason"];
  EXPECT_GT(result["recommended"]["error_displacement"], 0.0);
}

TEST(Advise, RefusesWhatItCannotSweep) {
  const CommandResult film =
      mortise("advise " + model("line_shock") + " --error 0.1 --budget-us 1");
  EXPECT_EQ(film.code, 1);
  EXPECT_NE(film.err.find("compare-reductions"), std::string::npos) << film.err;
  const CommandResult counted = mortise(modal(" --error 0.1 --budget-us 1 --modes 3"));
  EXPECT_EQ(counted.code, 1);
  EXPECT_NE(counted.err.find("counts no modes"), std::string::npos) << counted.err;
  const CommandResult word = mortise(modal(" --error 0.1 --budget-us 1 --solvers none"));
  EXPECT_EQ(word.code, 1);
  EXPECT_NE(word.err.find("no candidate can be built"), std::string::npos) << word.err;
}

}  // namespace
}  // namespace mortise::gen
