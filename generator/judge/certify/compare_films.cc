#include "generator/judge/certify/compare_films.hpp"

#include <algorithm>
#include <cmath>

#include "generator/judge/certify/errors.hpp"
#include "generator/simulate/film/impacts.hpp"

namespace mortise::gen {
namespace {

using Trace = std::vector<FilmSample>;

struct FilmMeasure {
  Measure measure;
  double FilmSample::*value;
  bool gap;  // of impacts over the gap of the same instant, else over the largest value compared
};
constexpr FilmMeasure kFilmMeasures[] = {{Measure::force, &FilmSample::force, false},
                                         {Measure::central_pressure, &FilmSample::p_central, false},
                                         {Measure::central_gap, &FilmSample::h_central, true},
                                         {Measure::minimum_gap, &FilmSample::h_min, true}};

double largest_of(const Trace& trace, double FilmSample::*value) {
  double largest = 0.0;
  for (const FilmSample& s : trace) largest = std::max(largest, std::abs(s.*value));
  return largest;
}

void take(double value, double reference, double scale, std::optional<double>* worst) {
  take_worse(relative_error(std::abs(value - reference), std::abs(scale)), worst);
}

Measured compare_lines(const Trace& reduced, const Trace& full) {
  Measured e;
  for (const FilmMeasure& m : kFilmMeasures) {
    const double scale = largest_of(full, m.value);
    for (const FilmSample& s : reduced) {
      if (s.time > full.back().time * (1.0 + 1e-9)) break;
      take(s.*m.value, sample_at(full, s.time).*m.value, scale, &e[m.measure]);
    }
  }
  return e;
}

// Behind an impact pressure piles up on the axis, a spike whose height is a number of the grid.
double largest_while_compared(const Trace& trace, const std::vector<Impact>& impacts,
                              double FilmSample::*value) {
  double largest = 0.0;
  for (const Impact& impact : impacts)
    for (std::size_t k = impact.first; k <= impact.last; ++k)
      largest = std::max(largest, std::abs(trace[k].*value));
  return largest;
}

Measured compare_impacts(const Trace& reduced, const Trace& full) {
  Measured e;
  const std::vector<Impact> wanted = find_impacts(full), found = find_impacts(reduced);
  if (found.size() != wanted.size()) e[Measure::force] = e[Measure::restitution] = 1.0;
  for (std::size_t i = 0; i < std::min(wanted.size(), found.size()); ++i) {
    const double shift = i == 0 ? 0.0 : found[i].begin - wanted[i].begin;
    for (const FilmMeasure& m : kFilmMeasures) {
      const double scale = largest_while_compared(full, wanted, m.value);
      for (const FilmSample& s : reduced) {
        if (s.time - shift < wanted[i].begin || s.time - shift > wanted[i].end) continue;
        const double f = sample_at(full, s.time - shift).*m.value;
        take(s.*m.value, f, m.gap ? f : scale, &e[m.measure]);
      }
    }
    take(found[i].restitution(), wanted[i].restitution(), wanted[i].restitution(),
         &e[Measure::restitution]);
  }
  return e;
}

}  // namespace

Measured compare_films(FilmKind kind, const Trace& reduced, const Trace& full) {
  return kind == FilmKind::line ? compare_lines(reduced, full) : compare_impacts(reduced, full);
}

bool film_touched(FilmKind kind, const Trace& trace) {
  if (kind == FilmKind::line) return largest_of(trace, &FilmSample::force) > 0.0;
  const std::vector<Impact> impacts = find_impacts(trace);
  return std::any_of(impacts.begin(), impacts.end(),
                     [](const Impact& impact) { return impact.restitution() > 0.0; });
}

}  // namespace mortise::gen
