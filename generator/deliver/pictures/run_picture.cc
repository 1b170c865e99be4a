#include "generator/deliver/pictures/run_picture.hpp"

#include <algorithm>

namespace mortise::gen {

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
    series.x = time;
    series.y = curve.values;
    series.label = curve.name;
    series.width = 1.2;
    panel->series.push_back(std::move(series));
  }
  return figure;
}

}  // namespace mortise::gen
