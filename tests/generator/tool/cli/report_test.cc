// `mortise report`: which sections the pages of all kinds of models have.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

// Left out or not, by the id of the section.
std::map<std::string, std::string> sections_of(const nlohmann::json& result) {
  std::map<std::string, std::string> left_out;
  for (const nlohmann::json& s : result.at("sections"))
    left_out[s.at("section").get<std::string>()] = s.at("left_out").get<std::string>();
  return left_out;
}

std::string shipped(const std::string& name) {
  return MORTISE_TEST_DATA "/traces/" + name + ".mrt";
}

TEST(Report, HasEverySectionOrSaysWhyNot) {
  const std::map<std::string, std::vector<std::string>> lacking = {
      {"bouncing_mass", {"film", "backbones", "shapes", "full", "singular-values", "times"}},
      {"line_shock_reduced",
       {"contact", "backbones", "shapes", "full", "singular-values", "times", "frequencies"}},
      {"two_cantilevers",
       {"film", "backbones", "shapes", "full", "singular-values", "times", "certificate"}},
      {"frame", {"film", "backbones", "shapes", "full", "singular-values", "times", "trust"}}};
  for (const auto& [name, missing] : lacking) {
    const std::string page = scratch(name + ".html");
    const auto result = mortise_json("report " + shipped(name) + " --no-timing -o " + page);
    EXPECT_LT(result.at("bytes").get<std::size_t>(), 5'000'000u) << name;
    const std::string html = content(page);
    EXPECT_EQ(html.size(), result.at("bytes").get<std::size_t>()) << name;
    const auto sections = sections_of(result);
    EXPECT_EQ(sections.size(), 15u) << name;
    for (const auto& [section, why] : sections) {
      const bool expected = std::count(missing.begin(), missing.end(), section) > 0;
      EXPECT_EQ(!why.empty(), expected) << name << " " << section << " " << why;
      EXPECT_NE(html.find("<h2 id=\"" + section + "\">"), std::string::npos) << section;
      EXPECT_NE(html.find("<a href=\"#" + section + "\">"), std::string::npos) << section;
    }
  }
}

TEST(Report, OldFilesHaveOneToo) {
  for (const auto& file : std::filesystem::directory_iterator(MORTISE_TEST_DATA "/schema_1_0")) {
    if (file.path().extension() != ".mrt") continue;
    EXPECT_EQ(mortise("report " + file.path().string() + " -o " + scratch("old.html")).code, 0)
        << file.path();
  }
}

TEST(Report, SameModelSameBytesWithoutTiming) {
  const std::string a = scratch("a.html"), b = scratch("b.html");
  const std::string command = "report " + shipped("modal") + " --no-timing -o ";
  ASSERT_EQ(mortise(command + a).code, 0);
  ASSERT_EQ(mortise(command + b).code, 0);
  EXPECT_EQ(content(a), content(b));
  EXPECT_FALSE(content(a).empty());
}

TEST(Report, TimesStepsAgainstTheirDeadline) {
  const std::string page = scratch("timed.html");
  const auto result = mortise_json("report " + shipped("modal") + " -o " + page);
  EXPECT_EQ(sections_of(result).at("times"), "");
  EXPECT_NE(content(page).find("deadline: the step itself"), std::string::npos);
}

TEST(Report, TheDefinitionAddsShapesAndTheFullModel) {
  const std::string file = scratch("mass.mrt"), page = scratch("mass.html");
  ASSERT_EQ(
      mortise("build " + model("two_masses") + " --uncertified --full-order none -o " + file).code,
      0);
  const auto result = mortise_json("report " + file + " " + model("two_masses") +
                                   " --full-order 200 --no-timing -o " + page);
  const auto sections = sections_of(result);
  EXPECT_EQ(sections.at("shapes"), "");
  EXPECT_EQ(sections.at("full"), "");
  EXPECT_NE(sections.at("singular-values"), "");
  const std::string html = content(page);
  EXPECT_NE(html.find("reduced and full"), std::string::npos);
  EXPECT_NE(html.find("<div class=\"motion-area\" data-number=\"0\""), std::string::npos);
  EXPECT_NE(html.find("The full model ran through the first"), std::string::npos);
}

TEST(Report, WhatADefinitionSaysIsNoMarkup) {
  const std::string file = scratch("evil.mrt"), page = scratch("evil.html");
  ASSERT_EQ(mortise("build " + model("modal") +
                    " --uncertified --set 'description=\"</script><img src=x onerror=alert(1)>\"' "
                    "-o " +
                    file)
                .code,
            0);
  ASSERT_EQ(mortise("report " + file + " --no-timing -o " + page).code, 0);
  const std::string html = content(page);
  EXPECT_EQ(html.find("<img"), std::string::npos);
  EXPECT_NE(html.find("&lt;img src=x"), std::string::npos);
}

TEST(Report, RefusesWhatItCannotMean) {
  const std::string to = " -o " + scratch("x.html");
  EXPECT_EQ(mortise("report " + shipped("modal")).code, 2);
  EXPECT_EQ(mortise("report " + shipped("modal") + " -o " + scratch("x.csv")).code, 2);
  EXPECT_EQ(mortise("report " + shipped("modal") + " --cache c" + to).code, 2);
  EXPECT_EQ(mortise("report " + shipped("modal") + " --scenario none" + to).code, 1);
  EXPECT_EQ(mortise("report " + shipped("sphere_impact") + " " + model("beam_wall") + to).code, 1);
}

}  // namespace
}  // namespace mortise::gen
