#include <algorithm>
#include <map>

#include "generator/ground/text/error.hpp"
#include "tests/studies/pictures/pictures.hpp"

namespace mortise::gen {

void write_condensation_picture(const std::vector<PartStudy>& studies, const std::string& path) {
  Figure figure{"", {}, 2, 330.0};
  const struct {
    const char* title;
    double CondensationErrors::*error;
  } panels[] = {{"natural frequencies", &CondensationErrors::frequency},
                {"frequency response", &CondensationErrors::response}};
  for (const PartStudy& study : studies)
    for (const auto& which : panels) {
      PlotPanel panel{(study.name.empty() ? "" : study.name + ", ") + which.title,
                      {"coordinates", {}, {}, false},
                      {"error up to the top of the band [%]", {}, {}, true}};
      std::map<std::string, PlotSeries> series;
      for (const CondensationCase& c : study.cases) {
        const double error = 100.0 * c.errors.*which.error;
        if (!c.refused.empty() || !(error > 0.0)) continue;
        PlotSeries& s = series[c.automatic ? "auto" : c.method];
        s.label = c.automatic ? "auto" : c.method;
        s.style = c.automatic ? PlotStyle::points : PlotStyle::line_points;
        s.x.push_back(static_cast<double>(c.coordinates));
        s.y.push_back(std::max(error, 1e-9));
      }
      for (auto& [name, s] : series) panel.series.push_back(s);
      if (panel.series.empty())
        throw Error(path, "no case has an error above zero", "there is nothing to draw");
      figure.panels.push_back(panel);
    }
  write_svg(figure, path);
}

}  // namespace mortise::gen
