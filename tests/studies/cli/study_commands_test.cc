// The program on films: what scripts read, and what happens to wrong requests.
#include <gtest/gtest.h>

#include "tests/generator/tool/cli/command.hpp"
#include "tests/generator/tool/pipeline/tiny_film.hpp"

namespace mortise::gen {
namespace {

TEST(OrdersCommand, SecondOrderInTimeAndSpace) {
  const nlohmann::json orders =
      mortise_json("orders " + model("line_shock") +
                   " --set grid.points=251"
                   " --duration 1.2e-4 --steps 1.309354193090437e-6,6.546770965452185e-7"
                   " --schemes sdirk2,backward_euler --points 126,251,501");
  const auto& time = orders["time"];
  ASSERT_EQ(time.size(), 4u);
  EXPECT_EQ(time[0]["scheme"], "sdirk2");
  EXPECT_TRUE(time[0]["order_h_central"].is_null());
  EXPECT_NEAR(time[1]["order_h_central"].get<double>(), 2.0, 0.3);
  EXPECT_EQ(time[3]["scheme"], "backward_euler");
  EXPECT_LT(time[3]["order_h_central"], 1.1);
  EXPECT_LT(time[1]["error_p_central"], time[3]["error_p_central"].get<double>());
  const auto& space = orders["space"];
  ASSERT_EQ(space.size(), 2u);
  EXPECT_GT(space[1]["order_h_central"], 1.5);
  EXPECT_EQ(orders["reference_points"], 501);
}

TEST(OrdersCommand, DrawsItsErrors) {
  const std::string orders = scratch("orders.svg"),
                    line = "orders " + model("line_shock") + " --set grid.points=151";
  (void)mortise_json(line + " --duration 5e-5 --steps 2e-6,1e-6 --schemes sdirk2 --pictures " +
                     orders);
  EXPECT_NE(content(orders).find("<svg"), std::string::npos);
  EXPECT_EQ(mortise(line + " --points 20,40").code, 2);
}

TEST(ControlCommand, ComparesSchemesWithAndWithoutMonitoring) {
  const nlohmann::json study =
      mortise_json("control " + model("line_shock") +
                   " --set grid.points=126 --bdf2-tolerances 2.5e-3 --sdirk2-tolerances 5e-4"
                   " --reference-step 3.273385482726092e-7");
  const auto& cases = study["cases"];
  ASSERT_EQ(cases.size(), 4u);
  EXPECT_EQ(cases[0]["scheme"], "bdf2");
  EXPECT_EQ(cases[0]["control"], "threshold");
  EXPECT_EQ(cases[1]["scheme"], "sdirk2");
  EXPECT_FALSE(cases[1]["monitored"]);
  EXPECT_TRUE(cases[3]["monitored"]);
  EXPECT_LT(cases[1]["steps"], cases[0]["steps"]);
  for (const auto& c : cases) EXPECT_LT(c["error_p_central"], 0.05);
  const CommandResult impact = mortise("control " + model("sphere_impact"));
  EXPECT_EQ(impact.code, 1);
  EXPECT_NE(impact.err.find("needs a prescribed load"), std::string::npos) << impact.err;
}

TEST(ReductionsCommand, ComparesWithTheUnreducedBody) {
  const std::string picture = scratch("reductions.svg");
  const nlohmann::json study =
      mortise_json("reductions " + model("valve_dry") +
                   " --set bodies.upper.contact_elements=6 --set step.size=192e-9"
                   " --duration 2e-5 --cutoffs 150e3 --pictures " +
                   picture);
  const auto& cases = study["cases"];
  ASSERT_EQ(cases.size(), 6u);
  EXPECT_EQ(cases[0]["name"], "full");
  EXPECT_EQ(cases[0]["force_error"], 0.0);
  EXPECT_EQ(cases[2]["name"], "craig_bampton 150 kHz feedthrough");
  EXPECT_LT(cases[2]["force_error"], cases[1]["force_error"].get<double>());
  EXPECT_NE(content(picture).find("<svg"), std::string::npos);
  const CommandResult film = mortise("reductions " + model("sphere_impact"));
  EXPECT_EQ(film.code, 1);
  EXPECT_NE(film.err.find("dry impact"), std::string::npos) << film.err;
}

TEST(AdaptiveCommand, FindsTheImpactsOfTheFullModel) {
  const nlohmann::json study =
      mortise_json("adaptive " + model("multi_impact") + " --set grid.points=63 --duration 3e-4");
  EXPECT_GT(study["adaptive"]["reduced_share"], 0.3);
  EXPECT_EQ(study["impacts_adaptive"], study["impacts_full"]);
  ASSERT_GE(study["impacts"].size(), 1u);
  EXPECT_LT(std::abs(study["impacts"][0]["force_error"].get<double>()), 0.01);
}

TEST(StudyCommands, NeedAFilm) {
  for (const char* kind : {"orders", "control", "reductions", "adaptive"}) {
    const CommandResult result = mortise(std::string(kind) + " " + model("modal"));
    EXPECT_EQ(result.code, 1) << kind;
    EXPECT_NE(result.err.find("no [film] table"), std::string::npos) << result.err;
  }
}

// Full runs and results that one process has left serve the next.
TEST(CompareReductionsCommand, NeedsAFolderForSeveralRanks) {
  const std::string tiny = write_tiny_film(scratch("tiny.toml"));
  ASSERT_EQ(setenv("OMPI_COMM_WORLD_RANK", "0", 1) + setenv("OMPI_COMM_WORLD_SIZE", "2", 1), 0);
  const CommandResult alone = mortise("compare-reductions " + tiny + " --methods gappy --modes 4");
  unsetenv("OMPI_COMM_WORLD_RANK");
  unsetenv("OMPI_COMM_WORLD_SIZE");
  EXPECT_EQ(alone.code, 1);
  EXPECT_NE(alone.err.find("--cache"), std::string::npos) << alone.err;
}

}  // namespace
}  // namespace mortise::gen
