#include "generator/contact/film/inlet.hpp"

#include <fmt/format.h>

#include <cmath>

namespace mortise::gen {
namespace {

// Gap before the grid: from its first two nodes on.
struct OuterGap {
  double x, h, radius, logarithm;

  OuterGap(const FilmProfile& film, double radius_of)
      : x(film.x[0]), h(film.gap[0]), radius(radius_of) {
    const double middle = 0.5 * (film.x[0] + film.x[1]);
    const double slope = (film.gap[1] - film.gap[0]) / (film.x[1] - film.x[0]);
    logarithm = (slope - middle / radius) * middle;
  }
  double at(double place) const {
    return h + (place * place - x * x) / (2.0 * radius) + logarithm * std::log(place / x);
  }
};

double inlet_slope(double h, double through) { return (h - through) / (h * h * h); }

// Of the slope from minus infinity up to `place` < 0, by x = place / s, s from 0 to 1.
double risen_before(const OuterGap& gap, double through, double place) {
  constexpr int kParts = 200;
  double sum = 0.0;
  for (int k = 0; k < kParts; ++k) {
    const double s = (k + 0.5) / kParts;
    sum += inlet_slope(gap.at(place / s), through) / (s * s);
  }
  return -place * sum / kParts;
}

}  // namespace

InletFlow inlet_flow(const FilmProfile& film, double radius) {
  InletFlow flow;
  flow.needed = film.x[0];
  Eigen::Index highest = 0;
  if (!(film.pressure.maxCoeff(&highest) > 0.0)) return flow;
  const double through = film.gap[highest];
  double risen = 0.0;
  for (Eigen::Index i = 0; i < highest && film.gap[i + 1] > through; ++i)
    risen += 0.5 * (film.x[i + 1] - film.x[i]) *
             (inlet_slope(film.gap[i], through) + inlet_slope(film.gap[i + 1], through));
  const OuterGap gap(film, radius);
  const double before = risen_before(gap, through, film.x[0]);
  const double all = before + risen;
  if (!(before > 0.0) || !(all > 0.0)) return flow;
  flow.missing = before / all;
  // half of it: a flooded film is thicker, and needs more
  while (risen_before(gap, through, flow.needed) > 0.5 * kMissingInlet * all) flow.needed *= 1.1;
  return flow;
}

std::string starved_inlet(const FilmProfile& film, double radius, double half_width) {
  const InletFlow flow = inlet_flow(film, radius);
  if (flow.missing < kMissingInlet) return "";
  return fmt::format(
      "grid.extent begins too near: {:.0f} % of the pressure that draws the oil in would rise "
      "before "
      "{:g} b, and the film is too thin by as much\n  remedy: begin it at {:.0f} b, with as many "
      "more "
      "grid.points",
      100.0 * flow.missing, film.x[0] / half_width, std::floor(flow.needed / half_width));
}

}  // namespace mortise::gen
