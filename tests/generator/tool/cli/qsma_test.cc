// Backbones of a lap joint and of the model file made from it.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kSmallJoint =
    " --set contact.grid=[8,6] --set reduce.clusters=[10,4] --set train.steps=8"
    " --set train.random_steps=60 --set reduce.seeds=1 --set reduce.error_bar=1.0";

const std::string& small_file() {
  static const std::string path = [] {
    const std::string file = scratch("joint.mrt");
    mortise_json("build " + model("lap_joint") + kSmallJoint + " --no-certificate -o " + file +
                 " --json");
    return file;
  }();
  return path;
}

TEST(AnalyzeQsma, OfAModelFileIsThatOfAllPoints) {
  const std::string pictures = scratch("backbones");
  const nlohmann::json both = mortise_json("analyze qsma " + model("lap_joint") + kSmallJoint +
                                           " --levels 1e-4,3e-4,1e-3 --against " + small_file() +
                                           " --json --pictures " + pictures);
  EXPECT_TRUE(std::filesystem::exists(pictures + "/reduced.svg"));
  const nlohmann::json& reduced = both.at("reduced");
  EXPECT_EQ(reduced.at("outputs"), (nlohmann::json{"end_z", "end_y"}));
  EXPECT_EQ(reduced.at("all").at("levels"), 3);
  EXPECT_LT(double(reduced.at("all").at("frequency_worst")), 0.01);
  EXPECT_LT(double(reduced.at("slipping").at("damping_worst")), 0.3);
  // from the file alone the same; the sensor's motion across is small
  const nlohmann::json alone =
      mortise_json("analyze qsma " + small_file() + " --reduced --levels 1e-4,3e-4,1e-3 --json");
  EXPECT_EQ(alone.at("outputs"), nlohmann::json{"end_z"});
  for (std::size_t k = 0; k < 3; ++k) {
    const nlohmann::json &a = alone.at("points").at(k), &b = reduced.at("points").at(k);
    EXPECT_NEAR(double(a.at("frequency_hz")) / double(b.at("frequency_hz")), 1.0, 1e-4);
    EXPECT_NEAR(double(a.at("amplitude_m")) / double(b.at("amplitude_m")), 1.0, 1e-2);
    EXPECT_GE(int(a.at("closed_clusters")), int(a.at("slip_clusters")));
  }
}

// Levels that an earlier run has kept, and one more: the same digits as without them.
TEST(AnalyzeQsma, GoesOnFromLevelsThatAreKept) {
  const std::string cache = scratch("qsma_levels");
  std::filesystem::remove_all(cache);
  const std::string joint =
      "analyze qsma " + model("lap_joint") + kSmallJoint + " --steps 1 --json";
  const auto levels = [&] {
    int kept = 0;
    for (const auto& entry : std::filesystem::directory_iterator(cache))
      kept += entry.path().filename().string().find("modal-level") == 0 ? 1 : 0;
    return kept;
  };
  mortise_json(joint + " --levels 1e-4,3e-4 --cache " + cache);
  EXPECT_EQ(levels(), 4);
  const std::string more = joint + " --levels 1e-4,3e-4,1e-3";
  EXPECT_EQ(mortise_json(more + " --cache " + cache).at("points"), mortise_json(more)["points"]);
  EXPECT_EQ(levels(), 6);
  // another law is another way
  mortise_json(joint + " --levels 1e-4 --set contact.friction=0.2 --cache " + cache);
  EXPECT_EQ(levels(), 8);
}

TEST(AnalyzeQsma, SaysWhatAModelFileDoesNotFit) {
  const auto fails = [](const std::string& arguments, int code, const std::string& says) {
    const CommandResult r = mortise("analyze qsma " + arguments);
    EXPECT_EQ(r.code, code) << arguments;
    EXPECT_NE(r.err.find(says), std::string::npos) << r.err;
  };
  const std::string joint = model("lap_joint") + kSmallJoint + " --levels 1e-4 --steps 1";
  fails(joint + " --set contact.friction=0.2 --against " + small_file(), 1, "same --set");
  fails(joint + " --set preload.force=1500 --against " + small_file(), 1, "same --set");
  fails(small_file() + " --reduced --outputs end_x", 1, "end_z");
  fails(small_file() + " --reduced --mode 12", 2, "has 8");
  fails(small_file() + " --reduced --like torsion", 2, "--mode");
  fails(small_file() + " --reduced --set contact.friction=0.2", 2, "finished file");
  fails(joint + " --outputs end_z", 2, "--reduced");
}

}  // namespace
}  // namespace mortise::gen
