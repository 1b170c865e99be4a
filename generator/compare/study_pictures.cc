#include "generator/compare/study_pictures.hpp"

#include <algorithm>
#include <map>

#include "generator/error.hpp"
#include "generator/plot/figure.hpp"

namespace mortise::gen {

void draw_results(const std::vector<ReductionResult>& results, std::size_t cases,
                  const FilmVerifySpec& limits, const std::string& path) {
  Figure figure;
  figure.columns = 2;
  figure.panel_height = 330.0;
  const struct {
    const char* title;
    bool film;
    double limit;
  } panels[] = {{"film", true, limits.film}, {"central pressure", false, limits.pressure}};
  for (const auto& which : panels) {
    std::map<std::string, PlotSeries> series;
    double lowest = 1e12, highest = 1.0;
    for (const ReductionResult& r : results) {
      const double error = which.film ? r.errors.film() : r.errors.central_pressure;
      if (!(r.ns_per_step > 0.0) || r.completed < static_cast<int>(cases) || !(error > 0.0))
        continue;
      const std::string name = r.family == "coarse" ? r.runs : r.method;
      PlotSeries& s = series[name];
      s.label = name;
      s.style = PlotStyle::line_points;
      s.x.push_back(1e-3 * r.ns_per_step);
      s.y.push_back(100.0 * error);
      lowest = std::min(lowest, s.x.back());
      highest = std::max(highest, s.x.back());
    }
    PlotPanel panel;
    panel.title = which.title;
    panel.x = {"processor time of a step [us]", {}, {}, true};
    panel.y = {"largest error [%]", {}, {}, true};
    for (auto& [name, s] : series) panel.series.push_back(s);
    if (panel.series.empty()) {
      throw Error(path, "no method went through all scenarios", "there is nothing to draw");
    }
    PlotSeries limit;
    limit.x = {lowest, highest};
    limit.y = {100.0 * which.limit, 100.0 * which.limit};
    limit.style = PlotStyle::reference;
    limit.label = "limit";
    panel.series.push_back(limit);
    figure.panels.push_back(panel);
  }
  write_svg(figure, path);
}

void draw_trust(const TrustStudy& study, const std::string& path) {
  Figure figure;
  figure.columns = 2;
  figure.panel_height = 330.0;
  for (const bool by_residual : {true, false}) {
    PlotPanel panel;
    panel.title = by_residual ? "residual at the watched rows" : "distance from the training box";
    panel.x.label = by_residual ? "largest residual over training [-]" : "distance over width [-]";
    panel.x.log = by_residual;
    panel.y = {"largest error of film or pressure [%]", {}, {}, true};
    double low = 1e12, high = 1e-12;
    for (const bool inside : {true, false}) {
      PlotSeries s;
      s.label = inside ? "inside the box" : "beyond the box";
      s.style = PlotStyle::points;
      for (const TrustRun& r : study.runs) {
        if ((r.distance <= 0.0) != inside || !(r.residual > 0.0)) continue;
        s.x.push_back(by_residual ? r.residual : r.distance);
        s.y.push_back(100.0 * std::max(r.errors.film(), r.errors.central_pressure));
        low = std::min(low, s.x.back());
        high = std::max(high, s.x.back());
      }
      if (!s.x.empty()) panel.series.push_back(s);
    }
    PlotSeries limit;
    limit.x = {low, high};
    limit.y = {100.0 * study.limit, 100.0 * study.limit};
    limit.style = PlotStyle::reference;
    limit.label = "limit of the error";
    panel.series.push_back(limit);
    figure.panels.push_back(panel);
  }
  write_svg(figure, path);
}

}  // namespace mortise::gen
