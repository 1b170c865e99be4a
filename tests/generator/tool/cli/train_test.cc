// `train` makes the runs of a film definition's [train] and finds them again.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

std::string small_line() {
  return " --set grid.points=81 --set 'train={runs=2, duration=6e-5, step=2e-6, ramp=1e-5}'";
}

TEST(Train, KeepsItsRuns) {
  const std::string command =
      "train " + model("line_shock") + " --cache " + scratch("store") + small_line();
  const nlohmann::json first = mortise_json(command + " --json");
  EXPECT_EQ(first["runs"], 2);
  EXPECT_EQ(first["points"], 81);
  EXPECT_GT(first["snapshots"], 60);
  const std::string bytes = content(first["file"]);
  EXPECT_FALSE(bytes.empty());
  const CommandResult again = mortise(command + " --jobs 2");
  EXPECT_EQ(again.code, 0);
  EXPECT_NE(again.err.find("campaign kept in "), std::string::npos) << again.err;
  EXPECT_TRUE(content(first["file"]) == bytes);
}

TEST(Train, SaysWhatIsMissing) {
  const CommandResult dry = mortise("train " + model("valve_dry"));
  EXPECT_EQ(dry.code, 1);
  EXPECT_NE(dry.err.find("has no [train] table"), std::string::npos) << dry.err;
  const std::string file = scratch("file");
  std::ofstream(file) << "no folder";
  const CommandResult unwritable =
      mortise("train " + model("line_shock") + " --cache " + file + small_line());
  EXPECT_EQ(unwritable.code, 1);
  EXPECT_NE(unwritable.err.find("choose another folder"), std::string::npos) << unwritable.err;
}

}  // namespace
}  // namespace mortise::gen
