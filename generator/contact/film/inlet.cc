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

// Integral of the slope from minus infinity to `place` < 0, by x = place / s, s from 0 to 1.
double risen_before(const OuterGap& gap, double through, double place) {
  constexpr int kParts = 200;
  double sum = 0.0;
  for (int k = 0; k < kParts; ++k) {
    const double s = (k + 0.5) / kParts;
    sum += inlet_slope(gap.at(place / s), through) / (s * s);
  }
  return -place * sum / kParts;
}

// The film from its other end.
FilmProfile mirrored(const FilmProfile& film) {
  FilmProfile other = film;
  other.x = -film.x.reverse();
  other.pressure = film.pressure.reverse();
  other.gap = film.gap.reverse();
  return other;
}

constexpr double kTorn = 1e-3;           // of the largest pressure: behind it the film is torn
constexpr double kBehindPressure = 1.5;  // of how far the pressure reaches

double pressed_up_to(const FilmProfile& film) {
  const double least = kTorn * film.pressure.maxCoeff();
  Eigen::Index last = film.x.size() - 1;
  while (last > 0 && !(film.pressure[last] > least)) --last;
  return film.x[last];
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

NeededExtent needed_extent(const FilmProfile& film, double radius, double unit, double speed) {
  const FilmProfile seen = speed < 0.0 ? mirrored(film) : film;
  const InletFlow flow = inlet_flow(seen, radius);
  const double inlet = seen.x[0] / unit;
  const bool flooded = flow.missing < kMissingInlet;
  const double start = flooded ? inlet : std::floor(flow.needed / unit);
  const double end = std::ceil(2.0 * kBehindPressure * pressed_up_to(seen) / unit) / 2.0;
  if (speed < 0.0) return {flow.missing, -inlet, -end, -start};
  return {flow.missing, inlet, start, end};
}

std::string starved_inlet(const NeededExtent& needed, double speed) {
  if (needed.missing < kMissingInlet) return "";
  const bool first = !(speed < 0.0);
  return fmt::format(
      "grid.extent {} too near: {:.0f} % of the pressure that draws the oil in would rise {} "
      "{:g} b, and the film is too thin by as much\n  remedy: {} it at {:.0f} b, with as many more "
      "grid.points, or let grid.extent = \"auto\" choose",
      first ? "begins" : "ends", 100.0 * needed.missing, first ? "before" : "beyond", needed.inlet,
      first ? "begin" : "end", first ? needed.start : needed.end);
}

}  // namespace mortise::gen
