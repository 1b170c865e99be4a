// `mortise_studies compare-reductions` on the tiny film: what it prints, as text and as JSON.
#include <gtest/gtest.h>

#include "tests/generator/tool/cli/command.hpp"
#include "tests/generator/tool/pipeline/tiny_film.hpp"

namespace mortise::gen {
namespace {

std::string on_tiny_film(const std::string& arguments) {
  static const std::string definition = write_tiny_film(scratch("compared_film.toml"));
  return "compare-reductions " + definition + " --cache " + scratch("compared_store") + arguments;
}

TEST(CompareReductionsCommand, ListsEveryMethodWithItsErrors) {
  const std::string picture = scratch("comparison.svg");
  const nlohmann::json compared =
      mortise_json(on_tiny_film(" --json --scalar float --modes 12,16 --pictures " + picture));
  EXPECT_EQ(compared["scenarios"], 1);
  int ecsw = 0;
  for (const nlohmann::json& r : compared["results"]) {
    if (r["method"] != "ecsw") continue;
    ++ecsw;
    EXPECT_EQ(r["runs"], "runtime float32");
    EXPECT_EQ(r["completed"], 1) << r["why"];
    EXPECT_GT(r["ns_per_step"], 0.0);
    EXPECT_LT(r["error_central_gap"], 0.2);
  }
  EXPECT_EQ(ecsw, 2);
  EXPECT_EQ(compared["results"][0]["method"], "full model");
  EXPECT_EQ(compared["results"][1]["runs"], "full, step of the reduced");
  EXPECT_NE(content(picture).find("<svg"), std::string::npos);
}

// A method that gives up has no errors; what the others were judged by is said below the table.
TEST(CompareReductionsCommand, TableSaysWhatItIsJudgedBy) {
  const CommandResult r = mortise(on_tiny_film(" --modes 4 --reference-step 5.5e-8"));
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("against the full model with steps of 55 ns"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("points, r "), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("full, step of the reduced"), std::string::npos) << r.out;
}

TEST(CompareReductionsCommand, TrustIsJudgedForSeveralLimits) {
  const nlohmann::json trust = mortise_json(on_tiny_film(" --trust --limit 0.05 --json"));
  ASSERT_GE(trust["limits"].size(), 5u);
  for (const nlohmann::json& l : trust["limits"]) {
    EXPECT_LE(l["flagged_residual"], l["flagged"]);
    EXPECT_LE(l["flagged"], trust["passing"]);
  }
  int unflagged = 0;
  for (const nlohmann::json& run : trust["runs"]) unflagged += run["unflagged"].get<bool>() ? 1 : 0;
  EXPECT_EQ(unflagged, trust["passing"].get<int>() - trust["flagged"].get<int>());
  EXPECT_NE(mortise(on_tiny_film(" --trust --limit 0.05")).out.find("false alarms in the box"),
            std::string::npos);
}

// The joint opens, and a slip POD takes it for closed: it is compared all the same, and says so.
TEST(CompareReductionsCommand, SlipPodSaysWhereTheJointOpens) {
  const std::string joint =
      "compare-reductions " + model("lap_joint") +
      " --set train.steps=8 --set train.random_steps=60 --set reduce.clusters=[6,3]";
  const nlohmann::json compared = mortise_json(joint + " --methods slip_pod --json");
  int before = 0, pods = 0;
  for (const nlohmann::json& r : compared["results"]) {
    if (r["modes"].is_null()) continue;
    ++pods;
    EXPECT_GT(r["modes"].get<int>(), before);
    before = r["modes"];
    EXPECT_EQ(r["unknowns"], r["modes"]);
    EXPECT_GT(r["points"], 0);
    EXPECT_LT(r["capped_steps"], 0.01);
    EXPECT_GT(r["pulling_steps"], 0.0);
    EXPECT_GT(r["closed_set_changed_steps"], 0.0);
    EXPECT_LT(r["displacement"], 0.2);
    EXPECT_NE(r["why"].get<std::string>().find("does not stay closed"), std::string::npos);
  }
  EXPECT_EQ(pods, 3);
  const CommandResult film = mortise(on_tiny_film(" --methods slip_pod"));
  EXPECT_EQ(film.code, 2);
  EXPECT_NE(film.err.find("slip_pod is none of films"), std::string::npos) << film.err;
}

}  // namespace
}  // namespace mortise::gen
