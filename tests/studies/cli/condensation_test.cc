#include <gtest/gtest.h>

#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

const nlohmann::json* case_of(const nlohmann::json& part, const std::string& method, int modes) {
  for (const auto& c : part.at("cases"))
    if (c.at("method") == method && c.at("modes") == modes) return &c;
  return nullptr;
}

TEST(CondensationStudy, TheoryHoldsOnTheRod) {
  const auto result =
      mortise_json("condensation " + model("rod_wall") +
                   " --band-hz 2500 --modes 8,14 --methods craig_bampton,rubin,dual_craig_bampton,"
                   "massless_boundary,auto --direct 2 --json");
  const nlohmann::json& rod = result.at("parts").at(0);
  EXPECT_LT(rod.at("direct_difference"), 1e-4);
  EXPECT_LT(rod.at("reference_remainder"), 1e-3);
  for (const char* method : {"craig_bampton", "rubin"}) {
    const nlohmann::json *few = case_of(rod, method, 8), *more = case_of(rod, method, 14);
    ASSERT_TRUE(few != nullptr && more != nullptr) << method;
    EXPECT_LE(more->at("frequency_error").get<double>(),
              few->at("frequency_error").get<double>() + 1e-9)
        << method;
    EXPECT_GT(more->at("mac"), 0.999) << method;
    EXPECT_GT(more->at("frac"), 0.99) << method;
  }
  EXPECT_LT(case_of(rod, "dual_craig_bampton", 8)->at("frequency_error"), 1e-7);
  const nlohmann::json& chosen = rod.at("cases").back();
  EXPECT_EQ(std::string(chosen.at("method")).rfind("auto: ", 0), 0U);
  for (const char* error : {"frequency_error", "static_error", "response_error"})
    EXPECT_LT(chosen.at(error), 0.0101) << rod.at("choice");
}

TEST(CondensationStudy, SaysWhatItNeeds) {
  EXPECT_NE(mortise("condensation " + model("rod_wall")).err.find("--band-hz"), std::string::npos);
  EXPECT_NE(mortise("condensation " + model("rod_wall") + " --band-hz 1e3 --methods modes")
                .err.find("keeps no interface"),
            std::string::npos);
}

}  // namespace
}  // namespace mortise::gen
