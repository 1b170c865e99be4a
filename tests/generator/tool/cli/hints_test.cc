// What is misspelt or out of range is named with what was probably meant.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

// A mass on a spring; a contact and outputs may follow.
const char* const kHintedMass = R"(name = "hinted"
[import]
kind = "lumped"
[[import.masses]]
node = 1
mass = 1.0
directions = [1]
[[import.springs]]
to = 1
direction = 1
stiffness = 400.0
[[import.sets]]
name = "mass"
nodes = [1]
[step]
size = 1e-4
[[inputs]]
name = "f"
node = 1
direction = [1.0, 0.0, 0.0]
[[scenarios]]
name = "s"
duration = 0.1
)";
const char* const kStop = R"([contact]
kind = "nodes"
set = "mass"
clearance = 1e-3
friction = 0.2
restitution = 0.5
[contact.wall]
normal = [-1.0, 0.0, 0.0]
)";
const char* const kTwoBodies = R"(name = "two"
[[bodies]]
name = "mass"
[bodies.import]
kind = "lumped"
[[bodies.import.masses]]
node = 1
mass = 1.0
directions = [1, 2]
[[bodies.import.springs]]
to = 1
direction = 1
stiffness = 400.0
[[bodies.import.springs]]
to = 1
direction = 2
stiffness = 400.0
[[interfaces]]
name = "stop"
kind = "unilateral"
between = ["mass.1", "ground"]
normal = [0.0, 1.0, 0.0]
clearance = 1e-3
[step]
size = 1e-4
[[inputs]]
name = "f"
node = "mass.1"
direction = [1.0, 0.0, 0.0]
[[outputs]]
name = "x"
node = "mass.1"
direction = [1.0, 0.0, 0.0]
[[scenarios]]
name = "s"
duration = 0.1
)";

std::string written(const std::string& text) {
  const std::string path = scratch("hinted.toml");
  std::ofstream(path) << text;
  return path;
}

std::string built_of(const std::string& path) {
  const std::string file = scratch("hinted.mrt");
  const CommandResult result =
      mortise("build " + path + " -o " + file + " --full-order none --uncertified");
  EXPECT_EQ(result.code, 0) << result.err;
  return file;
}

void expect_refused(const std::string& line, int code, const std::vector<std::string>& parts) {
  const CommandResult result = mortise(line);
  EXPECT_EQ(result.code, code) << line << result.err;
  for (const std::string& part : parts)
    EXPECT_NE(result.err.find(part), std::string::npos) << part << "\n" << result.err;
}

TEST(Hints, ModesCountFromZeroToTheLast) {
  const std::string output = "[[outputs]]\nname = \"first\"\nquantity = \"modal\"\nmode = 1\n";
  const std::string path = written(kHintedMass + output);
  expect_refused("build " + path + " -o " + scratch("m.mrt"), 1,
                 {"hinted.toml:27", "outputs.0.mode", "mode 1", "choose 0 to 0"});
  expect_refused("info " + path, 1, {"hinted.toml"});
  expect_refused("build " + path + " --set outputs.0.mode=7 -o " + scratch("m.mrt"), 1,
                 {"--set outputs.0.mode=7"});
  const CommandResult good = mortise("build " + path + " --set outputs.0.mode=0 -o " +
                                     scratch("m.mrt") + " --full-order none --uncertified");
  EXPECT_EQ(good.code, 0) << good.err;
}

TEST(Hints, ContactsCountFromZeroToTheLast) {
  const std::string output = "[[outputs]]\nname = \"n\"\nquantity = \"contact_force\"\n";
  expect_refused("build " + written(std::string(kHintedMass) + kStop + output) +
                     " --set outputs.0.contact=1 -o " + scratch("m.mrt"),
                 1, {"outputs.0.contact", "choose 0 to 0"});
}

TEST(Hints, ModalDataNamesItsCoordinatesItself) {
  const std::string set =
      " --set outputs.0.name=q1 --set outputs.0.quantity=modal --set outputs.0.mode=";
  expect_refused("build " + model("modal") + set + "0 -o " + scratch("m.mrt"), 1,
                 {"outputs.0.name", "q1", "mode 1"});
  expect_refused("build " + model("modal") + " --set outputs.0.name=own" +
                     " --set outputs.0.quantity=modal --set outputs.0.mode=4 -o " +
                     scratch("m.mrt"),
                 1, {"outputs.0.mode", "choose 0 to 3"});
}

TEST(Hints, PlacesOfAnAssemblyMayBeNodes) {
  const std::string path = written(kTwoBodies);
  const std::string file = built_of(path), out = scratch("out.csv");
  EXPECT_EQ(mortise("run " + file + " -o " + out).code, 0);
  expect_refused("build " + path + " --set outputs.0.node=mass.2 -o " + file, 1, {"mass.2"});
  expect_refused("build " + path + " --set outputs.0.set=mass.1 -o " + file, 1,
                 {"names a node", "outputs.0.set"});
}

TEST(Hints, CommandsAndOptionsAreGuessed) {
  expect_refused("buld m.toml", 2, {"\"buld\"", "nearest is build"});
  expect_refused("analyze swep m.toml", 2, {"\"swep\"", "nearest is sweep"});
  expect_refused("build m.toml --uncertfied", 2, {"--uncertfied", "nearest is --uncertified"});
  expect_refused("run m.mrt --duratoin=3", 2, {"nearest is --duration"});
  expect_refused("analyze sweep m.toml --frequencis 3", 2, {"nearest is --frequencies"});
  EXPECT_EQ(mortise("run m.mrt --duration x").err.find("nearest is"), std::string::npos);
}

TEST(Hints, NumbersWithoutUnitHaveNone) {
  const std::string file = built_of(written(std::string(kHintedMass) + kStop));
  const CommandResult result = mortise("run " + file + " --set contact.restitution=7");
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.err.find("from 0 to 1\n"), std::string::npos) << result.err;
}

TEST(Hints, RatesThatCannotBePacedAreRefused) {
  const std::string file = built_of(written(kHintedMass));
  expect_refused("bench " + file + " --rate 1e12", 1, {"1e-06 s", "e.g. 10000"});
  expect_refused("bench " + file + " --rate 1e-9", 1, {"longer than the run"});
  expect_refused("bench " + file + " --rate 990", 1, {"0.0001 s", "e.g. 1000"});
  EXPECT_EQ(mortise("bench " + file + " --rate 1000 --steps 100").code, 0);
}

TEST(Hints, CheckFindsPlacesThatAreNotThere) {
  const std::string path = written(std::string(kHintedMass) + kStop);
  EXPECT_EQ(mortise("check " + path).code, 0);
  const CommandResult contact = mortise("check " + path + " --set contact.set=mas");
  EXPECT_EQ(contact.code, 1);
  EXPECT_NE(contact.out.find("\"mas\""), std::string::npos) << contact.out << contact.err;
  EXPECT_NE(contact.out.find("\"mass\""), std::string::npos) << contact.out << contact.err;
  const CommandResult input = mortise("check " + path + " --set inputs.0.node=5");
  EXPECT_EQ(input.code, 1);
  EXPECT_NE(input.out.find("input \"f\""), std::string::npos) << input.out;
}

}  // namespace
}  // namespace mortise::gen
