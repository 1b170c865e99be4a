// Laws and frequencies that no scenario has shown: drawn, compared, and named where they fail.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

// Two modes of a beam, one kept: near its clearance the file is right, far from it not.
const char* const kStopped = R"(name = "stopped"
[import]
kind = "lumped"
[[import.masses]]
node = 1
mass = 1.0
directions = [1]
[[import.masses]]
node = 2
mass = 0.02
directions = [1]
[[import.springs]]
to = 1
direction = 1
stiffness = 3947.8417604357433
[[import.springs]]
from = 1
to = 2
direction = 1
stiffness = 8000.0
[damping]
ratio = 0.05
frequencies = [10.0]
[contact]
kind = "nodes"
node = 1
clearance = 3e-3
friction = 0.0
restitution = 0.5
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
[[scenarios]]
name = "held"
duration = 0.4
held_out = true
[verify]
displacement = 0.05
velocity = 0.3
force = 0.1
remaining_energy = 0.2
)";

struct Stopped {
  std::string path = scratch("stopped.toml"), file = scratch("stopped.mrt");

  Stopped() {
    std::ofstream(path) << kStopped;
    const CommandResult built =
        mortise("build " + path + " --uncertified --full-order none -o " + file);
    EXPECT_EQ(built.code, 0) << built.err;
  }
  std::string verify(const std::string& more) const {
    return "verify " + path + " " + file + " --draws 6" + more;
  }
};

TEST(StructureDraws, CoverTheBoxThatTheyName) {
  const Stopped model;
  const nlohmann::json result = mortise_json(model.verify(""));
  ASSERT_EQ(result.at("box").size(), 6U);  // four numbers of the contact, frequency and level
  for (const nlohmann::json& range : result.at("box")) {
    if (range.at("name") == "contact.clearance") {
      EXPECT_EQ(range.at("minimum"), 1.5e-3);
      EXPECT_EQ(range.at("maximum"), 6e-3);
    }
    if (range.at("name") == "frequency" || range.at("name") == "level") {
      EXPECT_EQ(range.at("maximum"), 2.0);
    }
  }
  EXPECT_TRUE(result.at("faults").empty());
  EXPECT_LT(double(result.at("displacement").at("worst")), 1e-6) << "nothing was left out";
  EXPECT_EQ(mortise_json(model.verify("")), result) << "the same for the same seed";
}

TEST(StructureDraws, SeeAFileOfAnotherStructure) {
  const Stopped model;
  const CommandResult wrong = mortise(model.verify(" --set import.masses.1.mass=0.2 --json"));
  EXPECT_EQ(wrong.code, 1);
  EXPECT_NE(wrong.out.find("draws are wrong"), std::string::npos) << wrong.out;
  EXPECT_NE(wrong.out.find("displacement is off by"), std::string::npos) << wrong.out;
}

TEST(StructureDraws, TakeRangesThatTheFileAccepts) {
  const Stopped model;
  const nlohmann::json narrow = mortise_json(model.verify(" --over contact.clearance=2e-3:2.5e-3"));
  for (const nlohmann::json& range : narrow.at("box"))
    if (range.at("name") == "contact.clearance") {
      EXPECT_EQ(range.at("maximum"), 2.5e-3);
    }
  const struct {
    const char *over, *expected;
  } rows[] = {{"contact.clearence=1e-3:2e-3", "contact.clearance"},
              {"contact.restitution=0.5:1.5", "accepts"},
              {"contact.friction=0.1", "NAME=FROM:TO"}};
  for (const auto& row : rows) {
    const CommandResult refused = mortise(model.verify(std::string(" --over ") + row.over));
    EXPECT_EQ(refused.code, 1) << row.over;
    EXPECT_NE(refused.err.find(row.expected), std::string::npos) << refused.err;
  }
}

TEST(StructureDraws, InfoSaysWhatWasJudgedAtOneValue) {
  const Stopped model;
  EXPECT_NE(mortise("info " + model.file).out.find("judged at one value: contact.clearance"),
            std::string::npos);
}

// The chain ends at 0.1 m.
TEST(LeavingATarget, IsNamedByBuildAndDraws) {
  const std::string m = model("beam_on_beam"), file = scratch("slide.mrt");
  const std::string changes =
      " --set condense.modes=2 --set scenarios.0.duration=0.01 --set scenarios.1.duration=1e-3"
      " --set sliding.start=0.0985 --set sliding.velocity=0.3";
  const CommandResult refused = mortise("build " + m + changes + " -o " + file);
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.err.find("leaves its target"), std::string::npos) << refused.err;
  ASSERT_EQ(mortise("build " + m + changes + " --uncertified --full-order none -o " + file).code,
            0);
  const CommandResult drawn =
      mortise("verify " + m + " " + file + changes + " --full-order none --draws 3" +
              " --over sliding.velocity=2:4");
  EXPECT_EQ(drawn.code, 1);
  EXPECT_NE(drawn.out.find("leaves its target"), std::string::npos) << drawn.out << drawn.err;
}

}  // namespace
}  // namespace mortise::gen
