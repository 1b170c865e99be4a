#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "generator/deliver/report/report_page.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kHostile = "</script><script>alert('1')</script><b onclick=\"x\">&\x01\xFF";

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size())
    ++found;
  return found;
}

// What the script of the page draws from.
nlohmann::json data_of(const std::string& html) {
  const std::string head = "id=\"report-data\">";
  const std::size_t start = html.find(head) + head.size();
  return nlohmann::json::parse(html.substr(start, html.find("</script>", start) - start));
}

ReportCurve wave(const std::string& label, std::size_t samples) {
  ReportCurve curve{label, {}, {}};
  for (std::size_t k = 0; k < samples; ++k) {
    curve.x.push_back(1e-5 * static_cast<double>(k));
    curve.y.push_back(std::sin(0.01 * static_cast<double>(k)));
  }
  return curve;
}

ReportPage page_with(ReportBlock block) {
  return {"model", "", {{"runs", "Runs", {std::move(block)}}}};
}

TEST(ReportHtml, HoldsNothingButItself) {
  const std::string html = report_html(page_with(ReportChart{"a", "b", "x", "y", {wave("c", 50)}}));
  for (const char* outside :
       {"src=\"http", "href=\"http", "url(http", "@import", "sourceMappingURL"})
    EXPECT_EQ(count(html, outside), 0u) << outside;
  EXPECT_EQ(count(html, "default-src 'none'"), 1u);
  for (const char* part : {"{{name}}", "{{body}}", "{{data}}", "{{script}}", "{{style}}"})
    EXPECT_EQ(count(html, part), 0u) << part;
}

TEST(ReportHtml, TakesNoTextForMarkup) {
  ReportPage page{kHostile, kHostile, {}};
  ReportMap map{kHostile, kHostile, kHostile, kHostile, kHostile};
  map.values = Matrix::Random(2, 3);
  ReportMotion motion{kHostile, kHostile, {Vector3::Zero()}, {}, {{kHostile, {Vector3::Ones()}}}};
  page.sections.push_back(
      {"a",
       kHostile,
       {ReportText{kHostile}, ReportHeading{kHostile},
        ReportTable{kHostile, {kHostile}, {{kHostile}}},
        ReportChart{kHostile, kHostile, kHostile, kHostile, {wave(kHostile, 9)}}, std::move(map),
        std::move(motion)}});
  page.sections.push_back({"b", "left out", {}, kHostile});
  const std::string html = report_html(page);
  const std::size_t scripts = count(report_html({"plain", "", {}}), "<script");
  EXPECT_EQ(count(html, "<script"), scripts);
  EXPECT_EQ(count(html, "</script"), scripts);
  EXPECT_EQ(count(html, "<b onclick"), 0u);
  EXPECT_EQ(count(html, "\x01"), 0u);
  EXPECT_EQ(count(html, "\xFF"), 0u);
  EXPECT_EQ(data_of(html).at("maps").size(), 1u);
}

TEST(ReportHtml, KeepsThePeaksOfThinnedCurves) {
  ReportCurve curve = wave("long", 400000);
  curve.y[123457] = 7.5;
  curve.y[300001] = -8.5;
  const std::string html = report_html(page_with(ReportChart{"t", "s", "x", "y", {curve}}));
  EXPECT_LT(html.size(), kReportBytes);
  EXPECT_NE(html.find(" of 400000 samples"), std::string::npos);
  if (!has_plot_library()) GTEST_SKIP() << "curves are drawings";
  const nlohmann::json drawn = data_of(html).at("charts").at(0).at("curves").at(0);
  EXPECT_LE(drawn.at("x").size(), 6001u);
  EXPECT_EQ(drawn.at("x").size(), drawn.at("y").size());
  const auto y = drawn.at("y").get<std::vector<double>>();
  EXPECT_DOUBLE_EQ(*std::max_element(y.begin(), y.end()), 7.5);
  EXPECT_DOUBLE_EQ(*std::min_element(y.begin(), y.end()), -8.5);
}

TEST(ReportHtml, ManyCurvesStayBelowTheSize) {
  ReportPage page{"many", "", {{"runs", "Runs", {}}}};
  for (int k = 0; k < 60; ++k)
    page.sections[0].blocks.push_back(
        ReportChart{"t", "s", "x", "y", {wave("a", 20000), wave("b", 20000)}});
  EXPECT_LT(report_html(page).size(), 5'000'000u);
}

TEST(ReportHtml, SaysInWordsWhatItShows) {
  const std::string html = report_html(
      page_with(ReportChart{"Drop", "height from 0 to 1 m", "x", "y", {wave("h", 30)}}));
  EXPECT_NE(html.find("<figcaption id=\"f1\"><b>Drop.</b> height from 0 to 1 m.</figcaption>"),
            std::string::npos);
  EXPECT_NE(html.find("aria-labelledby=\"f1\""), std::string::npos);
  if (has_plot_library()) {
    EXPECT_NE(html.find("aria-label=\"Drop: height from 0 to 1 m\""), std::string::npos);
  }
}

TEST(ReportHtml, LogarithmicAxesShowPositiveNumbersAlone) {
  ReportChart chart{"t", "s", "x", "y", {{"a", {0.0, 1.0, 2.0, 3.0}, {1.0, -1.0, 5.0, NAN}}}};
  chart.log_x = chart.log_y = true;
  const std::string html = report_html(page_with(chart));
  if (has_plot_library()) {
    EXPECT_EQ(data_of(html).at("charts").at(0).at("curves").at(0).at("x"),
              nlohmann::json::array({2.0}));
  }
  chart.curves[0].y = {-1.0, -1.0, -1.0, -1.0};
  EXPECT_NE(report_html(page_with(chart)).find("No number of it can be drawn."), std::string::npos);
}

TEST(ReportHtml, MapsTellTheirNumbersInParts) {
  ReportMap map{"t", "s", "x", "y", "v"};
  map.values.resize(1, 3);
  map.values << 1.0, NAN, 3.0;
  const nlohmann::json data = data_of(report_html(page_with(map)));
  EXPECT_EQ(data.at("maps").at(0).at("rows"), nlohmann::json::parse("[[0,-1,999]]"));
  EXPECT_EQ(data.at("maps").at(0).at("ends"), nlohmann::json::parse("[1.0,3.0]"));
}

TEST(ReportHtml, IsTheSameForTheSamePage) {
  const auto make = [] {
    return report_html(page_with(ReportChart{"t", "s", "x", "y", {wave("a", 5000)}}));
  };
  EXPECT_EQ(make(), make());
}

}  // namespace
}  // namespace mortise::gen
