// `mortise check`: nothing is cried at what ships, every finding comes in words and as JSON.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

// Structures with a full model: no films, no modal data.
std::vector<std::string> shipped_structures() {
  std::vector<std::string> paths;
  for (const auto& folder : std::filesystem::directory_iterator(MORTISE_MODELS)) {
    if (!folder.is_directory()) continue;
    const std::string path = (folder.path() / folder.path().filename()).string() + ".toml";
    const std::string text = content(path);
    const bool full = text.find("[import]") != std::string::npos &&
                      text.find("kind = \"modal\"") == std::string::npos &&
                      text.find("[film") == std::string::npos;
    if (full) paths.push_back(path);
  }
  return paths;
}

TEST(Check, CriesAtNoShippedModel) {
  const std::vector<std::string> paths = shipped_structures();
  EXPECT_GE(paths.size(), 5u);
  for (const std::string& path : paths) {
    const auto result = mortise_json("check " + path + " --json");
    EXPECT_TRUE(result.at("findings").empty()) << path << "\n" << result.at("findings").dump(2);
    EXPECT_GT(result.at("total_mass_kg").at(0).get<double>(), 0.0) << path;
  }
}

// The rod: 0.149819 kg, of which 0.7 % stay at its clamp.
TEST(Check, TellsTheRodsFactsAndComparesItsMass) {
  const std::string rod = model("rod_wall");
  const auto told = [&](double mass) {
    return mortise("check " + rod +
                   " --quick --json --set import.expected_mass=" + std::to_string(mass));
  };
  const CommandResult right = told(0.149819);
  EXPECT_EQ(right.code, 0) << right.err;
  const CommandResult thrice = told(3 * 0.149819);
  EXPECT_EQ(thrice.code, 1);
  const auto result = nlohmann::json::parse(thrice.out);
  EXPECT_EQ(result.at("findings").at(0).at("trap"), "mass");
  EXPECT_EQ(result.at("findings").at(0).at("severity"), "error");
  EXPECT_NE(result.at("error").at("what").get<std::string>().find("a third of it"),
            std::string::npos);
  EXPECT_NEAR(result.at("wave_speed_m_s").get<double>(), 5900.0, 800.0);
  EXPECT_EQ(result.at("rigid_motions"), 0);

  const CommandResult words = mortise("check " + rod + " --quick");
  for (const char* part :
       {"free mass", "wave speed", "nodes without dofs", "CLAMP", "nothing is found to be wrong"})
    EXPECT_NE(words.out.find(part), std::string::npos) << part << " not in\n" << words.out;
}

TEST(Check, WrongUnitsAreAnErrorThatNamesTheRightOnes) {
  const CommandResult r = mortise("check " + model("rod_wall") + " --quick --set import.units=SI");
  EXPECT_EQ(r.code, 1);
  EXPECT_NE(r.out.find("error [units]"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("\"mm,t,s,N\""), std::string::npos) << r.out;
}

}  // namespace
}  // namespace mortise::gen
