#include "generator/deliver/pictures/run_picture.hpp"

#include <algorithm>

namespace mortise::gen {

std::vector<double> output_of(const Trajectory& trajectory, std::size_t output) {
  std::vector<double> values;
  values.reserve(trajectory.outputs.size());
  for (const std::vector<double>& row : trajectory.outputs) values.push_back(row[output]);
  return values;
}

Figure run_figure(const std::string& title, const std::vector<double>& time,
                  const std::vector<RunCurve>& curves) {
  Figure figure;
  figure.title = title;
  figure.share_x = true;
  for (const RunCurve& curve : curves) {
    const std::string label = "[" + (curve.unit.empty() ? std::string("1") : curve.unit) + "]";
    const auto fits = [&](const PlotPanel& panel) { return panel.y.label == label; };
    auto panel = std::find_if(figure.panels.begin(), figure.panels.end(), fits);
    if (panel == figure.panels.end()) {
      PlotPanel empty;
      empty.x.label = "time [s]";
      empty.y.label = label;
      panel = figure.panels.insert(panel, std::move(empty));
    }
    PlotSeries series;
    const bool beside = !curve.beside.empty();
    series.x = beside ? curve.beside : time;
    series.y = curve.values;
    series.label = curve.name;
    series.width = 1.2;
    if (beside) series.style = PlotStyle::dashed;
    panel->series.push_back(std::move(series));
  }
  return figure;
}

Figure beside_figure(const std::string& title, const std::vector<std::string>& units,
                     const Trajectory& file, const Trajectory& full) {
  std::vector<RunCurve> curves;
  for (std::size_t k = 0; k < file.names.size(); ++k) {
    curves.push_back({file.names[k], units[k], output_of(file, k)});
    const auto at = std::find(full.names.begin(), full.names.end(), file.names[k]);
    if (at == full.names.end() || full.time.empty()) continue;
    const auto of_full = static_cast<std::size_t>(at - full.names.begin());
    curves.push_back({file.names[k] + ", full", units[k], output_of(full, of_full), full.time});
  }
  return run_figure(title, file.time, curves);
}

}  // namespace mortise::gen
