#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "generator/deliver/pictures/colour_ramp.hpp"
#include "generator/deliver/pictures/figure.hpp"
#include "generator/deliver/pictures/text.hpp"
#include "generator/deliver/pictures/thin_out.hpp"
#include "generator/deliver/report/page_files.hpp"
#include "generator/deliver/report/report_page.hpp"
#include "generator/ground/text/number_text.hpp"

namespace mortise::gen {
namespace {

using nlohmann::json;

constexpr int kCurveDigits = 6, kShapeDigits = 4;
constexpr int kMapLevels = 999;        // values of maps are told in so many parts of the scale
constexpr double kNumberBytes = 11.0;  // of a number of a curve in the page, about
constexpr double kMostColumns = 1500.0, kFewestColumns = 120.0;  // [px] that curves are thinned to
constexpr std::size_t kBesideCurves = 700'000;                   // library, script, tables [bytes]
constexpr double kMapBytes = 4.0, kShapeBytes = 9.0;

// As the reader sees it: a line of text, whatever the file holds.
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

json rounded(const std::vector<double>& values, int digits) {
  json list = json::array();
  for (const double value : values) list.push_back(rounded(value, digits));
  return list;
}

// The samples that a logarithmic axis can show, or all that are numbers.
ReportCurve drawable(const ReportCurve& curve, const ReportChart& chart) {
  ReportCurve kept{curve.label, {}, {}, curve.dashed};
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    const double x = curve.x[i], y = curve.y[i];
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    if ((chart.log_x && x <= 0.0) || (chart.log_y && y <= 0.0)) continue;
    kept.x.push_back(x);
    kept.y.push_back(y);
  }
  return kept;
}

AxisRange x_range(const std::vector<ReportCurve>& curves) {
  double lowest = HUGE_VAL, highest = -HUGE_VAL;
  for (const ReportCurve& curve : curves)
    for (const double x : curve.x) {
      lowest = std::min(lowest, x);
      highest = std::max(highest, x);
    }
  return {lowest, highest > lowest ? highest : lowest + 1.0};
}

void thin(ReportCurve* curve, const AxisRange& range, bool log, double columns) {
  const std::vector<std::size_t> kept = thin_out(curve->x, curve->y, range, log, columns);
  for (std::size_t k = 0; k < kept.size(); ++k) {
    curve->x[k] = curve->x[kept[k]];
    curve->y[k] = curve->y[kept[k]];
  }
  curve->x.resize(kept.size());
  curve->y.resize(kept.size());
}

std::size_t samples_of(const std::vector<ReportCurve>& curves) {
  std::size_t count = 0;
  for (const ReportCurve& curve : curves) count += curve.x.size();
  return count;
}

class PageWriter {
 public:
  explicit PageWriter(const ReportPage& page) : page_(page), columns_(columns_of(page)) {}

  std::string write() {
    std::string body, contents;
    for (const ReportSection& section : page_.sections) {
      body += section_html(section);
      contents +=
          fmt::format("<li><a href=\"#{}\">{}</a></li>\n", section.id, shown(section.title));
    }
    data_["ramp"] = json::array();
    for (int level = 0; level < kRampLevels; ++level) data_["ramp"].push_back(ramp_colour(level));
    data_["map_levels"] = kMapLevels;
    std::string numbers = data_.dump(-1, ' ', false, json::error_handler_t::replace);
    replace_all(&numbers, "<", "\\u003c");
    const std::string licence =
        *kPlotLicence == '\0' ? ""
                              : "<details><summary>Licence of the plotting library</summary><pre>" +
                                    escaped_markup(kPlotLicence) + "</pre></details>\n";
    return filled({{"name", shown(page_.name)},
                   {"description", shown(page_.description)},
                   {"style", kPageStyle},
                   {"errors", kPageErrors},
                   {"contents", contents},
                   {"body", body},
                   {"licence", licence},
                   {"data", numbers},
                   {"library", script_text(kPlotLibrary)},
                   {"script", script_text(kPageScript)}});
  }

 private:
  static void replace_all(std::string* text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text->find(from, at)) != std::string::npos; at += to.size())
      text->replace(at, from.size(), to);
  }

  // Nothing in a script ends it.
  static std::string script_text(std::string script) {
    replace_all(&script, "</script", "<\\/script");
    return script;
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

  // Of the figures, so that the page has the size that it may have.
  static double columns_of(const ReportPage& page) {
    double curves = 0.0, fixed = static_cast<double>(kBesideCurves);
    for (const ReportSection& section : page.sections)
      for (const ReportBlock& block : section.blocks) {
        if (const auto* chart = std::get_if<ReportChart>(&block)) {
          curves += static_cast<double>(chart->curves.size());
        } else if (const auto* map = std::get_if<ReportMap>(&block)) {
          fixed += kMapBytes * static_cast<double>(map->values.size());
        } else if (const auto* picture = std::get_if<ReportPicture>(&block)) {
          fixed += static_cast<double>(picture->svg.size());
        } else if (const auto* motion = std::get_if<ReportMotion>(&block)) {
          fixed += kShapeBytes * 3.0 *
                   static_cast<double>((motion->shapes.size() + 1) * motion->places.size());
        }
      }
    // first, lowest, highest and last: four points of two numbers per column
    const double left = static_cast<double>(kReportBytes) - fixed;
    return std::clamp(left / (8.0 * kNumberBytes * std::max(curves, 1.0)), kFewestColumns,
                      kMostColumns);
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

  // A place that the script fills.
  static std::string place(const char* kind, std::size_t number, const std::string& title,
                           const std::string& summary) {
    return fmt::format(
        "<div class=\"{0}-area\" data-{0}=\"{1}\" role=\"img\" aria-label=\"{2}: {3}\"></div>",
        kind, number, shown(title), shown(summary));
  }

  std::string html(const ReportChart& chart) {
    std::vector<ReportCurve> curves;
    for (const ReportCurve& curve : chart.curves) {
      ReportCurve kept = drawable(curve, chart);
      if (!kept.x.empty()) curves.push_back(std::move(kept));
    }
    if (curves.empty())
      return figure("chart", chart.title, chart.summary, "<p>No number of it can be drawn.</p>");
    const std::size_t all = samples_of(curves);
    const AxisRange range = x_range(curves);
    for (ReportCurve& curve : curves) thin(&curve, range, chart.log_x, columns_);
    const std::size_t drawn = samples_of(curves);
    const std::string note =
        drawn == all
            ? ""
            : fmt::format(
                  "Drawn from {} of {} samples, 1 of {:.3g}: of every {:.0f}th of the axis "
                  "the first, lowest, highest and last, so that no peak is lost.",
                  drawn, all, static_cast<double>(all) / static_cast<double>(drawn), columns_);
    if (!has_plot_library())
      return figure("chart", chart.title, chart.summary, svg_of(chart, curves), note);
    json entry = {{"title", label_of(chart.title)}, {"x", label_of(chart.x_label)},
                  {"y", label_of(chart.y_label)},   {"log_x", chart.log_x},
                  {"log_y", chart.log_y},           {"curves", json::array()}};
    for (const ReportCurve& curve : curves)
      entry["curves"].push_back({{"label", label_of(curve.label)},
                                 {"dashed", curve.dashed},
                                 {"x", rounded(curve.x, kCurveDigits + 2)},
                                 {"y", rounded(curve.y, kCurveDigits)}});
    data_["charts"].push_back(entry);
    return figure("chart", chart.title, chart.summary,
                  place("chart", data_["charts"].size() - 1, chart.title, chart.summary) +
                      extremes_html(chart),
                  note);
  }

  // The figure in numbers, for those who do not see it.
  static std::string extremes_html(const ReportChart& chart) {
    std::string text =
        "<details><summary>Numbers of the figure</summary><table><thead><tr>"
        "<th scope=\"col\">curve</th><th scope=\"col\">samples</th><th scope=\"col\">lowest</th>"
        "<th scope=\"col\">highest</th><th scope=\"col\">last</th></tr></thead><tbody>\n";
    for (const ReportCurve& curve : chart.curves) {
      double lowest = HUGE_VAL, highest = -HUGE_VAL;
      for (const double y : curve.y) {
        if (!std::isfinite(y)) continue;
        lowest = std::min(lowest, y);
        highest = std::max(highest, y);
      }
      const auto number = [](double y) { return std::isfinite(y) ? number_text(y, 6) : "-"; };
      text += fmt::format(
          "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
          shown(curve.label), curve.y.size(), number(lowest), number(highest),
          curve.y.empty() ? "-" : number(curve.y.back()));
    }
    return text + "</tbody></table></details>";
  }

  static std::string svg_of(const ReportChart& chart, const std::vector<ReportCurve>& curves) {
    PlotPanel panel{"", {label_of(chart.x_label)}, {label_of(chart.y_label)}};
    panel.x.log = chart.log_x;
    panel.y.log = chart.log_y;
    for (const ReportCurve& curve : curves) {
      PlotSeries series{curve.x, curve.y, label_of(curve.label)};
      if (curve.dashed) series.style = PlotStyle::dashed;
      panel.series.push_back(std::move(series));
    }
    return render_svg({"", {panel}}, chart.title);
  }

  std::string html(const ReportMap& map) {
    const auto scale = [&](double value) { return map.log ? std::log10(value) : value; };
    double lowest = HUGE_VAL, highest = -HUGE_VAL;
    for (const double value : map.values.reshaped()) {
      if (!std::isfinite(scale(value))) continue;
      lowest = std::min(lowest, value);
      highest = std::max(highest, value);
    }
    if (!(lowest < highest)) highest = map.log ? 10.0 * lowest : lowest + 1.0;
    const double start = scale(lowest), width = scale(highest) - start;
    json rows = json::array();
    for (Eigen::Index i = 0; i < map.values.rows(); ++i) {
      json row = json::array();
      for (Eigen::Index j = 0; j < map.values.cols(); ++j) {
        const double share = (scale(map.values(i, j)) - start) / width;
        row.push_back(std::isfinite(share) ? static_cast<int>(std::lround(share * kMapLevels))
                                           : -1);
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
                             {"cuts", map.cuts},
                             {"rows", rows}});
    return figure(
        "map", map.title, map.summary,
        place("map", data_["maps"].size() - 1, map.title, map.summary),
        fmt::format("Colours from {} to {}, on a {} scale, told to {} of it.",
                    number_text(lowest, 4), number_text(highest, 4),
                    map.log ? "logarithmic" : "linear", number_text(1.0 / kMapLevels, 2)));
  }

  std::string html(const ReportPicture& picture) {
    return figure("picture", picture.title, picture.summary, picture.svg);
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
                  place("motion", data_["motions"].size() - 1, motion.title, motion.summary));
  }

  const ReportPage& page_;
  const double columns_;
  int figures_ = 0;
  json data_ = {{"charts", json::array()}, {"maps", json::array()}, {"motions", json::array()}};
};

}  // namespace

bool has_plot_library() { return *kPlotLibrary != '\0'; }

std::string report_html(const ReportPage& page) { return PageWriter(page).write(); }

}  // namespace mortise::gen
