#include <algorithm>

#include "generator/deliver/pictures/study_pictures.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kLeastError = 1e-9;  // shown on a logarithmic axis [-]

void add_advised(const AdvisedCandidate& c, const AdviceLimits& limits, PlotSeries* series) {
  series->x.push_back(1e-3 * c.ns_worst);
  series->y.push_back(100.0 * std::max(kLeastError, *c.error(limits.measures)));
}

}  // namespace

void write_advice_picture(const std::vector<AdvisedCandidate>& candidates,
                          const Recommendation& recommended, const AdviceLimits& limits,
                          const std::string& path) {
  const auto series = [](const char* label, PlotStyle style, int colour) {
    PlotSeries s;
    s.label = label;
    s.style = style;
    s.colour = colour;
    return s;
  };
  PlotSeries all = series("candidates", PlotStyle::points, 3);
  PlotSeries front = series("not beaten", PlotStyle::line_points, 0);
  PlotSeries taken = series("recommended", PlotStyle::points, 1);
  PlotSeries budget = series("budget", PlotStyle::dashed, 2);
  PlotSeries error = series("error asked for", PlotStyle::dashed, 4);
  for (const AdvisedCandidate& c : candidates)
    if (has_figures(c, limits)) add_advised(c, limits, &all);
  if (all.x.empty())
    throw Error(path, "no candidate has a time and a certified error", "there is nothing to draw");
  for (const std::size_t k : pareto_front(candidates, limits))
    add_advised(candidates[k], limits, &front);
  if (recommended.candidate) add_advised(candidates[*recommended.candidate], limits, &taken);
  const double asked = 100.0 * limits.error, time = 1e-3 * limits.budget_ns;
  const auto [left, right] = std::minmax_element(all.x.begin(), all.x.end());
  const auto [bottom, top] = std::minmax_element(all.y.begin(), all.y.end());
  error.x = {std::min(*left, time), std::max(*right, time)};
  error.y = {asked, asked};
  budget.x = {time, time};
  budget.y = {std::min(*bottom, asked), std::max(*top, asked)};
  PlotPanel panel{"", {"worst step [us]", {}, {}, true}, {"certified error [%]", {}, {}, true}};
  for (const PlotSeries* s : {&all, &front, &taken, &budget, &error})
    if (!s->x.empty()) panel.series.push_back(*s);
  Figure figure{"", {panel}, 1, 420.0};
  write_svg(figure, path);
}

}  // namespace mortise::gen
