// Bolted structures of the user's own mesh, with zones of any number and name, through every
// command.
#include <gtest/gtest.h>

#include "tests/generator/tool/cli/command.hpp"
#include "tests/generator/tool/cli/row_of_bolts.hpp"

namespace mortise::gen {
namespace {

void goes_all_the_way(const std::string& name, const std::vector<std::string>& zones) {
  const std::string definition = row_of_bolts(scratch(name), zones);
  const nlohmann::json preload = mortise_json("analyze preload " + definition + " --json");
  ASSERT_EQ(preload.at("zones").size(), zones.size());
  for (std::size_t z = 0; z < zones.size(); ++z) {
    EXPECT_EQ(preload.at("zones")[z].at("name"), zones[z]);
    EXPECT_GT(double(preload.at("zones")[z].at("resultant_n")), 1500.0);
  }
  EXPECT_NEAR(double(preload.at("resultant_n")), 2000.0, 1e-4);
  const nlohmann::json qsma =
      mortise_json("analyze qsma " + definition + " --levels 1e-5,1e-4 --steps 1 --json");
  EXPECT_GT(double(qsma.at("points")[1].at("max_slip_m")), 0.0);
  const std::string file = scratch(name + ".mrt"), motion = scratch(name + ".csv");
  mortise_json("build " + definition + " --no-certificate -o " + file + " --json");
  const nlohmann::json info = mortise_json("info " + file + " --json");
  const std::string text = info.dump();
  const bool own = text.find("\"" + zones.back() + ".friction\"") != std::string::npos;
  EXPECT_EQ(own, zones.size() > 1) << text;
  const std::string set = zones.size() > 1 ? " --set " + zones[1] + ".friction=0.1" : "";
  EXPECT_EQ(mortise("run " + file + " --scenario push" + set + " -o " + motion).code, 0);
  EXPECT_NE(content(motion).find(zones.back() + "_normal"), std::string::npos);
}

TEST(OwnMeshCommands, TakeOneZone) { goes_all_the_way("single", {"flange"}); }

TEST(OwnMeshCommands, TakeThreeZones) { goes_all_the_way("row", {"outer", "inner_2", "M6"}); }

TEST(OwnMeshCommands, SayWhatIsMissing) {
  const std::string definition = row_of_bolts(scratch("lacking"), {"flange", "cover"});
  const CommandResult r =
      mortise("analyze preload " + definition + " --set 'contact.zones=[\"flange\", \"lid\"]'");
  EXPECT_EQ(r.code, 1);
  EXPECT_NE(r.err.find("\"lid\", which the model does not have"), std::string::npos) << r.err;
  EXPECT_NE(r.err.find("the model's zones are COVER, FLANGE"), std::string::npos) << r.err;
}

}  // namespace
}  // namespace mortise::gen
