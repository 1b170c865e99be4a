// A figure made of panels with curves in them, drawn as SVG. The same figure gives the same bytes.
// One style for all: the caller says what to show, not how.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace mortise::gen {

enum class PlotStyle {
  line,
  dashed,
  points,
  line_points,
  steps,      // a value holds from the x of the point before to its own
  reference,  // thin grey dashes, label beside the line instead of in the legend
  cells,      // maps: a rectangle around every point, see PlotCells
};

// Cells of a series: their size in units of the axes, and what their colours say.
struct PlotCells {
  double width = 0.0, height = 0.0;  // > 0
  std::vector<double> value{};       // one per point, coloured by the panel's scale; empty: all in
                                     // the colour of the series,
  bool pale = false;                 // or in a light grey
};

// Labels are plain UTF-8 on one line; nothing in them is markup.
struct PlotSeries {
  // Same length >= 1, of cells >= 0; finite; positive on logarithmic axes.
  std::vector<double> x, y;
  std::string label{};  // empty: not in the legend
  PlotStyle style = PlotStyle::line;
  bool right = false;           // belongs to the right axis (y2)
  double width = 1.8;           // [px]
  std::optional<int> colour{};  // of the palette, >= 0; default: position within the panel
  PlotCells cells{};
};

struct PlotAxis {
  std::string label;  // quantity and unit, "pressure [GPa]"
  // Default: the range of the data, along y with a margin.
  std::optional<double> lowest{}, highest{};
  bool log = false;
};

// What the colours of cells mean, told by a bar beside the panel.
struct ColourScale {
  std::string label;                   // quantity and unit
  double lowest = 0.0, highest = 1.0;  // lowest < highest
  bool log = false;                    // above zero
};

struct PlotPanel {
  std::string title;  // may be empty
  PlotAxis x, y, y2{};
  std::vector<PlotSeries> series{};      // at least one
  std::optional<ColourScale> colours{};  // where cells have values; not beside a right axis
  bool colour_bar = true;                // false: another panel tells it
};

struct Figure {
  std::string title;              // above all panels, may be empty
  std::vector<PlotPanel> panels;  // at least one, row by row
  int columns = 1;
  double panel_height = 210.0;  // of the plotted area [px]; the figure is 900 px wide
  // All panels have the range of all data along this axis and only the outer ones show numbers.
  bool share_x = false, share_y = false;  // share_y: left and right axes
  // Both axes of every panel have one scale, as on a drawing: the panels are as high as that takes,
  // panel_height does not count. For linear axes.
  bool equal_scale = false;
};

// A line y = y0 (x/x0)^slope from x_first to x_last, for logarithmic axes; all arguments > 0.
PlotSeries reference_slope(double x_first, double x_last, double x0, double y0, double slope,
                           const std::string& label);

// A picture of its own, or a part of a page whose script zooms (report/page/page.js): the same
// drawing, with names for its parts, all samples and places so exact that they bear it.
enum class SvgUse { file, page };

// The SVG document. where: names the figure in errors, usually the file it is meant for.
// Throws Error if the figure is empty or its data are unfit (see above).
std::string render_svg(const Figure& figure, const std::string& where, SvgUse use = SvgUse::file);

// Writes the document into a file, whole or not at all, or to a stream (output_file.hpp). Throws
// Error also if it cannot be written.
void write_svg(const Figure& figure, const std::string& path);

}  // namespace mortise::gen
