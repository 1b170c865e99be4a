#include <gtest/gtest.h>

#include <filesystem>

#include "tests/generator/cli/command.hpp"

namespace mortise::gen {
namespace {

TEST(Build, SameInputSameBytes) {
  const std::string a = scratch("a.mrt"), b = scratch("b.mrt");
  ASSERT_EQ(mortise("build " + model("beam_wall") + " -o " + a + " --jobs 1").code, 0);
  ASSERT_EQ(mortise("build " + model("beam_wall") + " -o " + b + " --jobs 4").code, 0);
  EXPECT_EQ(content(a), content(b));
}

TEST(Build, KeptStagesGiveTheSameBytes) {
  const std::string cache = scratch("cache"), a = scratch("a.mrt"), b = scratch("b.mrt");
  std::filesystem::remove_all(cache);
  const std::string line = "build " + model("beam_wall") + " --no-certificate --cache " + cache;
  const std::string changed = " --set contact.clearance=1.7e-4 --set contact.friction=0.2";
  ASSERT_EQ(mortise(line + " -o " + a).code, 0);
  const CommandResult second = mortise(line + changed + " -o " + b);
  EXPECT_NE(second.err.find("kept from an earlier build"), std::string::npos) << second.err;
  ASSERT_EQ(
      mortise("build " + model("beam_wall") + " --no-certificate" + changed + " -o " + a).code, 0);
  EXPECT_EQ(content(a), content(b));
  const CommandResult third = mortise(line + " --set condense.modes=4 -o " + a);
  EXPECT_EQ(third.err.find("kept"), std::string::npos) << third.err;
}

TEST(Build, DamagedCacheIsMadeAgain) {
  const std::string cache = scratch("cache"), a = scratch("a.mrt"), b = scratch("b.mrt");
  std::filesystem::remove_all(cache);
  const std::string line = "build " + model("beam_wall") + " --no-certificate --cache " + cache;
  ASSERT_EQ(mortise(line + " -o " + a).code, 0);
  for (const auto& entry : std::filesystem::directory_iterator(cache)) {
    std::filesystem::resize_file(entry.path(), 100);
  }
  EXPECT_EQ(mortise(line + " -o " + b).code, 0);
  EXPECT_EQ(content(a), content(b));
}

TEST(Build, LeavesNothingWhenItFails) {
  const std::string out = scratch("m.mrt");
  std::filesystem::remove(out);
  EXPECT_EQ(mortise("build " + model("beam_wall") + " --set condense.modes=0 -o " + out).code, 1);
  EXPECT_FALSE(std::filesystem::exists(out));
}

// The tip stiffens the rod: its reduced frequencies compare with the full model under the same
// constraint and lie above those of the distributing tip.
TEST(Build, RigidTipOnTheSecondMesh) {
  const std::string rod = model("rod_wall") + " --set import.file=data/rod_second ";
  const std::string rigid = "--set contact.tip.kind=rigid ";
  const std::string a = scratch("a.mrt"), b = scratch("b.mrt");
  ASSERT_EQ(mortise("build " + rod + "--no-certificate -o " + a).code, 0);
  ASSERT_EQ(mortise("build " + rod + rigid + "--no-certificate -o " + b).code, 0);
  const auto soft = mortise_json("analyze modes --reduced --count 6 " + a)["frequencies_hz"];
  const auto stiff = mortise_json("analyze modes --reduced --count 6 " + b)["frequencies_hz"];
  const auto full = mortise_json("analyze modes --count 6 " + rod + rigid)["frequencies_hz"];
  for (int i = 0; i < 6; ++i) {
    EXPECT_GT(stiff[i].get<double>(), soft[i].get<double>());
    EXPECT_NEAR(stiff[i].get<double>(), full[i].get<double>(), 1e-4 * full[i].get<double>());
  }
}

TEST(Build, SaysWhatItChoseForTheUser) {
  const CommandResult result =
      mortise("build " + model("bouncing_mass") + " --set contact.restitution_tangential=0.5 -o " +
              scratch("m.mrt"));
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.err.find("notice: law.friction_velocity"), std::string::npos) << result.err;
}

TEST(Verify, HalfOfTheModesFail) {
  const std::string whole = scratch("whole.mrt"), half = scratch("half.mrt");
  const std::string line = "build " + model("beam_wall") + " --no-certificate -o ";
  ASSERT_EQ(mortise(line + whole).code, 0);
  ASSERT_EQ(mortise(line + half + " --set condense.modes=3").code, 0);
  const nlohmann::json passed = mortise_json("verify " + model("beam_wall") + " " + whole);
  EXPECT_TRUE(passed["passed"]);
  EXPECT_EQ(passed["errors"].size(), 2u);
  EXPECT_EQ(mortise("verify " + model("beam_wall") + " " + half).code, 1);
}

}  // namespace
}  // namespace mortise::gen
