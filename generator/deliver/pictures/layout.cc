#include "generator/deliver/pictures/layout.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "generator/deliver/pictures/text.hpp"

namespace mortise::gen {
namespace {

constexpr double kFigureWidth = 900.0;  // that of a README [px]
// Heights and distances [px].
constexpr double kEdge = 16.0, kTitleRow = 28.0, kPanelTitleRow = 22.0, kLegendRow = 20.0;
constexpr double kTickRow = 22.0, kAxisLabelRow = 20.0, kRowGap = 14.0, kColumnGap = 20.0;
constexpr double kUprightLabel = 24.0, kTickGap = 12.0, kNumberGap = 3.0, kLegendGap = 22.0,
                 kSampleGap = 7.0;
// Room that a number on an axis wants along it [px].
constexpr double kTickRoomX = 58.0, kTickRoomY = 36.0;

double label_width(const PlotTick& tick) {
  std::string text = tick.label;  // without the braces of a power
  text.erase(std::remove_if(text.begin(), text.end(),
                            [](char c) { return c == '{' || c == '}' || c == '^'; }),
             text.end());
  return text_width(text, kTextSize);
}

double widest_label(const AxisLayout& axis) {
  double widest = 0.0;
  for (const PlotTick& tick : axis.ticks) widest = std::max(widest, label_width(tick));
  return widest;
}

std::vector<DrawnSeries> drawn_series(const PlotPanel& panel) {
  std::vector<DrawnSeries> drawn;
  int next = 0;
  for (const PlotSeries& series : panel.series) {
    drawn.push_back({&series, series.colour.value_or(next), drawn.size()});
    if (series.style != PlotStyle::reference) ++next;
  }
  return drawn;
}

std::vector<DrawnSeries> legend_of(std::vector<DrawnSeries> drawn) {
  const auto left_out = [](const DrawnSeries& d) {
    return d.series->label.empty() || d.series->style == PlotStyle::reference;
  };
  drawn.erase(std::remove_if(drawn.begin(), drawn.end(), left_out), drawn.end());
  return drawn;
}

bool same_legend(const std::vector<DrawnSeries>& a, const std::vector<DrawnSeries>& b) {
  const auto key = [](const DrawnSeries& entry) {
    return std::make_tuple(entry.series->label, entry.series->style, entry.series->width,
                           entry.colour, entry.series->cells.pale);
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](const DrawnSeries& x, const DrawnSeries& y) { return key(x) == key(y); });
}

// Lines the entries up from `left`, in rows below `top` that end at `right`. Returns their height.
double place_legend(std::vector<DrawnSeries>* legend, double left, double right, double top) {
  double x = left, y = top;
  for (DrawnSeries& entry : *legend) {
    const double width =
        kSampleWidth + kSampleGap + text_width(entry.series->label, kTextSize) + kLegendGap;
    if (x > left && x + width - kLegendGap > right) {
      x = left;
      y += kLegendRow;
    }
    entry.x = x;
    entry.y = y + 0.5 * kLegendRow;
    x += width;
  }
  return legend->empty() ? 0.0 : y + kLegendRow - top;
}

class LayoutBuilder {
 public:
  LayoutBuilder(const Figure& figure, const std::string& where)
      : figure_(figure),
        where_(where),
        height_(figure.panel_height),
        columns_(std::min(static_cast<std::size_t>(figure.columns), figure.panels.size())) {}

  FigureLayout build() {
    layout_.width = kFigureWidth;
    make_axes();
    place_columns();
    place_rows();
    return std::move(layout_);
  }

 private:
  std::size_t rows() const { return (layout_.panels.size() + columns_ - 1) / columns_; }
  PanelLayout& at(std::size_t i) { return layout_.panels[i]; }
  bool in_last_row(std::size_t i) const { return i + columns_ >= layout_.panels.size(); }

  AxisLayout make_axis(const PlotPanel& panel, AxisSide side, bool shared) {
    std::vector<const PlotPanel*> panels{&panel};
    if (shared) {
      panels.clear();
      for (const PlotPanel& each : figure_.panels) panels.push_back(&each);
    }
    AxisLayout axis;
    axis.range = axis_range(panels, side, where_);
    axis.log = axis_of(*panels.front(), side).log;
    return axis;
  }

  static void add_ticks(AxisLayout* axis, double length, double room) {
    const int most = static_cast<int>(length / room);
    axis->ticks =
        (axis->log ? log_ticks : linear_ticks)(axis->range.lowest, axis->range.highest, most);
  }

  void make_axes() {
    layout_.panels.resize(figure_.panels.size());
    for (std::size_t i = 0; i < layout_.panels.size(); ++i) {
      PanelLayout& panel = at(i);
      const std::size_t column = i % columns_;
      const bool rightmost = column + 1 == columns_ || i + 1 == layout_.panels.size();
      panel.panel = &figure_.panels[i];
      panel.drawn = drawn_series(*panel.panel);
      panel.legend = legend_of(panel.drawn);
      panel.has_right = has_right_axis(*panel.panel);
      panel.x = make_axis(*panel.panel, AxisSide::x, figure_.share_x);
      panel.y = make_axis(*panel.panel, AxisSide::left, figure_.share_y);
      panel.y2 = make_axis(*panel.panel, AxisSide::right, figure_.share_y);
      panel.x.labelled = !figure_.share_x || in_last_row(i);
      panel.y.labelled = !figure_.share_y || column == 0;
      panel.y2.labelled = panel.has_right && (!figure_.share_y || rightmost);
      panel.has_bar = panel.panel->colours && panel.panel->colour_bar;
      if (!panel.has_bar) continue;
      panel.bar.range = {panel.panel->colours->lowest, panel.panel->colours->highest};
      panel.bar.log = panel.panel->colours->log;
    }
    add_upright_ticks();
  }

  void add_upright_ticks() {
    for (PanelLayout& panel : layout_.panels) {
      add_ticks(&panel.y, height_, kTickRoomY);
      if (panel.has_right) add_ticks(&panel.y2, height_, kTickRoomY);
      if (panel.has_bar) add_ticks(&panel.bar, height_, kTickRoomY);
    }
  }

  // Room for the numbers and the label of an upright axis.
  static double upright_room(const AxisLayout& axis, const std::string& label) {
    if (!axis.labelled) return 0.0;
    return kTickGap + widest_label(axis) + (label.empty() ? 0.0 : kUprightLabel);
  }

  // How far numbers may reach beyond a column: half-way to the next one, or to the edge.
  double room_behind(std::size_t c) const {
    if (c + 1 == columns_) return behind_[c] + kEdge;
    return 0.5 * (behind_[c] + kColumnGap + before_[c + 1]) - kNumberGap;
  }
  double room_before(std::size_t c) const {
    return c == 0 ? before_[c] + kEdge : room_behind(c - 1);
  }

  static void drop_overhang(AxisLayout* axis, double width, double before, double behind) {
    const auto along = [axis](double value) { return axis->log ? std::log10(value) : value; };
    const double start = along(axis->range.lowest);
    const double per_pixel = (along(axis->range.highest) - start) / width;
    for (PlotTick& tick : axis->ticks) {
      const double x = (along(tick.value) - start) / per_pixel, half = 0.5 * label_width(tick);
      if (half - x > before || x + half - width > behind) tick.label.clear();
    }
  }

  void place_columns() {
    before_.assign(columns_, 0.0);
    behind_.assign(columns_, 0.0);
    for (std::size_t i = 0; i < layout_.panels.size(); ++i) {
      const PanelLayout& panel = at(i);
      double& left = before_[i % columns_];
      double& right = behind_[i % columns_];
      left = std::max(left, upright_room(panel.y, panel.panel->y.label));
      right = std::max(right, upright_room(panel.y2, panel.panel->y2.label));
      if (panel.has_bar)
        right = std::max(
            right, kBarGap + kBarWidth + upright_room(panel.bar, panel.panel->colours->label));
    }
    double used = 2.0 * kEdge + kColumnGap * static_cast<double>(columns_ - 1);
    for (std::size_t c = 0; c < columns_; ++c) used += before_[c] + behind_[c];
    const double width = (kFigureWidth - used) / static_cast<double>(columns_);
    if (figure_.equal_scale) scale_equally(width);
    double x = kEdge;
    for (std::size_t c = 0; c < columns_; ++c) {
      x += before_[c];
      for (std::size_t i = c; i < layout_.panels.size(); i += columns_) {
        PanelLayout& panel = at(i);
        panel.left = x;
        panel.right = x + width;
        add_ticks(&panel.x, width, kTickRoomX);
        drop_overhang(&panel.x, width, room_before(c), room_behind(c));
        panel.y.label_at = x - before_[c] + 0.3 * kUprightLabel;
        panel.y2.label_at = panel.right + behind_[c] - 0.3 * kUprightLabel;
        panel.bar.label_at = panel.y2.label_at;
      }
      x += width + behind_[c] + kColumnGap;
    }
  }

  // All panels are as high as the one that needs most; the others show more along y, around their
  // middle.
  void scale_equally(double width) {
    const auto span = [](const AxisLayout& axis) { return axis.range.highest - axis.range.lowest; };
    height_ = 0.0;
    for (const PanelLayout& panel : layout_.panels)
      height_ = std::max(height_, width * span(panel.y) / span(panel.x));
    for (PanelLayout& panel : layout_.panels) {
      const double more = 0.5 * (height_ / width * span(panel.x) - span(panel.y));
      panel.y.range.lowest -= more;
      panel.y.range.highest += more;
    }
    add_upright_ticks();
  }

  bool same_legends(std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {
      if (!same_legend(at(i).legend, at(first).legend)) return false;
    }
    return true;
  }

  // Said once if it holds for all panels; place_row() does the same for a row.
  void take_common_legend() {
    if (!same_legends(0, layout_.panels.size())) return;
    layout_.legend = at(0).legend;
    for (PanelLayout& panel : layout_.panels) panel.legend.clear();
  }

  void place_rows() {
    take_common_legend();
    double y = kEdge;
    if (!figure_.title.empty()) {
      layout_.title_at = y + 0.4 * kTitleRow;
      y += kTitleRow;
    }
    const double height = place_legend(&layout_.legend, at(0).left, kFigureWidth - kEdge, y);
    y += height > 0.0 ? height + 4.0 : 0.0;
    for (std::size_t row = 0; row < rows(); ++row) {
      const std::size_t first = row * columns_;
      const std::size_t end = std::min(first + columns_, layout_.panels.size());
      y = place_row(first, end, y) + (row + 1 < rows() ? kRowGap : 0.0);
    }
    layout_.height = y + kEdge - 4.0;
  }

  // Panels [first, end) below y; returns where they end.
  double place_row(std::size_t first, std::size_t end, double y) {
    bool titled = false, numbered = false, labelled = false;
    double legends = 0.0;
    for (std::size_t i = first; i < end; ++i) {
      titled = titled || !at(i).panel->title.empty();
      numbered = numbered || at(i).x.labelled;
      labelled = labelled || (at(i).x.labelled && !at(i).panel->x.label.empty());
    }
    const bool alike = same_legends(first, end);
    const double top = y + (titled ? kPanelTitleRow : 0.0);
    for (std::size_t i = first; i < end; ++i) {
      PanelLayout& panel = at(i);
      panel.title_at = y + 0.4 * kPanelTitleRow;
      const double right = alike ? at(end - 1).right : panel.right;
      if (alike && i > first) panel.legend.clear();
      legends = std::max(legends, place_legend(&panel.legend, panel.left, right, top));
    }
    for (std::size_t i = first; i < end; ++i) {
      PanelLayout& panel = at(i);
      panel.top = top + legends + 4.0;
      panel.bottom = panel.top + height_;
      panel.x.label_at = panel.bottom + kTickRow + 0.5 * kAxisLabelRow;
    }
    return at(first).bottom + (numbered ? kTickRow : 0.0) + (labelled ? kAxisLabelRow : 0.0);
  }

  const Figure& figure_;
  const std::string& where_;
  double height_;  // of the plotted areas [px]
  std::size_t columns_;
  std::vector<double> before_, behind_;  // room for upright axes beside each column [px]
  FigureLayout layout_;
};

}  // namespace

FigureLayout lay_out(const Figure& figure, const std::string& where) {
  return LayoutBuilder(figure, where).build();
}

}  // namespace mortise::gen
