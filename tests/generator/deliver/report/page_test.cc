#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

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

ReportChart wave_chart(std::size_t samples, const std::string& label = "c") {
  ReportChart chart{"Drop", "height from 0 to 1 m", {"", {"time [s]"}, {"height [m]"}}};
  std::vector<double> x, y;
  for (std::size_t k = 0; k < samples; ++k) {
    x.push_back(1e-5 * static_cast<double>(k));
    y.push_back(std::sin(0.01 * static_cast<double>(k)));
  }
  chart.add(label, std::move(x), std::move(y));
  return chart;
}

// Places of a page's first curve: x and y in turn [px].
std::vector<double> places_of(const std::string& html) {
  const std::size_t curve = html.find(" data-curve=\"0\" d=\"M");
  const std::size_t start = html.find(" d=\"M", curve) + 5;
  std::string text = html.substr(start, html.find('"', start) - start);
  std::replace(text.begin(), text.end(), ',', ' ');
  std::istringstream numbers(text);
  return {std::istream_iterator<double>(numbers), {}};
}

ReportPage page_with(ReportBlock block) {
  return {"model", "", {{"runs", "Runs", {std::move(block)}}}};
}

TEST(ReportHtml, HoldsNothingButItself) {
  const std::string html = report_html(page_with(wave_chart(50)));
  for (const char* outside :
       {"src=\"http", "href=\"http", "url(http", "@import", "sourceMappingURL"})
    EXPECT_EQ(count(html, outside), 0u) << outside;
  EXPECT_EQ(count(html, "default-src 'none'"), 1u);
  for (const char* part : {"{{name}}", "{{body}}", "{{data}}", "{{script}}", "{{style}}"})
    EXPECT_EQ(count(html, part), 0u) << part;
}

TEST(ReportHtml, TakesNoTextForMarkup) {
  ReportPage page{kHostile, kHostile, {}};
  ReportChart chart = wave_chart(9, kHostile);
  chart.title = chart.summary = chart.together = kHostile;
  chart.panel.x.label = chart.panel.y.label = kHostile;
  ReportMap map{kHostile, kHostile, kHostile, kHostile, kHostile};
  map.values = Matrix::Random(2, 3);
  ReportMotion motion{kHostile, kHostile, {Vector3::Zero()}, {}, {{kHostile, {Vector3::Ones()}}}};
  page.sections.push_back({"a",
                           kHostile,
                           {ReportText{kHostile}, ReportHeading{kHostile},
                            ReportTable{kHostile, {kHostile}, {{kHostile}}}, std::move(chart),
                            std::move(map), std::move(motion)}});
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
  ReportChart chart = wave_chart(400000);
  std::vector<double>& y = chart.panel.series[0].y;
  y[123457] = 7.5;
  y[300001] = -8.5;
  const std::string html = report_html(page_with(chart));
  EXPECT_LT(html.size(), kReportBytes);
  EXPECT_NE(html.find(" of 400000 samples"), std::string::npos);
  const std::vector<double> places = places_of(html);
  ASSERT_EQ(places.size() % 2, 0u);
  EXPECT_LE(places.size(), 2u * 6001u);
  double highest = 1e9, lowest = -1e9;  // of a drawing, downwards
  for (std::size_t k = 1; k < places.size(); k += 2) {
    highest = std::min(highest, places[k]);
    lowest = std::max(lowest, places[k]);
  }
  // one scale: 16 between the peaks, 7.5 and 8.5 of them on either side of where it starts
  EXPECT_NEAR((places[1] - highest) / (lowest - highest), 7.5 / 16.0, 1e-4);
}

// What lies between two samples is read out of the line: it is true to a fraction of a pixel.
TEST(ReportHtml, CurvesBearZooming) {
  const std::vector<double> places = places_of(report_html(page_with(wave_chart(1000))));
  ASSERT_GT(places.size(), 100u);
  const double width = places[places.size() - 2];
  double low = 1e9, high = -1e9;
  for (std::size_t k = 1; k < places.size(); k += 2) {
    low = std::min(low, places[k]);
    high = std::max(high, places[k]);
  }
  for (std::size_t k = 0; k < places.size(); k += 2) {
    const double wave = std::sin(9.99 * places[k] / width);
    EXPECT_NEAR(0.5 * (low + high) - 0.5 * (high - low) * wave, places[k + 1], 0.01) << k;
  }
}

TEST(ReportHtml, ManyCurvesStayBelowTheSize) {
  ReportPage page{"many", "", {{"runs", "Runs", {}}}};
  ReportChart ragged = wave_chart(20000);
  for (std::size_t k = 0; k < 20000; ++k)
    ragged.panel.series[0].y[k] *= 1.0 + static_cast<double>(k * k % 97);
  ragged.add("b", ragged.panel.series[0].x, ragged.panel.series[0].y);
  page.sections[0].blocks.assign(60, ragged);
  EXPECT_LT(report_html(page).size(), kReportBytes);
}

TEST(ReportHtml, SaysInWordsWhatItShows) {
  const std::string html = report_html(page_with(wave_chart(30)));
  EXPECT_NE(html.find("<figcaption id=\"f1\"><b>Drop.</b> height from 0 to 1 m.</figcaption>"),
            std::string::npos);
  EXPECT_NE(html.find("aria-labelledby=\"f1\""), std::string::npos);
  EXPECT_NE(html.find("aria-label=\"Drop: height from 0 to 1 m\""), std::string::npos);
}

TEST(ReportHtml, LogarithmicAxesShowPositiveNumbersAlone) {
  ReportChart chart = wave_chart(4);
  PlotPanel& panel = chart.panel;
  panel.series[0].x = {0.0, 1.0, 2.0, 3.0};
  panel.series[0].y = {1.0, -1.0, 5.0, NAN};
  panel.x.log = panel.y.log = true;
  EXPECT_EQ(places_of(report_html(page_with(chart))).size(), 2u);
  panel.series[0].y = {-1.0, -1.0, -1.0, -1.0};
  EXPECT_NE(report_html(page_with(chart)).find("No number of it can be drawn."), std::string::npos);
}

TEST(ReportHtml, MapsTellTheirNumbersInParts) {
  ReportMap map{"t", "s", "x", "y", "v"};
  map.values.resize(1, 3);
  map.values << 1.0, NAN, 3.0;
  const std::string html = report_html(page_with(map));
  const nlohmann::json data = data_of(html);
  EXPECT_EQ(data.at("maps").at(0).at("rows"), nlohmann::json::parse("[\"\\u0101\\u0100\\u04e8\"]"));
  EXPECT_EQ(data.at("maps").at(0).at("ends"), nlohmann::json::parse("[1.0,3.0]"));
  EXPECT_NE(html.find("#FFF1B8"), std::string::npos);  // painted in the colours of its ends
  EXPECT_NE(html.find("#23104A"), std::string::npos);
}

TEST(ReportHtml, IsTheSameForTheSamePage) {
  const auto make = [] { return report_html(page_with(wave_chart(5000))); };
  EXPECT_EQ(make(), make());
}

}  // namespace
}  // namespace mortise::gen
