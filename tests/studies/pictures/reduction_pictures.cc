#include "tests/studies/pictures/pictures.hpp"

#include <algorithm>
#include <map>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {

void draw_results(const std::vector<ReductionResult>& results, std::size_t cases,
                  const VerifySpec& limits, const std::string& path) {
  Figure figure{"", {}, 2, 330.0};
  const struct {
    const char* title;
    bool film;
    double limit;
  } panels[] = {{"film", true, *limits.film}, {"central pressure", false, *limits.pressure}};
  for (const auto& which : panels) {
    std::map<std::string, PlotSeries> series;
    double lowest = 1e12, highest = 1.0;
    for (const ReductionResult& r : results) {
      const double error = which.film ? r.errors.film() : r.errors.central_pressure;
      if (!(r.ns_per_step > 0.0) || r.completed < static_cast<int>(cases) || !(error > 0.0))
        continue;
      PlotSeries& s = series[r.method];
      s.label = r.method;
      s.style = PlotStyle::line_points;
      s.x.push_back(1e-3 * r.ns_per_step);
      s.y.push_back(100.0 * error);
      lowest = std::min(lowest, s.x.back());
      highest = std::max(highest, s.x.back());
    }
    PlotPanel panel{which.title,
                    {"processor time of a step [us]", {}, {}, true},
                    {"largest error [%]", {}, {}, true}};
    for (auto& [name, s] : series) panel.series.push_back(s);
    if (panel.series.empty()) {
      throw Error(path, "no method went through all scenarios", "there is nothing to draw");
    }
    const double limit = 100.0 * which.limit;
    panel.series.push_back({{lowest, highest}, {limit, limit}, "limit", PlotStyle::reference});
    figure.panels.push_back(panel);
  }
  write_svg(figure, path);
}

void draw_trust(const TrustStudy& study, const std::string& path) {
  Figure figure{"", {}, 2, 330.0};
  for (const bool by_residual : {true, false}) {
    PlotPanel panel;
    panel.title = by_residual ? "residual at the watched rows" : "distance from the training box";
    panel.x.label = by_residual ? "largest residual over training [-]" : "distance over width [-]";
    panel.x.log = by_residual;
    panel.y = {"largest error of film or pressure [%]", {}, {}, true};
    double low = 1e12, high = -1e12, least = 1e12, most = 1e-12;
    const struct {
      const char* label;
      bool inside, unflagged;
    } groups[] = {{"inside the training box", true, false},
                  {"beyond it", false, false},
                  {"inside, not flagged in time", true, true},
                  {"beyond, not flagged in time", false, true}};
    int colour = 0;
    for (const auto& group : groups) {
      PlotSeries s;
      s.label = group.label;
      s.style = PlotStyle::points;
      s.colour = colour++;
      for (const TrustRun& r : study.runs) {
        const double error = 100.0 * std::max(r.errors.film(), r.errors.central_pressure);
        if ((r.distance <= 0.0) != group.inside || r.unflagged != group.unflagged) continue;
        if (!(r.residual > 0.0) || !(error > 0.0)) continue;
        s.x.push_back(by_residual ? r.residual : r.distance);
        s.y.push_back(error);
        low = std::min(low, s.x.back());
        high = std::max(high, s.x.back());
        least = std::min(least, error);
        most = std::max(most, error);
      }
      if (!s.x.empty()) panel.series.push_back(s);
    }
    const double trusted = study.trust_limit;
    const double limit = 100.0 * study.limit, end = by_residual ? std::max(high, trusted) : high;
    panel.series.push_back(
        {{low, end}, {limit, limit}, "limit of the error", PlotStyle::reference});
    if (by_residual)
      panel.series.push_back(
          {{trusted, trusted}, {least, most}, "trust_limit", PlotStyle::reference});
    figure.panels.push_back(panel);
  }
  write_svg(figure, path);
}

}  // namespace mortise::gen
