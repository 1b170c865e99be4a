// Certificates and reports relate a channel to the largest of its quantity; what stays at rounding
// is named. Springs of inputs belong to the body.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

// Den Hartog's oscillator: pressed on a floor it rubs on, its gap stays zero but for rounding.
const char* const kRubbing = R"(name = "rubbing"
[import]
kind = "lumped"
[[import.masses]]
node = 1
mass = 1.0
directions = [1, 3]
[[import.springs]]
to = 1
direction = 1
stiffness = 3947.8417604357433
[contact]
kind = "nodes"
node = 1
clearance = 0.0
friction = 0.1
restitution = 0.0
restitution_tangential = 0.0
[contact.wall]
normal = [0.0, 0.0, 1.0]
tangent = [1.0, 0.0, 0.0]
[[forces]]
name = "press"
value = 100.0
node = 1
direction = [0.0, 0.0, -1.0]
[step]
size = 1e-4
[excitation]
kind = "harmonic"
amplitude = 20.0
frequency = 12.0
[[inputs]]
name = "force"
node = 1
direction = [1.0, 0.0, 0.0]
hold = "linear"
[[outputs]]
name = "x"
node = 1
direction = [1.0, 0.0, 0.0]
[[outputs]]
name = "velocity_x"
quantity = "velocity"
node = 1
direction = [1.0, 0.0, 0.0]
[[outputs]]
name = "height"
node = 1
direction = [0.0, 0.0, 1.0]
[[outputs]]
name = "gap"
quantity = "gap"
[[scenarios]]
name = "held"
duration = 1.0
held_out = true
)";

const char* const kPulled = R"(name = "pulled"
[import]
kind = "lumped"
[[import.masses]]
node = 1
mass = 1.0
directions = [1]
[[import.springs]]
to = 1
direction = 1
stiffness = 501.0
[step]
size = 1e-4
[[inputs]]
name = "pull"
node = 1
direction = [1.0, 0.0, 0.0]
stiffness = 500.0
hold = "linear"
[[outputs]]
name = "x"
node = 1
direction = [1.0, 0.0, 0.0]
[[scenarios]]
name = "s"
duration = 0.1
)";

std::string written_model(const std::string& text) {
  const std::string path = scratch("model.toml");
  std::ofstream(path) << text;
  return path;
}

TEST(Rounding, IsNamedAndJudgedByNothing) {
  const std::string path = written_model(kRubbing), file = scratch("model.mrt");
  const CommandResult built = mortise("build " + path + " -o " + file);
  ASSERT_EQ(built.code, 0) << built.err;
  const std::string info = mortise_json("info " + file).dump();
  EXPECT_NE(info.find("judged by nothing, held: height, gap"), std::string::npos) << info;
  const std::string page = scratch("model.html");
  ASSERT_EQ(mortise("report " + file + " " + path + " --no-timing -o " + page).code, 0);
  EXPECT_NE(content(page).find("judged by nothing: height"), std::string::npos);
  // the gap has no other of its quantity, displacements have its unit
  EXPECT_NE(content(page).find("judged by nothing: gap"), std::string::npos);
  EXPECT_EQ(content(page).find("gap is off by"), std::string::npos);
}

// Without another of its quantity a channel is held against how far the model moves at all.
TEST(Rounding, IsToldOfOneChannelAlone) {
  const std::string text = kRubbing;
  const auto from = text.find("[[outputs]]"), height = text.find("[[outputs]]\nname = \"height\""),
             gap = text.find("[[outputs]]\nname = \"gap\""), rest = text.find("[[scenarios]]");
  const std::string head = text.substr(0, from), scenarios = text.substr(rest);
  const std::string alone[] = {text.substr(height, gap - height), text.substr(gap, rest - gap)};
  for (const std::string& output : alone) {
    SCOPED_TRACE(output);
    const std::string name = &output == alone ? "height" : "gap";
    const std::string path = written_model(head + output + scenarios), file = scratch("model.mrt");
    const CommandResult built = mortise("build " + path + " -o " + file);
    ASSERT_EQ(built.code, 0) << built.err;
    const std::string info = mortise_json("info " + file).dump();
    EXPECT_NE(info.find("judged by nothing, held: " + name), std::string::npos) << info;
    const std::string page = scratch("model.html");
    ASSERT_EQ(mortise("report " + file + " " + path + " --no-timing -o " + page).code, 0);
    EXPECT_NE(content(page).find("judged by nothing: " + name), std::string::npos);
    EXPECT_EQ(content(page).find(name + " is off by"), std::string::npos);
    EXPECT_EQ(mortise("verify " + path + " " + file).code, 0);
  }
}

TEST(InputSpring, BelongsToTheBody) {
  const std::string path = written_model(kPulled);
  const std::string build =
      "build " + path + " -o " + scratch("model.mrt") + " --full-order none --uncertified";
  EXPECT_EQ(mortise(build).code, 0);
  EXPECT_EQ(mortise(build + " --set import.springs.0.stiffness=500").code, 0);
  const CommandResult soft = mortise(build + " --set import.springs.0.stiffness=1e-3");
  EXPECT_EQ(soft.code, 1);
  EXPECT_NE(soft.err.find("inputs.0.stiffness"), std::string::npos) << soft.err;
  EXPECT_EQ(mortise("build " + model("valve_train") + " -o " + scratch("valve.mrt") +
                    " --full-order none --uncertified")
                .err.find("inputs.0.stiffness"),
            std::string::npos);
}

}  // namespace
}  // namespace mortise::gen
