// What scripts read from info, bench, analyze and export.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

std::string certified(const std::string& name) {
  const std::string path = scratch(name + ".mrt");
  EXPECT_EQ(mortise("build " + model(name) + " -o " + path).code, 0);
  return path;
}

TEST(Info, HoldsTheKeysThatScriptsRelyOn) {
  const nlohmann::json info = mortise_json("info " + certified("beam_wall"));
  for (const char* key :
       {"step_s", "states", "modes", "contacts", "inputs", "outputs", "arena_bytes", "file_bytes",
        "iteration_cap", "flops_per_step", "certificate"}) {
    EXPECT_TRUE(info.contains(key)) << key;
  }
  EXPECT_EQ(info["modes"], 15);
  EXPECT_EQ(info["contacts"], 2);
  EXPECT_EQ(info["outputs"][0]["name"], "tip_normal");
  EXPECT_EQ(info["certificate"]["errors"].size(), 2u);
  EXPECT_TRUE(info["certificate"]["passed"]);
}

TEST(Info, ListsInterfacesAndGroupsOfAnAssembly) {
  const std::string frame = std::string(MORTISE_MODELS) + "/../tests/data/traces/frame.mrt";
  const nlohmann::json assembly = mortise_json("info " + frame)["assembly"];
  ASSERT_EQ(assembly["interfaces"].size(), 4u);
  EXPECT_EQ(assembly["interfaces"][1]["name"], "first");
  EXPECT_EQ(assembly["interfaces"][1]["kind"], "joint");
  ASSERT_EQ(assembly["groups"].size(), 1u);
  EXPECT_EQ(assembly["groups"][0]["interfaces"], "first, second, stop, gap");
  EXPECT_GT(assembly["groups"][0]["kappa"], 0.0);
  EXPECT_NE(mortise("info " + frame).out.find("group       first, second"), std::string::npos);
  EXPECT_EQ(mortise_json("bench " + frame + " --steps 200")["allocations"], 0);
  EXPECT_TRUE(mortise_json("info " + certified("beam_wall"))["assembly"].is_null());
  EXPECT_EQ(mortise("run " + frame + " --scenario push -o " + scratch("frame.csv")).code, 0);
}

TEST(Bench, CountsTimeAndHeapCalls) {
  const nlohmann::json bench =
      mortise_json("bench " + certified("impact_oscillator") + " --steps 5000");
  EXPECT_EQ(bench["steps"], 5000);
  EXPECT_EQ(bench["allocations"], 0);
  const auto& ns = bench["ns_per_step"];
  EXPECT_GT(ns["min"], 0.0);
  EXPECT_LE(ns["min"], ns["median"]);
  EXPECT_LE(ns["median"], ns["p99"]);
  EXPECT_LE(ns["p99"], ns["max"]);
  EXPECT_TRUE(bench["iterations"].contains("mean"));
  EXPECT_GE(bench["iterations"]["max"], 1);
}

TEST(Bench, PacedTicksAreWholeSteps) {
  const std::string m = certified("impact_oscillator");  // h = 2.5 us
  const nlohmann::json bench = mortise_json("bench " + m + " --rate 1000 --seconds 0.05");
  EXPECT_EQ(bench["steps_per_tick"], 400);
  EXPECT_EQ(bench["steps"], 20000);
  const CommandResult wrong = mortise("bench " + m + " --rate 1001");
  EXPECT_EQ(wrong.code, 1);
}

TEST(AnalyzeModes, FullAndReducedAgree) {
  const nlohmann::json full = mortise_json("analyze modes " + model("beam_wall") + " --count 6");
  const nlohmann::json reduced =
      mortise_json("analyze modes " + certified("beam_wall") + " --reduced");
  EXPECT_EQ(full["method"], "full");
  EXPECT_EQ(reduced["method"], "reduced");
  ASSERT_EQ(full["frequencies_hz"].size(), 6u);
  for (int i = 0; i < 6; ++i) {
    const double f = full["frequencies_hz"][i], r = reduced["frequencies_hz"][i];
    EXPECT_NEAR(r, f, 2e-4 * f);
  }
}

TEST(AnalyzeSweep, FindsTheOrbitAtTheWall) {
  const nlohmann::json sweep =
      mortise_json("analyze sweep " + model("beam_wall") +
                   " --frequencies 88.5,90 --set contact.clearance=2.1e-4");
  ASSERT_EQ(sweep["points"].size(), 2u);
  const nlohmann::json& point = sweep["points"][1];
  EXPECT_EQ(point["frequency_hz"], 90.0);
  EXPECT_NEAR(point["amplitude"]["tip_normal"], 2.168e-4, 0.005 * 2.168e-4);
  EXPECT_NEAR(point["amplitude"]["tip_tangential"], 3.572e-4, 0.01 * 3.572e-4);
  EXPECT_EQ(point["period_multiple"], 1);
  EXPECT_GE(point["periods"], 400);
}

TEST(Export, HeaderHoldsTheFileAndItsSizes) {
  const std::string m = certified("bouncing_mass"), header = scratch("model.h");
  const nlohmann::json info = mortise_json("info " + m);
  ASSERT_EQ(mortise("export " + m + " --header -o " + header).code, 0);
  const std::string text = content(header);
  const std::string arena = std::to_string(info["arena_bytes"].get<int>());
  EXPECT_NE(text.find("#define MORTISE_BOUNCING_MASS_ARENA_BYTES " + arena + "u"),
            std::string::npos);
  const std::string array = text.substr(0, text.find("\n};"));
  EXPECT_EQ(static_cast<int>(std::count(array.begin(), array.end(), ',')),
            info["file_bytes"].get<int>());
  // for mortise/fixed.hpp
  EXPECT_NE(text.find("using mortise_bouncing_mass_runtime = mortise::Runtime<" +
                      std::to_string(info["modes"].get<int>()) + ", 1, 1, 6>;"),
            std::string::npos)
      << text.substr(text.size() - 500);
}

}  // namespace
}  // namespace mortise::gen
