#include "generator/deliver/pictures/figure.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>

#include "generator/deliver/pictures/thin_out.hpp"
#include "tests/generator/deliver/pictures/scratch.hpp"

namespace mortise::gen {
namespace {

Figure decay_figure() {
  PlotSeries curve;
  for (int i = 0; i <= 50; ++i) {
    curve.x.push_back(0.1 * i);
    curve.y.push_back(std::exp(-0.1 * i));
  }
  curve.label = "decay";
  PlotPanel panel;
  panel.title = "one panel";
  panel.x.label = "time [s]";
  panel.y.label = "amplitude [mm]";
  panel.series = {curve};
  Figure figure;
  figure.title = "a figure";
  figure.panels = {panel};
  return figure;
}

TEST(Figure, IsAWellFormedSvgThatHoldsItsLabels) {
  const std::string path = fresh_folder() + "/decay.svg";
  write_svg(decay_figure(), path);
  EXPECT_TRUE(is_svg(path));
  for (const char* label : {"a figure", "one panel", "time [s]", "amplitude [mm]", "decay"}) {
    EXPECT_TRUE(contains(content(path), label)) << label;
  }
}

TEST(Figure, IsTheSameFromRunToRun) {
  const Figure figure = decay_figure();
  EXPECT_EQ(render_svg(figure, "a"), render_svg(figure, "b"));
}

TEST(Figure, DrawsEveryStyleOnBothAxes) {
  Figure figure = decay_figure();
  PlotPanel& panel = figure.panels[0];
  const PlotSeries curve = panel.series[0];
  const PlotStyle styles[] = {PlotStyle::dashed, PlotStyle::points, PlotStyle::line_points,
                              PlotStyle::steps, PlotStyle::reference};
  for (std::size_t i = 0; i < 10; ++i) {
    panel.series.push_back(curve);
    panel.series.back().style = styles[i % 5];
    panel.series.back().right = i >= 5;
    panel.series.back().label = "style " + std::to_string(i);
  }
  panel.y2.label = "right side";
  panel.y2.log = true;
  const std::string path = fresh_folder() + "/styles.svg";
  write_svg(figure, path);
  EXPECT_TRUE(is_svg(path));
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_TRUE(contains(content(path), ">style " + std::to_string(i) + "<")) << i;
  }
  EXPECT_TRUE(contains(content(path), "right side"));
}

// Cells of two rows; neighbours of one shade are one rectangle.
TEST(Figure, DrawsMapsInOneScale) {
  PlotSeries map;
  map.style = PlotStyle::cells;
  map.cells.width = 2.0;
  map.cells.height = 1.0;
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 4; ++i) {
      map.x.push_back(1.0 + 2.0 * i);
      map.y.push_back(0.5 + j);
      map.cells.value.push_back(j == 0 ? 5.0 : 2.5 * i);
    }
  PlotPanel panel{"map", {"x [mm]"}, {"y [mm]"}};
  panel.y.lowest = 0.0;
  panel.y.highest = 2.0;
  panel.series = {map};
  panel.colours = ColourScale{"pressure [MPa]", 0.0, 7.5};
  Figure figure{"a map", {panel}};
  figure.equal_scale = true;
  const std::string path = fresh_folder() + "/map.svg";
  write_svg(figure, path);
  EXPECT_TRUE(is_svg(path));
  const std::string svg = content(path);
  EXPECT_TRUE(contains(svg, "pressure [MPa]"));
  EXPECT_TRUE(contains(svg, "#FFF1B8"));  // the lowest value and the highest
  EXPECT_TRUE(contains(svg, "#23104A"));
  // the plotted area: 8 x 2 in one scale; its clip has one pixel more on every side
  const std::size_t clip = svg.find("<svg x=");
  double x = 0.0, y = 0.0, width = 0.0, height = 0.0;
  ASSERT_EQ(std::sscanf(svg.c_str() + clip, "<svg x=\"%lf\" y=\"%lf\" width=\"%lf\" height=\"%lf\"",
                        &x, &y, &width, &height),
            4);
  EXPECT_NEAR((width - 2.0) / (height - 2.0), 4.0, 1e-3);
  // the lower row is one rectangle over the full width
  const std::string end = " H" + std::to_string(width - 2.0).substr(0, 6);
  EXPECT_TRUE(contains(svg, end)) << end;
}

TEST(Figure, MapsThatHaveNoScaleAreRefused) {
  Figure figure = decay_figure();
  PlotSeries& series = figure.panels[0].series[0];
  series.style = PlotStyle::cells;
  EXPECT_TRUE(contains(refusal([&] { render_svg(figure, "f"); }), "cells without a size"));
  series.cells.width = series.cells.height = 0.1;
  EXPECT_EQ(refusal([&] { render_svg(figure, "f"); }), "");
  series.cells.value.assign(series.x.size(), 1.0);
  EXPECT_TRUE(contains(refusal([&] { render_svg(figure, "f"); }), "without a colour scale"));
  figure.panels[0].colours = ColourScale{"p", 1.0, 1.0};
  EXPECT_TRUE(contains(refusal([&] { render_svg(figure, "f"); }), "has no range"));
  figure.panels[0].colours = ColourScale{"p", 0.0, 1.0};
  EXPECT_EQ(refusal([&] { render_svg(figure, "f"); }), "");
  series.cells.value.pop_back();
  EXPECT_TRUE(contains(refusal([&] { render_svg(figure, "f"); }), "51 cells and 50 values"));
}

TEST(Figure, OfAPageIsTheSameDrawingWithNamesForItsParts) {
  const Figure figure = decay_figure();
  const std::string file = render_svg(figure, "f"), page = render_svg(figure, "f", SvgUse::page);
  for (const char* part :
       {"class=\"panel\" data-box=\"", "data-x=\"0 5 linear\"", "class=\"grid\"", "class=\"frame\"",
        "class=\"numbers\"", "class=\"curves\"", "class=\"entry\" data-curve=\"0\""}) {
    EXPECT_TRUE(contains(page, part)) << part;
    EXPECT_FALSE(contains(file, part)) << part;
  }
  const auto texts = [](const std::string& svg) {
    std::vector<std::string> found;
    for (std::size_t at = 0; (at = svg.find("<text", at)) != std::string::npos; ++at)
      found.push_back(svg.substr(at, svg.find("</text>", at) - at));
    return found;
  };
  EXPECT_EQ(texts(page), texts(file));
}

TEST(Figure, ColoursMayStandForLogarithms) {
  Figure figure = decay_figure();
  PlotPanel& panel = figure.panels[0];
  panel.series[0] = {{0.0, 1.0, 2.0}, {0.0, 0.0, 0.0}, "", PlotStyle::cells};
  panel.series[0].cells = {1.0, 1.0, {1.0, 10.0, 100.0}};
  panel.colours = ColourScale{"gap [m]", 1.0, 100.0, true};
  const std::string log = render_svg(figure, "f");
  panel.series[0].cells.value[1] = 50.5;
  panel.colours->log = false;
  const std::string linear = render_svg(figure, "f");
  const auto cells = [](const std::string& svg) {
    const std::size_t start = svg.find("crispEdges");
    return svg.substr(start, svg.find("</svg>", start) - start);
  };
  EXPECT_EQ(cells(log), cells(linear));  // the middle of either scale
  panel.colours = ColourScale{"gap [m]", 0.0, 100.0, true};
  EXPECT_TRUE(contains(refusal([&] { render_svg(figure, "f"); }), "has no range"));
}

TEST(Figure, TextIsNeverMarkupOrCommand) {
  const std::string folder = fresh_folder(), path = folder + "/text.svg";
  const std::string made = folder + "/made";
  Figure figure = decay_figure();
  figure.title = "a_{b} & <c> it's `touch " + made + "` @x \xC2\xB5m";
  figure.panels[0].series[0].label = "'; system \"touch " + made + "\"; '";
  figure.panels[0].x.label = "\"; system 'touch " + made + "' # \\";
  write_svg(figure, path);
  EXPECT_TRUE(is_svg(path));
  EXPECT_EQ(files_in(folder), std::vector<std::string>{"text.svg"});
  EXPECT_TRUE(contains(content(path), "a_{b} &amp; &lt;c"));
  EXPECT_TRUE(contains(content(path), "it\xE2\x80\x99s `touch"));
}

TEST(Figure, RefusesTextThatIsNotOneLineOfUtf8) {
  for (const std::string text :
       {"two\nlines", "\xFF", "\xC3", "\xC0\xAF", "\xED\xA0\x80", "\xEF\xBF\xBE", "\x7F"}) {
    Figure figure = decay_figure();
    figure.panels[0].title = text;
    EXPECT_TRUE(contains(refusal([&] { render_svg(figure, "f.svg"); }), "UTF-8"));
  }
  Figure figure = decay_figure();
  figure.panels[0].title = "\xC3\xA4 \xE2\x88\x92 \xF0\x9F\x98\x80";
  EXPECT_EQ(refusal([&] { render_svg(figure, "f.svg"); }), "");
}

TEST(Figure, NamesTheValueThatIsNotFinite) {
  const std::string folder = fresh_folder();
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    Figure figure = decay_figure();
    figure.panels[0].series[0].y[7] = bad;
    const std::string message = refusal([&] { write_svg(figure, folder + "/f.svg"); });
    EXPECT_TRUE(contains(message, "f.svg: the series \"decay\" has y[7] = ")) << message;
    figure = decay_figure();
    figure.panels[0].series[0].x[3] = bad;
    EXPECT_TRUE(contains(refusal([&] { render_svg(figure, "f"); }), "x[3]"));
  }
  EXPECT_TRUE(files_in(folder).empty());
}

TEST(Figure, RefusesWhatCannotBeShown) {
  const auto refused = [](const std::function<void(Figure&)>& spoil) {
    Figure figure = decay_figure();
    spoil(figure);
    return refusal([&] { render_svg(figure, "f.svg"); });
  };
  EXPECT_TRUE(contains(refused([](Figure& f) { f.panels.clear(); }), "no panels"));
  EXPECT_TRUE(contains(refused([](Figure& f) { f.panels[0].series.clear(); }), "shows nothing"));
  EXPECT_TRUE(contains(refused([](Figure& f) { f.columns = 0; }), "column"));
  EXPECT_TRUE(contains(refused([](Figure& f) { f.panel_height = std::nan(""); }), "height"));
  EXPECT_TRUE(contains(refused([](Figure& f) { f.panels[0].series[0].x.pop_back(); }), "50 x"));
  EXPECT_TRUE(contains(refused([](Figure& f) { f.panels[0].series[0].width = 0.0; }), "width"));
  EXPECT_TRUE(contains(refused([](Figure& f) { f.panels[0].series[0].colour = -1; }), "colour"));
  EXPECT_TRUE(contains(refused([](Figure& f) { f.panels[0].x.log = true; }), "x[0] = 0"));
  EXPECT_TRUE(contains(refused([](Figure& f) {
                         f.panels[0].y.lowest = 1.0;
                         f.panels[0].y.highest = 1.0;
                       }),
                       "from 1 to 1"));
  EXPECT_TRUE(contains(refused([](Figure& f) { f.panels[0].y.lowest = 5.0; }), "from 5 to"));
}

TEST(Figure, ConstantsAndSinglePointsHaveAnAxisToo) {
  for (const double value : {0.0, 3.0, -2e9, 1e-300}) {
    Figure figure = decay_figure();
    figure.panels[0].series[0].x = {value};
    figure.panels[0].series[0].y = {value};
    EXPECT_EQ(refusal([&] { render_svg(figure, "f.svg"); }), "") << value;
  }
}

TEST(Figure, AFailedPictureLeavesTheOneBefore) {
  const std::string folder = fresh_folder(), path = folder + "/decay.svg";
  write_svg(decay_figure(), path);
  const std::string before = content(path);
  Figure figure = decay_figure();
  figure.title = "another";
  figure.panels[0].series[0].y[7] = std::nan("");
  EXPECT_NE(refusal([&] { write_svg(figure, path); }), "");
  EXPECT_EQ(content(path), before);
  EXPECT_EQ(files_in(folder), std::vector<std::string>{"decay.svg"});
}

TEST(Figure, AFolderThatIsNotThereIsNamed) {
  const std::string message = refusal([] { write_svg(decay_figure(), "/nowhere/f.svg"); });
  EXPECT_TRUE(contains(message, "/nowhere/f.svg: cannot be created")) << message;
}

TEST(Figure, LongRecordsAreThinnedButKeepTheirPeaks) {
  const int n = 200000;
  std::vector<double> x(n), y(n);
  for (int i = 0; i < n; ++i) {
    x[i] = 1e-4 * i;
    y[i] = std::sin(x[i]);
  }
  y[77777] = 5.0;
  y[123456] = -5.0;
  const auto kept = thin_out(x, y, {0.0, x.back()}, false, 400.0);
  EXPECT_LE(kept.size(), 4u * 401u);
  for (const std::size_t i : {0, 77777, 123456, n - 1}) {
    EXPECT_TRUE(std::binary_search(kept.begin(), kept.end(), i)) << i;
  }
  Figure figure = decay_figure();
  figure.panels[0].series[0].x = x;
  figure.panels[0].series[0].y = y;
  EXPECT_LT(render_svg(figure, "f").size(), 150000u);
}

TEST(Figure, ShortRecordsKeepEveryPoint) {
  const std::vector<double> x{1.0, 2.0, 3.0, 1000.0}, y{1.0, 1.0, 2.0, 0.0};
  EXPECT_EQ(thin_out(x, y, {1.0, 1000.0}, true, 100.0).size(), 4u);
}

TEST(Figure, StraightPiecesNeedTheirEndsOnly) {
  std::vector<double> x, y;
  for (int i = 0; i <= 300; ++i) {
    x.push_back(i);
    y.push_back(i <= 100 ? 0.0 : i <= 200 ? 2.0 * (i - 100) : 200.0 + 0.01 * (i % 2));
  }
  EXPECT_EQ(straighten(x, y, 0.05), (std::vector<std::size_t>{0, 100, 200, 300}));
  EXPECT_EQ(straighten({1.0}, {2.0}, 0.05), (std::vector<std::size_t>{0}));
  // back and forth on one line: the turning points stay
  EXPECT_EQ(straighten({0.0, 5.0, -3.0, 1.0}, {0.0, 0.0, 0.0, 0.0}, 0.05).size(), 4u);
}

TEST(Figure, StraightenedCurvesStayWithinTheTolerance) {
  std::vector<double> x, y;
  for (int i = 0; i <= 2000; ++i) {
    x.push_back(0.2 * i);
    y.push_back(100.0 * std::sin(0.03 * x.back()));
  }
  const auto kept = straighten(x, y, 0.1);
  EXPECT_LT(kept.size(), 120u);
  double worst = 0.0;
  for (std::size_t k = 1; k < kept.size(); ++k) {
    const std::size_t a = kept[k - 1], b = kept[k];
    const double slope = (y[b] - y[a]) / (x[b] - x[a]);
    for (std::size_t i = a; i <= b; ++i) {
      const double off = std::fabs(y[i] - y[a] - slope * (x[i] - x[a]));
      worst = std::max(worst, off / std::hypot(1.0, slope));
    }
  }
  EXPECT_LE(worst, 0.1 + 1e-12);
}

TEST(Figure, AReferenceSlopeHasItsSlope) {
  const PlotSeries line = reference_slope(1e-8, 1e-6, 1e-7, 3e-4, 2.0, "order 2");
  EXPECT_NEAR(line.y[0], 3e-6, 1e-18);
  EXPECT_NEAR(line.y[1], 3e-2, 1e-14);
  EXPECT_EQ(line.style, PlotStyle::reference);
}

}  // namespace
}  // namespace mortise::gen
