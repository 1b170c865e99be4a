#include <gtest/gtest.h>

#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

double first_hz(const std::string& arguments) {
  return mortise_json("analyze modes " + arguments + " --json --count 3")
      .at("frequencies_hz")
      .at(0);
}

// Independent prototype.
TEST(AnalyzeModes, OfOpenBondedAndStuckJoints) {
  const std::string m = model("two_cantilevers");
  EXPECT_NEAR(first_hz(m), 86.247, 1e-3);
  EXPECT_NEAR(first_hz(m + " --interface open"), 86.247, 1e-3);
  EXPECT_NEAR(first_hz(m + " --interface bonded"), 99.1607, 1e-4);
  EXPECT_NEAR(first_hz(m + " --interface stuck"), 128.353, 1e-3);
}

TEST(AnalyzeModes, AStructureWithoutJointHasNoneToClose) {
  const CommandResult r = mortise("analyze modes " + model("beam_wall") + " --interface stuck");
  EXPECT_EQ(r.code, 1);
  EXPECT_NE(r.err.find("has no joint to close"), std::string::npos) << r.err;
  EXPECT_EQ(mortise("analyze modes " + model("two_cantilevers") + " --interface glued").code, 2);
  EXPECT_EQ(mortise("analyze modes x.mrt --reduced --interface stuck").code, 2);
}

}  // namespace
}  // namespace mortise::gen
