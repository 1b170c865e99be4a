#include "generator/plot/script.hpp"

#include <array>
#include <cmath>

#include "generator/plot/text.hpp"
#include "generator/plot/thin_out.hpp"

namespace mortise::gen {
namespace {

// Okabe and Ito's colours, which readers with any colour vision tell apart; without the yellow,
// which is too pale for lines.
constexpr std::array<const char*, 7> kPalette = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                 "#E69F00", "#56B4E9", "#000000"};
constexpr const char* kInk = "#333333";
constexpr const char* kFrame = "#666666";
constexpr const char* kGrid = "#DDDDDD";
constexpr const char* kReference = "#8C8C8C";
constexpr const char* kDashes = "(6,4)";
constexpr double kStraight = 0.06;  // a curve may leave its points by this much [px]

// Nothing is interpreted between single quotes. An apostrophe becomes the typographic one: in a
// multiplot gnuplot 5.4 misreads doubled ones.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("\xE2\x80\x99") : std::string(1, c);
  return result + "'";
}

std::string colour_of(int index) {
  return kPalette[static_cast<std::size_t>(index) % kPalette.size()];
}

// Colours that come round again are told apart by dashes.
bool is_dashed(const PlotSeries& series, int colour) {
  return series.style == PlotStyle::dashed || colour >= static_cast<int>(kPalette.size());
}

// Where values stand along an axis [px].
std::vector<double> pixels_along(const AxisLayout& axis, double length,
                                 const std::vector<double>& values) {
  const auto along = [&](double value) { return axis.log ? std::log10(value) : value; };
  const double start = along(axis.range.lowest);
  const double per_unit = length / (along(axis.range.highest) - start);
  std::vector<double> pixels;
  pixels.reserve(values.size());
  for (const double value : values) pixels.push_back((along(value) - start) * per_unit);
  return pixels;
}

// The points of a line that are worth drawing.
std::vector<std::size_t> drawn_points(const PlotSeries& series, const PanelLayout& panel) {
  const double width = panel.right - panel.left, height = panel.bottom - panel.top;
  auto kept = thin_out(series.x, series.y, panel.x.range, panel.x.log, width);
  if (series.style == PlotStyle::steps) return kept;  // corners are made from every point
  std::vector<double> x, y;
  for (const std::size_t i : kept) {
    x.push_back(series.x[i]);
    y.push_back(series.y[i]);
  }
  std::vector<std::size_t> drawn;
  for (const std::size_t i :
       straighten(pixels_along(panel.x, width, x),
                  pixels_along(series.right ? panel.y2 : panel.y, height, y), kStraight)) {
    drawn.push_back(kept[i]);
  }
  return drawn;
}

class ScriptWriter {
 public:
  ScriptWriter(const Figure& figure, const FigureLayout& layout)
      : figure_(figure), layout_(layout) {}

  std::string write() {
    out_ = "set encoding utf8\nset terminal svg size " + number_text(layout_.width) + "," +
           number_text(std::ceil(layout_.height)) + " font 'sans-serif," + number_text(kTextSize) +
           "' enhanced rounded background rgb 'white'\n";
    out_ += "set multiplot\n";
    for (std::size_t i = 0; i < layout_.panels.size(); ++i) panel(i);
    out_ += "unset multiplot\n";
    return std::move(out_);
  }

 private:
  std::string at(double x, double y) const {
    return "screen " + number_text(x / layout_.width, 7) + ",screen " +
           number_text(1.0 - y / std::ceil(layout_.height), 7);
  }

  void label(const std::string& text, double x, double y, const std::string& how,
             const std::string& colour = kInk, const std::string& font = "") {
    if (text.empty()) return;
    out_ += "set label " + quoted(text) + " at " + at(x, y) + " " + how + " noenhanced tc rgb '" +
            colour + "'" + (font.empty() ? "" : " font '" + font + "'") + " front\n";
  }

  void panel(std::size_t index) {
    const PanelLayout& panel = layout_.panels[index];
    out_ += "reset\nset encoding utf8\nunset key\nset clip two\n";
    margin("lmargin", panel.left / layout_.width);
    margin("rmargin", panel.right / layout_.width);
    margin("tmargin", 1.0 - panel.top / std::ceil(layout_.height));
    margin("bmargin", 1.0 - panel.bottom / std::ceil(layout_.height));
    out_ += "set border " + std::string(panel.has_right ? "11" : "3") + " lw 0.9 lc rgb '" +
            kFrame + "'\nset grid xtics ytics lt 1 lw 0.6 lc rgb '" + kGrid + "'\n";
    const std::string right_colour = side_colour(panel, true);
    const std::string left_colour = panel.has_right ? side_colour(panel, false) : kInk;
    axis("x", panel.x, kInk);
    axis("y", panel.y, left_colour);
    if (panel.has_right) axis("y2", panel.y2, right_colour);
    axis_labels(panel, left_colour, right_colour);
    label(panel.panel->title, panel.left, panel.title_at, "left");
    for (const LegendEntry& entry : panel.legend) legend(entry);
    if (index == 0) {
      label(figure_.title, panel.left, layout_.title_at, "left", "black",
            "sans-serif," + number_text(kTitleSize));
      for (const LegendEntry& entry : layout_.legend) legend(entry);
    }
    plot(panel);
  }

  void margin(const char* name, double screen) {
    out_ += std::string("set ") + name + " at screen " + number_text(screen, 7) + "\n";
  }

  // With two upright axes each wears the colour of its first series.
  static std::string side_colour(const PanelLayout& panel, bool right) {
    for (std::size_t i = 0; i < panel.colours.size(); ++i) {
      const PlotSeries& series = panel.panel->series[i];
      if (series.right == right && series.style != PlotStyle::reference) {
        return colour_of(panel.colours[i]);
      }
    }
    return kInk;
  }

  void axis(const std::string& name, const AxisLayout& axis, const std::string& colour) {
    if (axis.log) out_ += "set logscale " + name + " 10\n";
    out_ += "set " + name + "range [" + number_text(axis.range.lowest, 12) + ":" +
            number_text(axis.range.highest, 12) + "]\nset " + name +
            "tics out nomirror scale 0.6,0.35" + (name == "x" ? " offset 0,0.45" : "") +
            " tc rgb '" + colour + "' (";
    for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
      const PlotTick& tick = axis.ticks[i];
      out_ += (i > 0 ? "," : "") + quoted(axis.labelled ? tick.label : "") + " " +
              number_text(tick.value, 12) + (tick.minor ? " 1" : "");
    }
    out_ += ")\n";
  }

  void axis_labels(const PanelLayout& panel, const std::string& left_colour,
                   const std::string& right_colour) {
    const double middle_x = 0.5 * (panel.left + panel.right);
    const double middle_y = 0.5 * (panel.top + panel.bottom);
    if (panel.x.labelled) label(panel.panel->x.label, middle_x, panel.x.label_at, "center");
    const std::string upright = "center rotate by 90";
    if (panel.y.labelled) {
      label(panel.panel->y.label, panel.y.label_at, middle_y, upright, left_colour);
    }
    if (panel.y2.labelled) {
      label(panel.panel->y2.label, panel.y2.label_at, middle_y, upright, right_colour);
    }
  }

  static std::string line_look(const PlotSeries& series, int colour) {
    if (series.style == PlotStyle::reference) {
      return std::string(" lw 1.2 lc rgb '") + kReference + "' dt " + kDashes;
    }
    return " lw " + number_text(series.width, 4) + " lc rgb '" + colour_of(colour) + "'" +
           (is_dashed(series, colour) ? std::string(" dt ") + kDashes : " dt 1");
  }

  // Filled shapes: a second way to tell series apart.
  static std::string point_look(const PlotSeries& series, int colour) {
    static constexpr std::array<int, 5> kShapes = {7, 5, 9, 13, 11};
    return " pt " + std::to_string(kShapes[static_cast<std::size_t>(colour) % kShapes.size()]) +
           " ps " + number_text(0.35 * (1.0 + 0.3 * series.width), 3);
  }

  void legend(const LegendEntry& entry) {
    const PlotSeries& series = *entry.series;
    const double middle = entry.x + 0.5 * kSampleWidth;
    if (series.style != PlotStyle::points) {
      PlotSeries sample;  // a bar shows as a thick line
      sample.style = series.style;
      sample.width = series.style == PlotStyle::bars ? 8.0 : series.width;
      out_ += "set arrow from " + at(entry.x, entry.y) + " to " +
              at(entry.x + kSampleWidth, entry.y) + " nohead" + line_look(sample, entry.colour) +
              "\n";
    }
    if (series.style == PlotStyle::points || series.style == PlotStyle::line_points) {
      out_ += "set label '' at " + at(middle, entry.y) + " point lc rgb '" +
              colour_of(entry.colour) + "'" + point_look(series, entry.colour) + "\n";
    }
    label(series.label, entry.x + kSampleWidth + 7.0, entry.y, "left");
  }

  // Beneath the line, on the side where it is higher.
  void reference_label(const PlotSeries& line, const PanelLayout& panel) {
    if (line.label.empty()) return;
    const std::size_t last = line.x.size() - 1;
    const bool rises = (line.y[last] >= line.y[0]) == (line.x[last] >= line.x[0]);
    // rising lines: near their low end, where other curves are farthest; falling ones: where there
    // is room on their left
    const double share = rises ? 0.02 : 0.6;
    const auto along = [share](double a, double b, bool log) {
      return log ? a * std::pow(b / a, share) : a + share * (b - a);
    };
    const double x = along(line.x[0], line.x[last], panel.x.log);
    const double y = along(line.y[0], line.y[last], (line.right ? panel.y2 : panel.y).log);
    out_ += "set label " + quoted(line.label) + " at first " + number_text(x) + "," +
            (line.right ? "second " : "first ") + number_text(y) + (rises ? " left" : " right") +
            " offset screen " + number_text((rises ? 8.0 : -8.0) / layout_.width, 5) + ",screen " +
            number_text(-8.0 / layout_.height, 5) + " noenhanced tc rgb '" + kReference + "'\n";
  }

  void plot(const PanelLayout& panel) {
    std::string command;
    for (std::size_t i = 0; i < panel.colours.size(); ++i) {
      const PlotSeries& series = panel.panel->series[i];
      if (series.style == PlotStyle::reference) reference_label(series, panel);
      command += (i > 0 ? ", " : "plot ") + data(series, panel) + " using 1:2 axes x1y" +
                 (series.right ? "2" : "1") + drawing(series, panel.colours[i]) + " title " +
                 quoted(series.label.empty() ? axis_name(panel, series) : series.label) +
                 " noenhanced";  // shown when the mouse rests on the curve
    }
    out_ += command + "\n";
  }

  static const std::string& axis_name(const PanelLayout& panel, const PlotSeries& series) {
    return (series.right ? panel.panel->y2 : panel.panel->y).label;
  }

  static std::string drawing(const PlotSeries& series, int colour) {
    const std::string line = line_look(series, colour);
    switch (series.style) {
      case PlotStyle::points:
        return " with points lc rgb '" + colour_of(colour) + "'" + point_look(series, colour);
      case PlotStyle::line_points:
        return " with linespoints" + line + point_look(series, colour);
      case PlotStyle::steps:
        return " with fsteps" + line;
      case PlotStyle::bars:
        return " with boxes fill solid 0.75 noborder lc rgb '" + colour_of(colour) + "'";
      case PlotStyle::line:
      case PlotStyle::dashed:
      case PlotStyle::reference:
        break;
    }
    return " with lines" + line;
  }

  // Writes the points into a data block and returns its name.
  std::string data(const PlotSeries& series, const PanelLayout& panel) {
    std::string name = "$d" + std::to_string(blocks_++);
    out_ += name + " << EOD\n";
    const auto point = [&](std::size_t i) {
      out_ += number_text(series.x[i], 10) + " " + number_text(series.y[i], 10) + "\n";
    };
    if (series.style == PlotStyle::points || series.style == PlotStyle::line_points ||
        series.style == PlotStyle::bars) {
      for (std::size_t i = 0; i < series.x.size(); ++i) point(i);
    } else {
      for (const std::size_t i : drawn_points(series, panel)) point(i);
    }
    out_ += "EOD\n";
    return name;
  }

  const Figure& figure_;
  const FigureLayout& layout_;
  std::string out_;
  int blocks_ = 0;
};

}  // namespace

std::string gnuplot_script(const Figure& figure, const FigureLayout& layout) {
  return ScriptWriter(figure, layout).write();
}

}  // namespace mortise::gen
