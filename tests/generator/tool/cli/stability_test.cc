// Stability that is told from rounding, and sliding contacts that do not press.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

// Without damping and friction every mode has a growth of zero, but for rounding.
const std::string& undamped() {
  static const std::string text = [] {
    std::string all = model("beam_on_beam");
    for (const char* body : {"0", "1"})
      for (const char* key : {"alpha", "beta"})
        all += std::string(" --set import.bodies.") + body + "." + key + "=0";
    return all;
  }();
  return text;
}

// A mass above a table of two stiff springs, pressed by 20 N.
const char* const kSlider = R"(name = "slider"
[import]
kind = "lumped"
[[import.masses]]
node = 1
mass = 1.0
directions = [1, 2]
position = [0.0, 0.1, 0.0]
[[import.masses]]
node = 2
mass = 2.0
directions = [1, 2]
position = [-1.0, 0.1, 0.0]
[[import.masses]]
node = 3
mass = 2.0
directions = [1, 2]
position = [1.0, 0.1, 0.0]
[[import.springs]]
to = 1
direction = 1
stiffness = 10000.0
[[import.springs]]
to = 1
direction = 2
stiffness = 100.0
[[import.springs]]
to = 2
direction = 2
stiffness = 1e6
[[import.springs]]
to = 3
direction = 2
stiffness = 1e6
[[import.springs]]
to = 2
direction = 1
stiffness = 1e8
[[import.springs]]
to = 3
direction = 1
stiffness = 1e8
[[import.sets]]
name = "slave"
nodes = [1]
[[import.sets]]
name = "table"
nodes = [2, 3]
[contact]
kind = "sliding"
target = "table"
law = "unilateral"
friction = 0.5
[contact.slave]
set = "slave"
[sliding]
velocity = 0.01
start = -0.5
[step]
size = 1e-5
[[forces]]
name = "press"
set = "slave"
direction = [0.0, -1.0, 0.0]
value = 20.0
[[outputs]]
name = "x"
set = "slave"
direction = [1.0, 0.0, 0.0]
[[outputs]]
name = "N"
quantity = "contact_force"
[[scenarios]]
name = "free"
duration = 0.01
held_out = true
)";

std::string slider(const std::string& more = "") {
  const std::string path = scratch("slider.toml");
  std::ofstream(path) << kSlider << more;
  return path;
}

void replace_all(std::string* text, const std::string& from, const std::string& to) {
  for (std::size_t at = text->find(from); at != std::string::npos;
       at = text->find(from, at + to.size()))
    text->replace(at, from.size(), to);
}

// That slide as one of [[interfaces]] of a body.
std::string listed_slider(const std::string& more) {
  std::string text = kSlider + more;
  replace_all(&text, "[import", "[bodies.import");
  replace_all(&text, "[bodies.import]", "[[bodies]]\nname = \"body\"\n[bodies.import]");
  const std::size_t from = text.find("[contact]");
  replace_all(&text, "set = \"slave\"", "set = \"body.slave\"");
  text.replace(from, text.find("[step]") - from, R"([[interfaces]]
name = "slide"
kind = "sliding"
between = ["body.slave", "body.table"]
law = "unilateral"
friction = 0.5
velocity = 0.01
start = -0.5
)");
  replace_all(&text, "\"contact_force\"", "\"contact_force\"\ninterface = \"slide\"");
  const std::string path = scratch("listed_slider.toml");
  std::ofstream(path) << text;
  return path;
}

std::string build_of(const std::string& path) {
  return "build " + path + " -o " + scratch("slider.mrt") + " --full-order none --uncertified";
}

// The first row that `run` writes.
std::string first_row(const std::string& definition, const std::string& sets) {
  EXPECT_EQ(mortise(build_of(definition) + sets).code, 0);
  const std::string out = scratch("out.csv");
  EXPECT_EQ(mortise("run " + scratch("slider.mrt") + " -o " + out).code, 0);
  const std::string text = content(out);
  const std::size_t head = text.find('\n') + 1;
  return text.substr(head, text.find('\n', head) - head);
}

double second_column(const std::string& row) { return std::stod(row.substr(row.find(',') + 1)); }

TEST(SlideOfAnAssembly, IsAsStableAsThatOfAContact) {
  for (const auto& [what, how] : {std::pair{"eig ", " --positions -0.5,0.2"},
                                  {"eig ", " --positions -0.5,0.2 --deformed"},
                                  {"eig ", " --positions -0.5,0.2 --full"},
                                  {"frf ", " --positions 0.2 --frequencies 5,50,5 --output x"},
                                  {"stability ", " --count 3 --friction-range 0,0.5,2"}}) {
    const std::string analyze = std::string("analyze ") + what;
    const std::string push =
        "[[inputs]]\nname = \"push\"\nset = \"slave\"\ndirection = [1.0, 0.0, 0.0]\n";
    EXPECT_EQ(mortise_json(analyze + listed_slider(push) + how),
              mortise_json(analyze + slider(push) + how))
        << what << how;
  }
}

TEST(UndampedStability, RoundingIsNotGrowth) {
  for (const char* more : {"", " --maximum-frequency 0", " --deformed"}) {
    const nlohmann::json eig = mortise_json("analyze eig " + undamped() +
                                            " --positions 0.02,0.05 --friction-range 0,0,1" + more);
    EXPECT_TRUE(eig.at("unstable").empty()) << eig.at("unstable");
    for (const nlohmann::json& point : eig.at("points"))
      for (const nlohmann::json& mode : point.at("eigenvalues")) {
        EXPECT_GT(double(mode.at("rounding_1_s")), 0.0);
        if (double(mode.at("frequency_hz")) > 1.0 && double(mode.at("frequency_hz")) < 2e4) {
          EXPECT_LT(double(mode.at("rounding_1_s")), 1e-2) << mode;
        }
      }
  }
  const nlohmann::json map =
      mortise_json("analyze stability " + undamped() + " --count 9 --friction-range 0,0.3,2");
  for (const nlohmann::json& friction : map.at("critical_friction"))
    EXPECT_TRUE(friction.is_null() || friction > 0.0) << friction;
}

TEST(UndampedStability, FlutterIsStillFound) {
  const nlohmann::json eig =
      mortise_json("analyze eig " + undamped() + " --positions 0.051 --friction-range 0.3,0.3,1");
  ASSERT_FALSE(eig.at("unstable").empty());
  EXPECT_NEAR(eig.at("unstable").at(0).at("frequency_hz"), 10572.0, 10.0);
}

// The table sinks by some um, unevenly: forces and places are off by 1e-4 of those on a rigid one.
TEST(SlidingContact, ThatPullsIsRefused) {
  const std::string pulled = " --set contact.law=bilateral --set forces.0.value=-20";
  const CommandResult built = mortise(build_of(slider()) + pulled);
  EXPECT_EQ(built.code, 1);
  EXPECT_NE(built.err.find("would pull with 19.99"), std::string::npos) << built.err;
  const CommandResult eig =
      mortise("analyze eig " + slider() + pulled + " --positions 0.0 --deformed");
  EXPECT_EQ(eig.code, 1);
  EXPECT_NE(eig.err.find("would pull"), std::string::npos) << eig.err;
  EXPECT_EQ(mortise(build_of(slider()) + " --set contact.law=bilateral").code, 0);
}

// A unilateral one starts off its target, where its springs hold it.
TEST(SlidingContact, ThatIsLiftedStartsOpen) {
  const std::string row = first_row(slider(), " --set forces.0.value=-20");
  EXPECT_NEAR(second_column(row), 0.0, 1e-9) << row;  // no friction: x stays
}

TEST(SlidingContact, WithoutVelocityHasNoSenseOfFriction) {
  const std::string row = first_row(slider(), " --set sliding.velocity=0");
  EXPECT_NEAR(second_column(row), 0.0, 1e-7) << row;
  EXPECT_NEAR(second_column(first_row(slider(), "")), -1e-3, 1e-5);  // mu N / k
  const CommandResult bilateral =
      mortise(build_of(slider()) + " --set sliding.velocity=0 --set contact.law=bilateral");
  EXPECT_EQ(bilateral.code, 1);
  EXPECT_NE(bilateral.err.find("sliding.velocity"), std::string::npos) << bilateral.err;
  const CommandResult eig =
      mortise("analyze eig " + slider() + " --set sliding.velocity=0 --positions 0.0");
  EXPECT_EQ(eig.code, 1);
  EXPECT_NE(eig.err.find("sliding.velocity"), std::string::npos) << eig.err;
}

TEST(SlidingContact, StartsAsItIsToldOrRefuses) {
  const std::string moved = slider(
      "[initial]\nshape = \"uniform\"\nvelocity = [0.2, 0.0, 0.0]\n"
      "displacement = [0.003, 0.0, 0.0]\n");
  const CommandResult built = mortise(build_of(moved));
  EXPECT_EQ(built.code, 1) << built.err;
  EXPECT_NE(built.err.find("initial"), std::string::npos) << built.err;
  const std::string still = slider("[initial]\nvelocity = [0.0, 0.0, 0.0]\n");
  EXPECT_EQ(mortise(build_of(still)).code, 0);
  const std::string pressed = slider("[initial]\nshape = \"pressed\"\n");
  EXPECT_EQ(mortise(build_of(pressed)).code, 0);
}

}  // namespace
}  // namespace mortise::gen
