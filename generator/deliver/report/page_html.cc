#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "generator/deliver/pictures/figure.hpp"
#include "generator/deliver/pictures/text.hpp"
#include "generator/deliver/pictures/thin_out.hpp"
#include "generator/deliver/report/page_files.hpp"
#include "generator/deliver/report/report_page.hpp"
#include "generator/deliver/report/report_words.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

using nlohmann::json;

constexpr int kShapeDigits = 4;
constexpr int kMapLevels = 999;  // values of maps are told in so many parts of the scale
constexpr double kMostColumns = 1500.0, kFewestColumns = 120.0;  // [px] that curves are thinned to
constexpr double kDot = 6.0, kLine = 1.6;                        // widths [px]
constexpr double kChartHeight = 190.0, kCutHeight = 110.0;       // [px]

// Text as the reader sees it: one line, whatever the file holds.
std::string shown(const std::string& text) {
  return escaped_markup(is_plain_line(text) ? text : printable(text));
}
std::string label_of(const std::string& text) {
  return is_plain_line(text) ? text : printable(text);
}

json rounded(double value, int digits) {
  if (!std::isfinite(value)) return nullptr;
  return std::strtod(number_text(value, digits).c_str(), nullptr);
}

// What the axes of a panel can show of a series: all that are numbers, of logarithmic ones above 0.
PlotSeries drawable(PlotSeries series, const PlotPanel& panel) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    const double x = series.x[i], y = series.y[i];
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    if ((panel.x.log && x <= 0.0) || (panel.y.log && y <= 0.0)) continue;
    series.x[kept] = x;
    series.y[kept++] = y;
  }
  series.x.resize(kept);
  series.y.resize(kept);
  series.label = label_of(series.label);
  series.width = kept == 1 ? kDot : kLine;
  return series;
}

void thin(PlotSeries* series, const AxisRange& range, bool log, double columns) {
  const std::vector<std::size_t> kept = thin_out(series->x, series->y, range, log, columns);
  for (std::size_t k = 0; k < kept.size(); ++k) {
    series->x[k] = series->x[kept[k]];
    series->y[k] = series->y[kept[k]];
  }
  series->x.resize(kept.size());
  series->y.resize(kept.size());
}

std::size_t samples_of(const PlotPanel& panel) {
  std::size_t count = 0;
  for (const PlotSeries& series : panel.series) count += series.x.size();
  return count;
}

class PageWriter {
 public:
  PageWriter(const ReportPage& page, double columns) : page_(page), columns_(columns) {}

  std::string write() {
    std::string body, contents;
    for (const ReportSection& section : page_.sections) {
      body += section_html(section);
      contents +=
          fmt::format("<li><a href=\"#{}\">{}</a></li>\n", section.id, shown(section.title));
    }
    data_["map_levels"] = kMapLevels;
    std::string numbers = data_.dump(-1, ' ', false, json::error_handler_t::replace);
    replace_all(&numbers, "<", "\\u003c");
    return filled({{"name", shown(page_.name)},
                   {"description", shown(page_.description)},
                   {"style", kPageStyle},
                   {"errors", kPageErrors},
                   {"contents", contents},
                   {"body", body},
                   {"data", numbers},
                   {"script", kPageScript}});
  }

 private:
  static void replace_all(std::string* text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text->find(from, at)) != std::string::npos; at += to.size())
      text->replace(at, from.size(), to);
  }

  // The template with every {{name}} replaced, once: what is put in is not looked at again.
  static std::string filled(const std::vector<std::pair<std::string, std::string>>& parts) {
    const std::string page = kPageTemplate;
    std::string text;
    std::size_t at = 0;
    for (std::size_t open; (open = page.find("{{", at)) != std::string::npos;) {
      const std::size_t close = page.find("}}", open);
      const std::string name = page.substr(open + 2, close - open - 2);
      text += page.substr(at, open - at);
      for (const auto& [part, value] : parts)
        if (part == name) text += value;
      at = close + 2;
    }
    return text + page.substr(at);
  }

  std::string section_html(const ReportSection& section) {
    std::string text = fmt::format("<section aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n",
                                   section.id, shown(section.title));
    if (!section.absent.empty())
      text += "<p class=\"absent\">Left out: " + shown(section.absent) + "</p>\n";
    for (const ReportBlock& block : section.blocks)
      text += std::visit([this](const auto& b) { return html(b); }, block);
    return text + "</section>\n";
  }

  std::string html(const ReportText& text) { return "<p>" + shown(text.text) + "</p>\n"; }

  std::string html(const ReportHeading& heading) {
    return "<h3>" + shown(heading.text) + "</h3>\n";
  }

  std::string html(const ReportTable& table) {
    std::string text = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"table: " +
                       shown(table.caption) + "\"><table><caption>" + shown(table.caption) +
                       "</caption>\n<thead><tr>";
    for (const std::string& head : table.head) text += "<th scope=\"col\">" + shown(head) + "</th>";
    text += "</tr></thead>\n<tbody>\n";
    for (const std::vector<std::string>& row : table.rows) {
      text += "<tr>";
      for (std::size_t k = 0; k < row.size(); ++k)
        text +=
            (k == 0 ? "<th scope=\"row\">" : "<td>") + shown(row[k]) + (k == 0 ? "</th>" : "</td>");
      text += "</tr>\n";
    }
    return text + "</tbody></table></div>\n";
  }

  // inside: of the figure; note: what else is said below it.
  std::string figure(const char* kind, const std::string& title, const std::string& summary,
                     const std::string& inside, const std::string& note = "") {
    const int number = ++figures_;
    return fmt::format(
        "<figure class=\"{0}\" aria-labelledby=\"f{1}\">\n{2}\n"
        "<figcaption id=\"f{1}\"><b>{3}.</b> {4}.{5}</figcaption>\n</figure>\n",
        kind, number, inside, shown(title), shown(summary), note.empty() ? "" : " " + shown(note));
  }

  // A place that the script works on, and what it finds there.
  static std::string place(const char* kind, const std::string& attributes,
                           const std::string& inside) {
    return fmt::format("<div class=\"{}-area\"{}>{}</div>", kind, attributes, inside);
  }
  static std::string numbered(std::size_t number) {
    return fmt::format(" data-number=\"{}\"", number);
  }

  // said: of the drawing to those who do not see it.
  static std::string drawing(PlotPanel panel, double height, const std::string& said) {
    for (PlotAxis* axis : {&panel.x, &panel.y}) axis->label = label_of(axis->label);
    return fmt::format("<div class=\"plot\" role=\"img\" aria-label=\"{}\">\n{}</div>", shown(said),
                       render_svg({"", {std::move(panel)}, 1, height}, "the page", SvgUse::page));
  }

  std::string html(const ReportChart& chart) {
    PlotPanel panel{"", chart.panel.x, chart.panel.y};
    for (const PlotSeries& series : chart.panel.series) {
      PlotSeries kept = drawable(series, chart.panel);
      if (!kept.x.empty()) panel.series.push_back(std::move(kept));
    }
    if (panel.series.empty())
      return figure("chart", chart.title, chart.summary, "<p>No number of it can be drawn.</p>");
    const std::size_t all = samples_of(panel);
    const AxisRange range = axis_range({&panel}, AxisSide::x, "the page");
    for (PlotSeries& series : panel.series) thin(&series, range, panel.x.log, columns_);
    const std::size_t drawn = samples_of(panel);
    const std::string note =
        drawn == all
            ? ""
            : fmt::format(
                  "Drawn from {} of {} samples, 1 of {:.3g}: of every {:.0f}th of the axis "
                  "the first, lowest, highest and last, so that no peak is lost.",
                  drawn, all, static_cast<double>(all) / static_cast<double>(drawn), columns_);
    return figure(
        "chart", chart.title, chart.summary,
        place("chart", " data-together=\"" + shown(chart.together) + "\"",
              drawing(std::move(panel), kChartHeight, chart.title + ": " + chart.summary)) +
            extremes_html(chart),
        note);
  }

  // The figure in numbers, for those who do not see it.
  std::string extremes_html(const ReportChart& chart) {
    ReportTable table{chart.title, {"curve", "samples", "lowest", "highest", "last"}, {}};
    const auto number = [](double y) { return std::isfinite(y) ? number_text(y, 6) : "-"; };
    for (const PlotSeries& curve : chart.panel.series) {
      const auto [lowest, highest] = finite_ends(curve.y);
      table.rows.push_back({curve.label, std::to_string(curve.y.size()), number(lowest),
                            number(highest), curve.y.empty() ? "-" : number(curve.y.back())});
    }
    return "<details><summary>Numbers of the figure</summary>" + html(table) + "</details>";
  }

  std::string html(const ReportMap& map) {
    const auto scale = [&](double value) { return map.log ? std::log10(value) : value; };
    std::vector<double> all;  // that a colour can tell
    for (const double value : map.values.reshaped())
      if (std::isfinite(scale(value))) all.push_back(value);
    auto [lowest, highest] = finite_ends(all);
    if (!(lowest <= highest)) lowest = highest = 1.0;  // no number at all
    if (!(lowest < highest)) highest = map.log ? 10.0 * lowest : lowest + 1.0;
    const double start = scale(lowest), width = scale(highest) - start;
    const Eigen::Index count_y = map.values.rows(), count_x = map.values.cols();
    const auto pitch = [](double first, double last, Eigen::Index count) {
      return last > first ? (last - first) / static_cast<double>(count - 1) : 1.0;
    };
    const double wide = pitch(map.x_first, map.x_last, count_x),
                 high = pitch(map.y_first, map.y_last, count_y);
    PlotSeries cells{{}, {}, "", PlotStyle::cells};
    cells.cells.width = wide;
    cells.cells.height = high;
    PlotSeries column{{}, {}, "", PlotStyle::line, false, kLine};  // that is shown at first
    json rows = json::array();
    for (Eigen::Index i = 0; i < count_y; ++i) {
      std::string row;  // a letter per value, from U+0100 on: there is none, level 0, level 1, ...
      for (Eigen::Index j = 0; j < count_x; ++j) {
        const double share = (scale(map.values(i, j)) - start) / width;
        const long level = std::isfinite(share) ? std::lround(share * kMapLevels) : -1;
        const auto letter = static_cast<unsigned>(0x101 + level);
        row +=
            {static_cast<char>(0xC0u | letter >> 6u), static_cast<char>(0x80u | (letter & 0x3Fu))};
        if (!std::isfinite(share)) continue;
        cells.x.push_back(map.x_first + wide * static_cast<double>(j));
        cells.y.push_back(map.y_first + high * static_cast<double>(i));
        cells.cells.value.push_back(map.values(i, j));
        if (j != count_x / 2) continue;
        column.x.push_back(cells.y.back());
        column.y.push_back(map.values(i, j));
      }
      rows.push_back(row);
    }
    data_["maps"].push_back({{"x", label_of(map.x_label)},
                             {"y", label_of(map.y_label)},
                             {"value", label_of(map.value_label)},
                             {"x_ends", {rounded(map.x_first, 6), rounded(map.x_last, 6)}},
                             {"y_ends", {rounded(map.y_first, 6), rounded(map.y_last, 6)}},
                             {"ends", {rounded(lowest, 6), rounded(highest, 6)}},
                             {"log", map.log},
                             {"rows", rows}});
    PlotPanel panel{"", {map.x_label}, {map.y_label}, {}, {std::move(cells)}};
    panel.colours = ColourScale{label_of(map.value_label), lowest, highest, map.log};
    // the edges of the cells, by which the script finds them
    panel.x.lowest = map.x_first - 0.5 * wide;
    panel.x.highest = *panel.x.lowest + wide * static_cast<double>(count_x);
    panel.y.lowest = map.y_first - 0.5 * high;
    panel.y.highest = *panel.y.lowest + high * static_cast<double>(count_y);
    const double height = std::clamp(24.0 * static_cast<double>(count_y), 90.0, 300.0);
    std::string inside = drawing(std::move(panel), height, map.title + ": " + map.summary);
    if (map.cuts && !column.x.empty()) {  // the script shows other columns
      PlotPanel cut{"", {map.y_label, map.y_first, map.y_last}, {map.value_label, lowest, highest}};
      cut.y.log = map.log;
      cut.series = {std::move(column)};
      inside +=
          drawing(std::move(cut), kCutHeight, "the column of the map that the slider chooses");
    }
    return figure(
        "map", map.title, map.summary, place("map", numbered(data_["maps"].size() - 1), inside),
        fmt::format("Colours from {} to {}, on a {} scale, told to {} of it.",
                    number_text(lowest, 4), number_text(highest, 4),
                    map.log ? "logarithmic" : "linear", number_text(1.0 / kMapLevels, 2)));
  }

  std::string html(const ReportPicture& picture) {
    return figure("picture", picture.title, picture.summary,
                  render_svg(picture.figure, picture.title));
  }

  std::string html(const ReportMotion& motion) {
    const auto flat = [](const std::vector<Vector3>& points) {
      json list = json::array();
      for (const Vector3& point : points)
        for (const double x : point) list.push_back(rounded(x, kShapeDigits));
      return list;
    };
    json shapes = json::array(), bars = json::array();
    for (const ReportMotion::Shape& shape : motion.shapes)
      shapes.push_back({{"name", label_of(shape.name)}, {"motion", flat(shape.motion)}});
    for (const auto& [first, second] : motion.bars) {
      bars.push_back(first);
      bars.push_back(second);
    }
    data_["motions"].push_back({{"places", flat(motion.places)},
                                {"bars", bars},
                                {"marked", motion.marked},
                                {"shapes", shapes}});
    return figure("motion", motion.title, motion.summary,
                  place("motion",
                        numbered(data_["motions"].size() - 1) + " role=\"img\" aria-label=\"" +
                            shown(motion.title + ": " + motion.summary) + "\"",
                        ""));
  }

  const ReportPage& page_;
  const double columns_;
  int figures_ = 0;
  json data_ = {{"maps", json::array()}, {"motions", json::array()}};
};

}  // namespace

std::string report_html(const ReportPage& page) {
  for (double columns = kMostColumns;;) {
    std::string html = PageWriter(page, columns).write();
    const double room = static_cast<double>(kReportBytes) / static_cast<double>(html.size());
    if (room >= 1.0 || columns <= kFewestColumns) return html;
    columns = std::max(kFewestColumns, 0.9 * room * columns);
  }
}

}  // namespace mortise::gen
