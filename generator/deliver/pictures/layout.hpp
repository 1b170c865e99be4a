// Where everything in a figure stands, in pixels from its upper left corner.
#pragma once

#include <string>
#include <vector>

#include "generator/deliver/pictures/axes.hpp"
#include "generator/deliver/pictures/figure.hpp"

namespace mortise::gen {

constexpr double kTextSize = 13.0;                  // [px]
constexpr double kTitleSize = 15.0;                 // [px]
constexpr double kSampleWidth = 26.0;               // of the line in the legend [px]
constexpr double kBarGap = 12.0, kBarWidth = 12.0;  // of colour bars, beside their panel [px]

struct AxisLayout {
  AxisRange range;
  bool log = false;
  bool labelled = true;  // numbers and the label are shown
  std::vector<PlotTick> ticks;
  double label_at = 0.0;  // x of an upright label, y of a level one: its middle [px]
};

struct DrawnSeries {
  const PlotSeries* series = nullptr;
  int colour = 0;
  std::size_t index = 0;    // of the series in its panel
  double x = 0.0, y = 0.0;  // left end and middle of its entry in a legend [px]
};

struct PanelLayout {
  const PlotPanel* panel = nullptr;
  double left = 0.0, right = 0.0, top = 0.0, bottom = 0.0;  // of the plotted area [px]
  double title_at = 0.0;                                    // y of its middle [px]
  AxisLayout x, y, y2;
  bool has_right = false, has_bar = false;
  AxisLayout bar;  // of the colour bar
  std::vector<DrawnSeries> drawn, legend;
};

struct FigureLayout {
  double width = 0.0, height = 0.0, title_at = 0.0;  // [px]
  std::vector<DrawnSeries> legend;                   // common to all panels
  std::vector<PanelLayout> panels;
};

// figure: checked, must outlive the layout. where: names it in errors, see axis_range().
FigureLayout lay_out(const Figure& figure, const std::string& where);

// The SVG document of a figure so laid out (svg.cc).
std::string svg_document(const Figure& figure, const FigureLayout& layout, SvgUse use);

}  // namespace mortise::gen
