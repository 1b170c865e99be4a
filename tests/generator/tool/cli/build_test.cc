#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/generator/tool/cli/command.hpp"

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

// What another build has kept may differ from what this one makes: a program whose build id alone
// differs makes every stage anew.
TEST(Build, AnotherBuildsCacheIsNotUsed) {
  const std::string cache = scratch("cache"), other = scratch("other_mortise");
  std::filesystem::remove_all(cache);
  const std::string line =
      "build " + model("beam_wall") + " --no-certificate --cache " + cache + " -o ";
  std::string program = content(MORTISE_PROGRAM);
  // the note of the linker: sizes of name and id, type 3, name
  const std::size_t note = program.find(std::string("\4\0\0\0\24\0\0\0\3\0\0\0GNU\0", 16));
  ASSERT_NE(note, std::string::npos);
  program[note + 16] = static_cast<char>(program[note + 16] ^ 1);
  std::filesystem::remove(other);
  std::ofstream(other, std::ios::binary) << program;
  std::filesystem::permissions(other, std::filesystem::perms::owner_all);
  const std::string log = scratch("log");
  const auto other_says = [&] {
    EXPECT_EQ(std::system((other + " " + line + scratch("b.mrt") + " 2> " + log).c_str()), 0);
    return content(log);
  };
  ASSERT_EQ(mortise(line + scratch("a.mrt")).code, 0);
  EXPECT_EQ(other_says().find("kept from"), std::string::npos) << content(log);
  EXPECT_NE(other_says().find("kept from"), std::string::npos) << content(log);
  EXPECT_EQ(content(scratch("a.mrt")), content(scratch("b.mrt")));
}

TEST(Build, FullModelMayRunForAPartOfTheScenarios) {
  const std::string whole = scratch("whole.mrt"), all = scratch("all.mrt"), part = scratch("p.mrt");
  const std::string line = "build " + model("beam_wall");
  ASSERT_EQ(mortise(line + " -o " + whole).code, 0);
  ASSERT_EQ(mortise(line + " --full-order 1000000 -o " + all).code, 0);
  EXPECT_EQ(content(whole), content(all));
  const CommandResult built = mortise(line + " --full-order 150 --uncertified -o " + part);
  ASSERT_EQ(built.code, 0) << built.err;
  const nlohmann::json whole_run = mortise_json("info " + whole)["certificate"],
                       part_run = mortise_json("info " + part)["certificate"];
  EXPECT_NE(part_run["reference"].get<std::string>().find("150 of "), std::string::npos);
  EXPECT_EQ(whole_run["reference"].get<std::string>().find("short"), std::string::npos);
  for (const nlohmann::json& scenario : part_run["errors"]) EXPECT_TRUE(scenario["touched"]);
  const CommandResult nothing = mortise(line + " --full-order none -o " + part);
  ASSERT_EQ(nothing.code, 0);
  EXPECT_TRUE(mortise_json("info " + part)["certificate"].is_null());
}

TEST(Build, FullOrderRefusesWhatItIsNot) {
  for (const std::string extent : {"0", "-3", "shortest", "1e3"})
    EXPECT_EQ(mortise("build " + model("beam_wall") + " --full-order=" + extent).code, 2) << extent;
  EXPECT_EQ(mortise("build " + model("line_shock") + " --full-order short").code, 2);
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

// A step of 3e-3 s misses the stop: exit code 1, the reason, and an older file stays as it is.
TEST(Build, FailsWithItsCertificate) {
  const std::string bracket = std::string(MORTISE_TEST_DATA) + "/bracket.toml";
  const std::string out = scratch("bracket.mrt");
  std::filesystem::remove(out);
  const std::string coarse = "build " + bracket + " --set step.size=3e-3 -o " + out;
  const CommandResult none = mortise(coarse);
  EXPECT_EQ(none.code, 1);
  EXPECT_FALSE(std::filesystem::exists(out));
  for (const char* part : {"the certificate fails", "too coarse", "--uncertified"})
    EXPECT_NE(none.err.find(part), std::string::npos) << none.err;
  ASSERT_EQ(mortise("build " + bracket + " -o " + out).code, 0);
  const std::string before = content(out);
  EXPECT_EQ(mortise(coarse).code, 1);
  EXPECT_EQ(content(out), before);
  const CommandResult forced = mortise(coarse + " --uncertified");
  EXPECT_EQ(forced.code, 0) << forced.err;
  EXPECT_NE(content(out), before);
  EXPECT_NE(forced.out.find("certificate FAILED"), std::string::npos) << forced.out;
  EXPECT_NE(mortise("info " + out).out.find("certificate FAILED"), std::string::npos);
  const nlohmann::json certificate = mortise_json("info " + out)["certificate"];
  EXPECT_FALSE(certificate["passed"]);
  EXPECT_FALSE(certificate["shortcomings"].empty());
  EXPECT_FALSE(certificate["warnings"].empty());
}

// A scenario without contact measures no impulse and no force: null, a dash, never 0.
TEST(Build, WhatWasNotMeasuredIsAbsent) {
  const std::string line = "build " + std::string(MORTISE_TEST_DATA) + "/bracket.toml -o " +
                           scratch("far.mrt") + " --set contact.clearance=1.0";
  const CommandResult refused = mortise(line);
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.err.find("no scenario touches the interface"), std::string::npos)
      << refused.err;
  const nlohmann::json built = mortise_json(line + " --uncertified");
  const nlohmann::json errors = built["certificate"]["errors"][0];
  EXPECT_FALSE(errors["touched"]);
  EXPECT_TRUE(errors["total"]["displacement"].is_number());
  for (const char* part : {"total", "reduction", "step", "reference"})
    for (const char* name : {"force", "filtered_force"})
      EXPECT_TRUE(errors[part][name].is_null()) << part << " " << name;
  const std::string text = mortise("info " + scratch("far.mrt")).out;
  EXPECT_NE(text.find("force -, filtered_force -"), std::string::npos) << text;
}

TEST(Verify, HalfOfTheModesFail) {
  const std::string whole = scratch("whole.mrt"), half = scratch("half.mrt");
  const std::string line = "build " + model("beam_wall") + " --no-certificate -o ";
  ASSERT_EQ(mortise(line + whole).code, 0);
  ASSERT_EQ(mortise(line + half + " --set condense.modes=3").code, 0);
  const nlohmann::json passed = mortise_json("verify " + model("beam_wall") + " " + whole);
  EXPECT_TRUE(passed["passed"]);
  EXPECT_EQ(passed["errors"].size(), 2u);
  const CommandResult failed = mortise("verify " + model("beam_wall") + " " + half);
  EXPECT_EQ(failed.code, 1);
  EXPECT_NE(failed.out.find("FAILED: "), std::string::npos) << failed.out;
}

}  // namespace
}  // namespace mortise::gen
