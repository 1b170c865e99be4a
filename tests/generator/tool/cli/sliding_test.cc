#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

// Independent prototype.
TEST(AnalyzeEig, ListsTheUnstableModes) {
  const std::string m = model("beam_on_beam");
  const nlohmann::json deformed =
      mortise_json("analyze eig " + m + " --positions 0.02,0.092 --deformed --json");
  ASSERT_EQ(deformed.at("points").size(), 2U);
  EXPECT_EQ(deformed.at("points").at(1).at("position_m"), 0.092);
  EXPECT_GT(deformed.at("points").at(0).at("eigenvalues").size(), 15U);
  ASSERT_EQ(deformed.at("unstable").size(), 2U);
  const nlohmann::json& squeal = deformed.at("unstable").at(0);
  EXPECT_EQ(squeal.at("position_m"), 0.092);
  EXPECT_NEAR(squeal.at("frequency_hz"), 3521.359, 2e-3);
  EXPECT_NEAR(squeal.at("growth_1_s"), 133.164, 2e-3);
  const nlohmann::json flat = mortise_json("analyze eig " + m + " --positions 0.092 --json");
  EXPECT_TRUE(flat.at("unstable").empty());
  const nlohmann::json range =
      mortise_json("analyze eig " + m + " --positions 0.051 --friction-range 0.1,0.3,2 --json");
  ASSERT_EQ(range.at("points").size(), 2U);
  EXPECT_EQ(range.at("unstable").at(0).at("friction"), 0.3);
  EXPECT_NEAR(range.at("unstable").at(0).at("growth_1_s"), 32.917, 2e-3);
}

TEST(AnalyzeFrf, PeaksWhereTheDampedModeIs) {
  const std::string m = model("beam_on_beam") + " --set contact.friction=0.1";
  const auto eigenvalues =
      mortise_json("analyze eig " + m + " --positions 0.03 --json").at("points").at(0);
  const double f = eigenvalues.at("eigenvalues").at(2).at("frequency_hz");
  const std::string range = std::to_string(f - 40) + "," + std::to_string(f + 40) + ",0.5";
  const nlohmann::json frf =
      mortise_json("analyze frf " + m + " --positions 0.03 --frequencies " + range + " --json");
  EXPECT_EQ(frf.at("output"), "tip_acceleration");
  const auto& point = frf.at("points").at(0);
  double best = 0.0, at = 0.0;
  for (std::size_t k = 0; k < frf.at("frequencies_hz").size(); ++k) {
    const double size =
        std::hypot(double(point.at("real").at(k)), double(point.at("imaginary").at(k)));
    if (size > best) at = frf.at("frequencies_hz").at(k);
    best = std::max(best, size);
  }
  EXPECT_NEAR(at, f, 5.0);
}

TEST(AnalyzeStability, MapAndPicture) {
  const std::string picture = scratch("map.svg");
  const nlohmann::json map = mortise_json(
      "analyze stability " + model("beam_on_beam") +
      " --deformed --positions 0.02,0.051,0.092 --friction-range 0.1,0.3,3 --pictures " + picture +
      " --json");
  EXPECT_TRUE(map.at("critical_friction").at(0).is_null());
  EXPECT_EQ(map.at("critical_friction").at(2), 0.1);
  EXPECT_NEAR(map.at("worst_growth_1_s").at(2).at(1), 56.422, 2e-3);
  EXPECT_NE(content(picture).find("kHz"), std::string::npos);
}

TEST(AnalyzeSliding, RefusesWhatCannotBe) {
  const std::string m = model("beam_on_beam");
  EXPECT_EQ(mortise("analyze eig " + m).code, 2);
  EXPECT_EQ(mortise("analyze eig " + m + " --positions 0.05 --turning-force").code, 2);
  EXPECT_EQ(mortise("analyze frf " + m + " --positions 0.05 --frequencies 10,5,1").code, 2);
  const CommandResult off = mortise("analyze eig " + m + " --positions 0.2");
  EXPECT_EQ(off.code, 1);
  EXPECT_NE(off.err.find("left its target"), std::string::npos) << off.err;
  const CommandResult none = mortise("analyze stability " + model("two_cantilevers"));
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.err.find("contact.kind is not sliding"), std::string::npos) << none.err;
  const CommandResult unknown = mortise(
      "analyze frf " + m + " --positions 0.05 --frequencies 5,10,1 --output tip_acceleratio");
  EXPECT_NE(unknown.err.find("tip_acceleration"), std::string::npos) << unknown.err;
}

}  // namespace
}  // namespace mortise::gen
