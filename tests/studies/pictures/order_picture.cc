#include <algorithm>
#include <cmath>
#include <map>

#include "generator/deliver/pictures/trace_columns.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/studies/pictures/pictures.hpp"

namespace mortise::gen {
namespace {

using ErrorMember = double OrderPoint::*;

constexpr double kSlopeDistance = 0.55;  // of a reference slope to the curve above it, a factor
constexpr double kSpaceOrder = 2.0;      // of the finite differences of the film

struct NamedScheme {
  const char *name, *label;
  double order;
};
constexpr NamedScheme kSchemes[] = {
    {"sdirk2", "SDIRK2", 2.0},
    {"sdirk4", "SDIRK4", 4.0},
    {"backward_euler", "backward Euler", 1.0},
    {"bdf2", "BDF2", 2.0},
};

const NamedScheme* find_scheme(const std::string& name) {
  for (const NamedScheme& scheme : kSchemes) {
    if (name == scheme.name) return &scheme;
  }
  return nullptr;
}

struct ErrorCurve {
  PlotSeries series;
  double slope = 0.0;  // that it should have; 0: unknown
};

// How the points of a study lie along x.
struct Resolution {
  std::string label;
  bool time = true;     // false: film nodes
  double factor = 1.0;  // of the unit of the step

  double at(const OrderPoint& point) const { return time ? point.step / factor : point.points; }
};

// One curve per scheme, in the order of the study.
std::vector<ErrorCurve> error_curves(const std::vector<OrderPoint>& points, ErrorMember error,
                                     const Resolution& resolution) {
  std::vector<ErrorCurve> curves;
  std::vector<std::string> schemes;
  for (const OrderPoint& point : points) {
    auto at = std::find(schemes.begin(), schemes.end(), point.scheme);
    if (at == schemes.end()) {
      at = schemes.insert(at, point.scheme);
      const NamedScheme* scheme = find_scheme(point.scheme);
      ErrorCurve curve;
      curve.series.label = scheme != nullptr ? scheme->label : point.scheme;
      curve.series.style = PlotStyle::line_points;
      curve.series.colour = static_cast<int>(curves.size());
      curve.slope = scheme != nullptr ? scheme->order : 0.0;
      if (!resolution.time) curve.slope = -kSpaceOrder;
      curves.push_back(curve);
    }
    if (point.*error == 0.0) continue;
    PlotSeries& series = curves[static_cast<std::size_t>(at - schemes.begin())].series;
    series.x.push_back(resolution.at(point));
    series.y.push_back(point.*error);
  }
  curves.erase(std::remove_if(curves.begin(), curves.end(),
                              [](const ErrorCurve& curve) { return curve.series.x.empty(); }),
               curves.end());
  return curves;
}

// One line per slope, below the smallest error of the curves that should have it.
std::vector<PlotSeries> slopes_below(const std::vector<ErrorCurve>& curves) {
  struct Anchor {
    double x, y, first, last;
  };
  std::map<double, Anchor> anchors;
  for (const ErrorCurve& curve : curves) {
    const std::vector<double>&x = curve.series.x, &y = curve.series.y;
    const auto [first, last] = std::minmax_element(x.begin(), x.end());
    if (curve.slope == 0.0 || *first == *last) continue;
    const auto best = std::min_element(y.begin(), y.end());
    const Anchor anchor{x[static_cast<std::size_t>(best - y.begin())], *best, *first, *last};
    const auto [known, added] = anchors.emplace(curve.slope, anchor);
    if (!added && anchor.y < known->second.y) known->second = anchor;
  }
  std::vector<PlotSeries> lines;
  lines.reserve(anchors.size());
  for (const auto& [slope, anchor] : anchors) {
    lines.push_back(reference_slope(anchor.first, anchor.last, anchor.x, kSlopeDistance * anchor.y,
                                    slope, "order " + number_text(std::fabs(slope))));
  }
  return lines;
}

void add_order_panels(const std::vector<OrderPoint>& points, const Resolution& resolution,
                      Figure* figure) {
  for (const OrderQuantity& quantity : kOrderQuantities) {
    PlotPanel panel{quantity.title, {resolution.label, {}, {}, true}, {"error", {}, {}, true}};
    const std::vector<ErrorCurve> curves = error_curves(points, quantity.error, resolution);
    for (const ErrorCurve& curve : curves) panel.series.push_back(curve.series);
    for (const PlotSeries& line : slopes_below(curves)) panel.series.push_back(line);
    if (!panel.series.empty()) figure->panels.push_back(std::move(panel));
  }
}

}  // namespace

void write_order_picture(const OrderStudy& study, const std::string& path) {
  double largest = 0.0;
  for (const OrderPoint& point : study.time) largest = std::max(largest, point.step);
  const SiPrefix step = si_prefix(largest, "s");
  Figure figure{"", {}, static_cast<int>(std::size(kOrderQuantities))};
  add_order_panels(study.time, {axis_label("step size", step), true, step.factor}, &figure);
  add_order_panels(study.space, {"film nodes", false, 1.0}, &figure);
  if (figure.panels.empty()) {
    throw Error(path, "the study holds no error above zero, so there is nothing to show",
                "study more than one step size or number of nodes");
  }
  write_svg(figure, path);
}

}  // namespace mortise::gen
