#include "generator/deliver/pictures/figure.hpp"

#include <fmt/format.h>

#include <cmath>

#include "generator/deliver/pictures/layout.hpp"
#include "generator/deliver/pictures/text.hpp"
#include "generator/ground/files/output_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

// Refuses figures that do not keep what figure.hpp demands.
class FigureCheck {
 public:
  FigureCheck(const Figure& figure, const std::string& where) : figure_(figure), where_(where) {}

  void run() const {
    keep(!figure_.panels.empty(), "the figure has no panels", "give it data to show");
    keep(figure_.columns >= 1, "a figure needs at least one column", "set columns >= 1");
    keep(figure_.panel_height > 0.0 && figure_.panel_height <= 5000.0,
         "the panel height is not between 0 and 5000 px", "set a usual one, e.g. 210");
    text(figure_.title);
    for (const PlotPanel& panel : figure_.panels) check(panel);
  }

 private:
  void keep(bool holds, const std::string& what, const std::string& remedy) const {
    demand(holds, where_, what, remedy);
  }

  void text(const std::string& label) const {
    keep(is_plain_line(label),
         "the label \"" + printable(label) + "\" is not one line of UTF-8 text",
         "remove its control characters and save it as UTF-8");
  }

  void check(const PlotAxis& axis) const {
    text(axis.label);
    const std::string name = "the axis \"" + axis.label + "\"";
    for (const auto& limit : {axis.lowest, axis.highest})
      if (limit)
        keep(std::isfinite(*limit) && (!axis.log || *limit > 0.0),
             name + " ends at " + number_text(*limit),
             "axes end at finite numbers, logarithmic ones at positive numbers");
    if (axis.lowest && axis.highest)
      keep(
          *axis.lowest < *axis.highest,
          name + " reaches from " + number_text(*axis.lowest) + " to " + number_text(*axis.highest),
          "let the lowest value be below the highest");
  }

  void check(const PlotPanel& panel) const {
    text(panel.title);
    for (const PlotAxis* axis : {&panel.x, &panel.y, &panel.y2}) check(*axis);
    if (panel.colours) {
      text(panel.colours->label);
      const double span = panel.colours->highest - panel.colours->lowest;
      keep(
          span > 0.0 && std::isfinite(span) && (!panel.colours->log || panel.colours->lowest > 0.0),
          "the colour scale \"" + panel.colours->label + "\" has no range",
          "let the lowest value be below the highest, of logarithmic ones above zero");
      keep(!has_right_axis(panel), "a colour bar stands where the right axis is",
           "use one of them in a panel");
    }
    keep(!panel.series.empty(), "the panel \"" + panel.title + "\" shows nothing",
         "give it at least one series");
    for (const PlotSeries& series : panel.series) {
      text(series.label);
      const std::string name = "the series \"" + series.label + "\"";
      const bool none = series.x.empty() && series.style != PlotStyle::cells;
      keep(!none && series.x.size() == series.y.size(),
           fmt::format("{} has {} x and {} y values", name, series.x.size(), series.y.size()),
           "give it as many x as y values, at least one");
      keep(series.width > 0.0 && series.width <= 100.0 && series.colour.value_or(0) >= 0,
           name + " has no usable width or colour", "use widths from 0 to 100 px, colours >= 0");
      if (series.style == PlotStyle::cells) cells(name, series, panel);
      values(name, "x", series.x, panel.x.log);
      values(name, "y", series.y, (series.right ? panel.y2 : panel.y).log);
    }
  }

  void cells(const std::string& name, const PlotSeries& series, const PlotPanel& panel) const {
    const PlotCells& c = series.cells;
    keep(c.width > 0.0 && c.height > 0.0 && std::isfinite(c.width + c.height),
         name + " has cells without a size", "give their width and height");
    keep(!panel.x.log && !panel.y.log && !series.right,
         name + " has cells on an axis that is no map's", "use linear axes, y on the left");
    if (c.value.empty()) return;
    keep(c.value.size() == series.x.size() && panel.colours,
         fmt::format("{} has {} cells and {} values{}", name, series.x.size(), c.value.size(),
                     panel.colours ? "" : " without a colour scale"),
         "give every cell a value and the panel a colour scale");
    values(name, "value", c.value, panel.colours->log);
  }

  void values(const std::string& name, const char* side, const std::vector<double>& data,
              bool log) const {
    for (std::size_t i = 0; i < data.size(); ++i) {
      const bool finite = std::isfinite(data[i]);
      if (finite && (!log || data[i] > 0.0)) continue;
      keep(false, fmt::format("{} has {}[{}] = {}", name, side, i, number_text(data[i])),
           finite ? "show only positive values on a logarithmic axis"
                  : "find out where the computation left the finite numbers");
    }
  }

  const Figure& figure_;
  const std::string& where_;
};

}  // namespace

PlotSeries reference_slope(double x_first, double x_last, double x0, double y0, double slope,
                           const std::string& label) {
  const auto at = [&](double x) { return y0 * std::pow(x / x0, slope); };
  return {{x_first, x_last}, {at(x_first), at(x_last)}, label, PlotStyle::reference};
}

std::string render_svg(const Figure& figure, const std::string& where, SvgUse use) {
  FigureCheck(figure, where).run();
  return svg_document(figure, lay_out(figure, where), use);
}

void write_svg(const Figure& figure, const std::string& path) {
  const std::string svg = render_svg(figure, path);
  write_output(path, OutputKind::picture, svg.data(), svg.size());
}

}  // namespace mortise::gen
