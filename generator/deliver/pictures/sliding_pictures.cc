#include "generator/deliver/pictures/study_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mortise::gen {
namespace {

constexpr double kSameBand = 1.1;  // neighbouring unstable frequencies further apart are two bands

struct Unstable {
  double frequency, position, friction;
};

std::vector<Unstable> unstable_points(const StabilityMap& map) {
  std::vector<Unstable> points;
  for (Eigen::Index m = 0; m < map.growth.rows(); ++m)
    for (Eigen::Index p = 0; p < map.growth.cols(); ++p)
      if (map.unstable(m, p))
        points.push_back({map.frequency_hz(m, p), 1e3 * map.positions[static_cast<std::size_t>(p)],
                          map.frictions[static_cast<std::size_t>(m)]});
  std::stable_sort(points.begin(), points.end(),
                   [](const Unstable& a, const Unstable& b) { return a.frequency < b.frequency; });
  return points;
}

std::string band_label(double lowest, double highest) {
  return fmt::format("{:.3g} to {:.3g} kHz", 1e-3 * lowest, 1e-3 * highest);
}

PlotPanel map_panel(const StabilityMap& map) {
  PlotPanel panel{"unstable", {"position [mm]"}, {"friction coefficient"}};
  panel.x.lowest = 1e3 * *std::min_element(map.positions.begin(), map.positions.end());
  panel.x.highest = 1e3 * *std::max_element(map.positions.begin(), map.positions.end());
  panel.y.lowest = *std::min_element(map.frictions.begin(), map.frictions.end());
  panel.y.highest = *std::max_element(map.frictions.begin(), map.frictions.end());
  if (*panel.y.highest <= *panel.y.lowest) panel.y.highest = *panel.y.lowest + 0.1;
  if (*panel.x.highest <= *panel.x.lowest) panel.x.highest = *panel.x.lowest + 1.0;
  double first = 0.0, last = 0.0;
  for (const Unstable& u : unstable_points(map)) {
    if (panel.series.empty() || u.frequency > kSameBand * last) {
      panel.series.emplace_back();
      panel.series.back().style = PlotStyle::points;
      first = u.frequency;
    }
    last = u.frequency;
    panel.series.back().x.push_back(u.position);
    panel.series.back().y.push_back(u.friction);
    panel.series.back().label = band_label(first, last);
  }
  if (panel.series.empty()) {
    panel.title = "stable everywhere";
    panel.series.push_back({{*panel.x.lowest, *panel.x.highest},
                            {*panel.y.highest, *panel.y.highest},
                            "",
                            PlotStyle::reference});
  }
  return panel;
}

PlotPanel growth_panel(const StabilityMap& map) {
  const auto largest = std::max_element(map.frictions.begin(), map.frictions.end());
  const Eigen::Index m = largest - map.frictions.begin();
  PlotPanel panel{
      fmt::format("friction {:.3g}", *largest), {"position [mm]"}, {"worst growth [1/s]"}};
  PlotSeries series;
  for (Eigen::Index p = 0; p < map.growth.cols(); ++p) {
    if (!std::isfinite(map.growth(m, p))) continue;
    series.x.push_back(1e3 * map.positions[static_cast<std::size_t>(p)]);
    series.y.push_back(map.growth(m, p));
  }
  if (series.x.empty()) return panel;
  panel.series = {series,
                  {{series.x.front(), series.x.back()}, {0.0, 0.0}, "", PlotStyle::reference}};
  return panel;
}

}  // namespace

void write_stability_picture(const StabilityMap& map, const std::string& path) {
  Figure figure{"stability of sliding", {map_panel(map)}};
  const PlotPanel growth = growth_panel(map);
  if (!growth.series.empty()) figure.panels.push_back(growth);
  write_svg(figure, path);
}

}  // namespace mortise::gen
