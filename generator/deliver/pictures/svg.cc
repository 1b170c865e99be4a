#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>
#include <map>

#include "generator/deliver/pictures/colour_ramp.hpp"
#include "generator/deliver/pictures/layout.hpp"
#include "generator/deliver/pictures/text.hpp"
#include "generator/deliver/pictures/thin_out.hpp"

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
constexpr const char* kPale = "#E2E2E2";  // of cells
constexpr double kSameRow = 1e-3;         // cells this near lie side by side [of a cell]
constexpr double kReferenceWidth = 1.2;   // [px]
// A curve may leave its points by this [px]; of a page it is drawn for whoever zooms.
constexpr double kStraight = 0.06, kStraightOfPages = 0.002, kZoomOfPages = 100.0;
constexpr double kTick = 5.85, kMinorTick = 3.41;           // lengths [px]
constexpr double kNumberAside = 15.0, kNumberBelow = 20.8;  // from the frame to numbers [px]
constexpr double kMiddle = 0.325;    // from the middle of a text to its base line, over its size
constexpr double kOverhang = 1.0;    // lines along the frame are seen [px]
constexpr double kLabelAside = 8.0;  // of a reference line from it [px]

const char* colour_of(int index) {
  return kPalette[static_cast<std::size_t>(index) % kPalette.size()];
}

// "2 10^{-3}" with a raised exponent.
std::string number_markup(const std::string& label) {
  const std::size_t power = label.find("^{");
  if (power == std::string::npos) return label;
  const std::string exponent = label.substr(power + 2, label.size() - power - 3);
  return label.substr(0, power) +
         fmt::format("<tspan font-size=\"{}\" dy=\"-6.5\">{}</tspan>", 0.8 * kTextSize, exponent);
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

class SvgWriter {
 public:
  SvgWriter(const Figure& figure, const FigureLayout& layout, SvgUse use)
      : figure_(figure), layout_(layout), page_(use == SvgUse::page) {}

  std::string write() {
    const double width = layout_.width, height = std::ceil(layout_.height);
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
        "{1}\" font-family=\"sans-serif\" font-size=\"{2}\" fill=\"none\" stroke-linecap=\"round\" "
        "stroke-linejoin=\"round\">\n",
        width, height, kTextSize);
    if (!page_)  // for screen readers; a page has sentences for them
      add("<title>{}</title>\n",
          escaped_markup(figure_.title.empty() ? figure_.panels[0].y.label : figure_.title));
    add("<rect width=\"{}\" height=\"{}\" fill=\"#FFFFFF\"/>\n", width, height);
    for (const PanelLayout& panel : layout_.panels) draw(panel);
    out_ += text_at(place_of(layout_.panels[0].left, layout_.title_at + kMiddle * kTitleSize) +
                        fmt::format(" font-size=\"{}\"", kTitleSize),
                    "start", "#000000", escaped_markup(figure_.title));
    for (const DrawnSeries& entry : layout_.legend) legend(entry);
    return out_ + "</svg>\n";
  }

 private:
  template <class... Parts>
  void add(const char* format, const Parts&... parts) {
    fmt::format_to(std::back_inserter(out_), fmt::runtime(format), parts...);
  }

  // Nothing for an empty text.
  static std::string text_at(const std::string& place, const char* anchor, const char* colour,
                             const std::string& markup) {
    if (markup.empty()) return "";
    return fmt::format("<text {} fill=\"{}\" text-anchor=\"{}\">{}</text>\n", place, colour, anchor,
                       markup);
  }

  // What a page's script finds a part by.
  std::string named(const char* part) const {
    return page_ ? fmt::format(" class=\"{}\"", part) : "";
  }
  std::string numbered(const DrawnSeries& d) const {
    return page_ ? fmt::format(" data-curve=\"{}\"", d.index) : "";
  }
  static std::string ends_of(const AxisLayout& axis) {
    return fmt::format("{:.9g} {:.9g} {}", axis.range.lowest, axis.range.highest,
                       axis.log ? "log" : "linear");
  }

  static std::string place_of(double x, double base_line) {
    return fmt::format("x=\"{:.2f}\" y=\"{:.2f}\"", x, base_line);
  }

  // y: of its middle.
  void text(const std::string& label, double x, double y, const char* anchor,
            const char* colour = kInk) {
    out_ += text_at(place_of(x, y + kMiddle * kTextSize), anchor, colour, escaped_markup(label));
  }

  void upright(const std::string& label, double x, double y, const char* colour) {
    out_ += text_at(fmt::format("transform=\"translate({:.2f},{:.2f}) rotate(-90)\"",
                                x + kMiddle * kTextSize, y),
                    "middle", colour, escaped_markup(label));
  }

  // Calls place(tick, where it stands along the axis [px]).
  template <class Place>
  static void each_tick(const AxisLayout& axis, double length, const Place& place) {
    for (const PlotTick& tick : axis.ticks) {
      place(tick, pixels_along(axis, length, {tick.value})[0], tick.minor ? kMinorTick : kTick);
    }
  }

  void draw(const PanelLayout& panel) {
    const double width = panel.right - panel.left, height = panel.bottom - panel.top;
    const double down = kMiddle * kTextSize, middle = 0.5 * (panel.top + panel.bottom);
    // of two upright axes each wears the colour of its first series
    const char* left = panel.has_right ? side_colour(panel, false) : kInk;
    const char* right = side_colour(panel, true);
    std::string grid, ticks, numbers;
    const auto number = [&](const AxisLayout& axis, const PlotTick& tick, double x, double y,
                            const char* anchor, const char* colour) {
      if (axis.labelled)
        numbers += text_at(place_of(x, y), anchor, colour, number_markup(tick.label));
    };
    each_tick(panel.x, width, [&](const PlotTick& tick, double along, double length) {
      const double x = panel.left + along;
      if (!tick.minor) grid += fmt::format("M{:.2f},{:.2f} V{:.2f} ", x, panel.bottom, panel.top);
      ticks += fmt::format("M{:.2f},{:.2f} v{} ", x, panel.bottom, length);
      number(panel.x, tick, x, panel.bottom + kNumberBelow, "middle", kInk);
    });
    each_tick(panel.y, height, [&](const PlotTick& tick, double along, double length) {
      const double y = panel.bottom - along;
      if (!tick.minor) grid += fmt::format("M{:.2f},{:.2f} H{:.2f} ", panel.left, y, panel.right);
      ticks += fmt::format("M{:.2f},{:.2f} h-{} ", panel.left, y, length);
      number(panel.y, tick, panel.left - kNumberAside, y + down, "end", left);
    });
    each_tick(panel.y2, height, [&](const PlotTick& tick, double along, double length) {
      const double y = panel.bottom - along;
      ticks += fmt::format("M{:.2f},{:.2f} h{} ", panel.right, y, length);
      number(panel.y2, tick, panel.right + kNumberAside, y + down, "start", right);
    });
    if (page_)
      add("<g class=\"panel\" data-box=\"{:.2f} {:.2f} {:.2f} {:.2f}\" data-x=\"{}\" "
          "data-y=\"{}\">\n",
          panel.left, panel.top, panel.right, panel.bottom, ends_of(panel.x), ends_of(panel.y));
    add("<path{} stroke=\"{}\" stroke-width=\"0.6\" d=\"{}\"/>\n", named("grid"), kGrid, grid);
    curves(panel);
    add("<path{} stroke=\"{}\" stroke-width=\"0.9\" d=\"{}M{:.2f},{:.2f} V{:.2f} H{:.2f}",
        named("frame"), kFrame, ticks, panel.left, panel.top, panel.bottom, panel.right);
    if (panel.has_right) add(" V{:.2f}", panel.top);
    out_ += "\"/>\n" + (page_ ? "<g class=\"numbers\">\n" + numbers + "</g>\n" : numbers);
    if (panel.has_bar) colour_bar(panel);
    const PlotPanel& said = *panel.panel;
    if (panel.x.labelled) {
      text(said.x.label, 0.5 * (panel.left + panel.right), panel.x.label_at, "middle");
    }
    if (panel.y.labelled) upright(said.y.label, panel.y.label_at, middle, left);
    if (panel.y2.labelled) upright(said.y2.label, panel.y2.label_at, middle, right);
    text(said.title, panel.left, panel.title_at, "start");
    for (const DrawnSeries& entry : panel.legend) legend(entry);
    for (const PlotSeries& series : said.series) {
      if (series.style == PlotStyle::reference) reference_label(series, panel);
    }
    if (page_) out_ += "</g>\n";
  }

  void colour_bar(const PanelLayout& panel) {
    const double height = panel.bottom - panel.top, left = panel.right + kBarGap;
    const double step = height / kRampLevels, right = left + kBarWidth;
    out_ += "<g shape-rendering=\"crispEdges\">\n";
    for (int level = 0; level < kRampLevels; ++level)
      add("<path fill=\"{}\" d=\"M{:.2f},{:.2f} h{} v{:.2f} h-{}z\"/>\n", ramp_colour(level), left,
          panel.bottom - step * (level + 1), kBarWidth, level > 0 ? step + 0.5 : step, kBarWidth);
    out_ += "</g>\n";
    std::string ticks, numbers;
    each_tick(panel.bar, height, [&](const PlotTick& tick, double along, double length) {
      const double y = panel.bottom - along;
      ticks += fmt::format("M{:.2f},{:.2f} h{} ", right, y, length);
      numbers += text_at(place_of(right + kNumberAside, y + kMiddle * kTextSize), "start", kInk,
                         number_markup(tick.label));
    });
    add("<path stroke=\"{}\" stroke-width=\"0.9\" d=\"{}M{:.2f},{:.2f} h{} V{:.2f} h-{}z\"/>\n",
        kFrame, ticks, left, panel.top, kBarWidth, panel.bottom, kBarWidth);
    out_ += numbers;
    upright(panel.panel->colours->label, panel.bar.label_at, 0.5 * (panel.top + panel.bottom),
            kInk);
  }

  static const char* side_colour(const PanelLayout& panel, bool right) {
    for (const DrawnSeries& d : panel.drawn) {
      if (d.series->right == right && d.series->style != PlotStyle::reference)
        return colour_of(d.colour);
    }
    return kInk;
  }

  // Stroke of a line; colours that come round again are told apart by dashes.
  static std::string stroke(PlotStyle style, double width, int colour) {
    const bool reference = style == PlotStyle::reference;
    if (reference) width = kReferenceWidth;
    std::string look = fmt::format("stroke=\"{}\" stroke-width=\"{}\"",
                                   reference ? kReference : colour_of(colour), width);
    if (reference || style == PlotStyle::dashed || colour >= static_cast<int>(kPalette.size())) {
      look += fmt::format(" stroke-dasharray=\"{:.2f},{:.2f}\"", 3.0 * width, 2.0 * width);
    }
    return look;
  }

  // Filled shapes, a second way to tell series apart: circle, square, triangle up, diamond, down.
  void mark(double x, double y, double width, int colour) {
    static constexpr std::array<const char*, 5> kShapes = {
        "M-1,0 a1,1 0 1 0 2,0 a1,1 0 1 0 -2,0z", "M-1,-1 h2 v2 h-2z", "M0,-1.33 L-1.33,0.67 H1.33z",
        "M0,-1.41 L1.41,0 L0,1.41 L-1.41,0z", "M0,1.33 L-1.33,-0.67 H1.33z"};
    add("<path transform=\"translate({:.2f},{:.2f}) scale({:.2f})\" fill=\"{}\" d=\"{}\"/>\n", x, y,
        1.71 * (1.0 + 0.3 * width), colour_of(colour),
        kShapes[static_cast<std::size_t>(colour) % kShapes.size()]);
  }

  // Lines and bars end at the frame; a mark is drawn whole or not at all.
  void curves(const PanelLayout& panel) {
    const double width = panel.right - panel.left, height = panel.bottom - panel.top;
    add("<svg x=\"{0:.2f}\" y=\"{1:.2f}\" width=\"{2:.2f}\" height=\"{3:.2f}\" viewBox=\"{4} {4} "
        "{2:.2f} {3:.2f}\">\n",
        panel.left - kOverhang, panel.top - kOverhang, width + 2.0 * kOverhang,
        height + 2.0 * kOverhang, -kOverhang);
    if (page_) out_ += "<g class=\"curves\">\n";
    for (const DrawnSeries& d : panel.drawn)
      if (d.series->style != PlotStyle::points) curve(d, panel);
    out_ += page_ ? "</g>\n</svg>\n" : "</svg>\n";
    for (const DrawnSeries& d : panel.drawn) {
      const PlotSeries& series = *d.series;
      if (series.style != PlotStyle::points && series.style != PlotStyle::line_points) continue;
      const std::vector<double> x = pixels_along(panel.x, width, series.x);
      const std::vector<double> y = pixels_along(axis_of_series(series, panel), height, series.y);
      add("<g>{}\n", name_of(series, panel));
      for (std::size_t k = 0; k < x.size(); ++k) {
        const bool inside = x[k] > -kOverhang && x[k] < width + kOverhang && y[k] > -kOverhang &&
                            y[k] < height + kOverhang;
        if (inside) mark(panel.left + x[k], panel.bottom - y[k], series.width, d.colour);
      }
      add("</g>\n");
    }
  }

  static const AxisLayout& axis_of_series(const PlotSeries& series, const PanelLayout& panel) {
    return series.right ? panel.y2 : panel.y;
  }

  // Shown when the mouse rests on the curve.
  static std::string name_of(const PlotSeries& series, const PanelLayout& panel) {
    const std::string& name = series.label.empty()
                                  ? (series.right ? panel.panel->y2 : panel.panel->y).label
                                  : series.label;
    return "<title>" + escaped_markup(name) + "</title>";
  }

  void curve(const DrawnSeries& d, const PanelLayout& panel) {
    const PlotSeries& series = *d.series;
    const double width = panel.right - panel.left, height = panel.bottom - panel.top;
    std::vector<double> x = pixels_along(panel.x, width, series.x);
    std::vector<double> y = pixels_along(axis_of_series(series, panel), height, series.y);
    for (double& value : y) value = height - value;
    if (series.style == PlotStyle::cells) {
      paint_cells(series, panel, d.colour, x, y);
      return;
    }
    std::string path;
    const int digits = page_ ? 3 : 2;
    for (const std::size_t k : drawn_points(series, panel, x, y)) {
      if (path.empty()) {
        path = fmt::format("M{1:.{0}f},{2:.{0}f}", digits, x[k], y[k]);
        if (page_ && x.size() == 1) path += " h0";  // a dot
      } else if (series.style == PlotStyle::steps) {
        path += fmt::format(" V{:.2f} H{:.2f}", y[k], x[k]);
      } else {
        path += fmt::format(" {1:.{0}f},{2:.{0}f}", digits, x[k], y[k]);
      }
    }
    add("<path {}{} d=\"{}\">{}</path>\n", stroke(series.style, series.width, d.colour),
        numbered(d), path, name_of(series, panel));
  }

  static const char* cell_colour(const PlotSeries& series, int colour) {
    return series.cells.pale ? kPale : colour_of(colour);
  }

  // x, y: their middles [px]. Cells of one colour side by side are one rectangle.
  void paint_cells(const PlotSeries& series, const PanelLayout& panel, int colour,
                   const std::vector<double>& x, const std::vector<double>& y) {
    const PlotCells& cells = series.cells;
    const auto pixels = [](const AxisLayout& axis, double length, double size) {
      return size * length / (axis.range.highest - axis.range.lowest);
    };
    const double wide = pixels(panel.x, panel.right - panel.left, cells.width);
    const double high = pixels(panel.y, panel.bottom - panel.top, cells.height);
    const auto level = [&](std::size_t k) {
      if (cells.value.empty()) return 0;
      const ColourScale& scale = *panel.panel->colours;
      return scale.log ? ramp_level(std::log10(cells.value[k]), std::log10(scale.lowest),
                                    std::log10(scale.highest))
                       : ramp_level(cells.value[k], scale.lowest, scale.highest);
    };
    // of a page they are many and small: a little larger they leave no gaps between them
    const double overlap = page_ ? 0.5 : 0.0;
    const int digits = page_ ? 1 : 2;
    std::map<int, std::string> paths;
    for (std::size_t first = 0, k = 1; k <= x.size(); ++k) {
      const bool on = k < x.size() && level(k) == level(first) &&
                      std::abs(y[k] - y[first]) < kSameRow * high &&
                      std::abs(x[k] - x[k - 1] - wide) < kSameRow * wide;
      if (on) continue;
      paths[level(first)] += fmt::format("M{1:.{0}f},{2:.{0}f} H{3:.{0}f} v{4:.{0}f} H{1:.{0}f}z ",
                                         digits, x[first] - 0.5 * wide, y[first] - 0.5 * high,
                                         x[k - 1] + 0.5 * wide + overlap, high + overlap);
      first = k;
    }
    add("<g shape-rendering=\"crispEdges\">{}\n", name_of(series, panel));
    for (const auto& [shade, path] : paths)
      add("<path fill=\"{}\" d=\"{}\"/>\n",
          cells.value.empty() ? cell_colour(series, colour) : ramp_colour(shade), path);
    out_ += "</g>\n";
  }

  // The points of a line that are worth drawing; of a page those that bear being zoomed.
  std::vector<std::size_t> drawn_points(const PlotSeries& series, const PanelLayout& panel,
                                        const std::vector<double>& x,
                                        const std::vector<double>& y) const {
    const double columns = (page_ ? kZoomOfPages : 1.0) * (panel.right - panel.left);
    auto kept = thin_out(series.x, series.y, panel.x.range, panel.x.log, columns);
    if (series.style == PlotStyle::steps) return kept;  // corners are made from every point
    std::vector<double> kept_x, kept_y;
    for (const std::size_t i : kept) {
      kept_x.push_back(x[i]);
      kept_y.push_back(y[i]);
    }
    std::vector<std::size_t> drawn;
    for (const std::size_t i : straighten(kept_x, kept_y, page_ ? kStraightOfPages : kStraight))
      drawn.push_back(kept[i]);
    return drawn;
  }

  void legend(const DrawnSeries& entry) {
    const PlotSeries& series = *entry.series;
    if (page_) add("<g class=\"entry\"{}>\n", numbered(entry));
    if (series.style == PlotStyle::cells) {
      add("<path fill=\"{}\" d=\"M{:.2f},{:.2f} h12 v12 h-12z\"/>\n",
          cell_colour(series, entry.colour), entry.x + kSampleWidth - 12.0, entry.y - 6.0);
    } else if (series.style != PlotStyle::points) {
      add("<path {} d=\"M{:.2f},{:.2f} h{}\"/>\n", stroke(series.style, series.width, entry.colour),
          entry.x, entry.y, kSampleWidth);
    }
    if (series.style == PlotStyle::points || series.style == PlotStyle::line_points) {
      mark(entry.x + 0.5 * kSampleWidth, entry.y, series.width, entry.colour);
    }
    text(series.label, entry.x + kSampleWidth + 7.0, entry.y, "start");
    if (page_) out_ += "</g>\n";
  }

  // Beneath the line, on the side where it is higher.
  void reference_label(const PlotSeries& line, const PanelLayout& panel) {
    const std::size_t last = line.x.size() - 1;
    const bool rises = (line.y[last] >= line.y[0]) == (line.x[last] >= line.x[0]);
    // rising lines: near their low end, where other curves are farthest; falling ones: where there
    // is room on their left
    const double share = rises ? 0.02 : 0.6;
    const auto along = [&](const AxisLayout& axis, double length, double a, double b) {
      const std::vector<double> ends = pixels_along(axis, length, {a, b});
      return ends[0] + share * (ends[1] - ends[0]);
    };
    const double x = panel.left + along(panel.x, panel.right - panel.left, line.x[0], line.x[last]);
    const double y = panel.bottom - along(axis_of_series(line, panel), panel.bottom - panel.top,
                                          line.y[0], line.y[last]);
    text(line.label, x + (rises ? kLabelAside : -kLabelAside), y + kLabelAside,
         rises ? "start" : "end", kReference);
  }

  const Figure& figure_;
  const FigureLayout& layout_;
  const bool page_;
  std::string out_;
};

}  // namespace

std::string svg_document(const Figure& figure, const FigureLayout& layout, SvgUse use) {
  return SvgWriter(figure, layout, use).write();
}

}  // namespace mortise::gen
