// `mortise verify --pictures`: a picture of every scenario, the file beside the full model.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

std::string file_of(const std::string& definition) {
  const std::string file = scratch("m.mrt");
  EXPECT_EQ(mortise("build " + definition + " --no-certificate -o " + file).code, 0);
  return file;
}

int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++count;
  return count;
}

TEST(VerifyPictures, ShowEveryOutputOfBothModels) {
  const std::string folder = scratch("pictures");
  fs::remove_all(folder);
  const std::string definition = model("bouncing_mass"), file = file_of(definition);
  const nlohmann::json told = mortise_json("verify " + definition + " " + file + " --pictures " +
                                           folder + " --full-order 2000 --json");
  ASSERT_EQ(told.at("pictures").size(), 1u);
  EXPECT_EQ(told.at("pictures")[0], folder + "/throw.svg");
  const std::string picture = content(folder + "/throw.svg");
  for (const char* output : {"height", "velocity_x", "force_normal"})
    EXPECT_GE(count_of(picture, std::string(output) + ", full"), 1) << output;
  EXPECT_GE(count_of(picture, "stroke-dasharray"), 6);  // a curve of each output
  // another scenario, drawn beside that one
  EXPECT_NE(
      mortise("verify " + definition + " " + file + " --scenario drop --pictures " + folder).code,
      2);
  EXPECT_TRUE(fs::exists(folder + "/drop.svg"));
  EXPECT_TRUE(fs::exists(folder + "/throw.svg"));
}

TEST(VerifyPictures, AreOfStructuresWithAFullModel) {
  const auto refusal = [&](const std::string& line) {
    const CommandResult result = mortise(line + " --pictures " + scratch("none"));
    EXPECT_NE(result.code, 0) << line;
    EXPECT_FALSE(fs::exists(scratch("none"))) << line;
    return result.err;
  };
  const std::string traces = MORTISE_TEST_DATA "/traces/";
  EXPECT_NE(refusal("verify " + model("line_shock") + " " + traces + "line_shock_reduced.mrt")
                .find("is a film"),
            std::string::npos);
  EXPECT_NE(
      refusal("verify " + model("modal") + " " + traces + "modal.mrt").find("their own full model"),
      std::string::npos);
  EXPECT_NE(refusal("verify " + model("bouncing_mass") + " " + traces +
                    "bouncing_mass.mrt --endurance 10 --force 5")
                .find("draws the certificate"),
            std::string::npos);
}

}  // namespace
}  // namespace mortise::gen
