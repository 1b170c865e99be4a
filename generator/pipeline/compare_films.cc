#include "generator/pipeline/compare_films.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace mortise::gen {
namespace {

using Trace = std::vector<FilmSample>;

double largest_of(const Trace& trace, double FilmSample::*value) {
  double largest = 0.0;
  for (const FilmSample& s : trace) largest = std::max(largest, std::abs(s.*value));
  return largest;
}

// Zero over zero was not measured; a NaN counts as everything wrong.
void take(double difference, double scale, std::optional<double>* largest) {
  if (difference == 0.0 && scale == 0.0) return;
  const double error = std::abs(difference) / std::abs(scale);
  *largest = std::isfinite(error) ? std::max(largest->value_or(0.0), error) : 1e300;
}

Measured compare_lines(const Trace& reduced, const Trace& full) {
  Measured e;
  const auto worst = [&](double FilmSample::*value) {
    std::optional<double> error;
    const double scale = largest_of(full, value);
    for (const FilmSample& s : reduced) {
      if (s.time > full.back().time * (1.0 + 1e-9)) break;
      take(s.*value - sample_at(full, s.time).*value, scale, &error);
    }
    return error;
  };
  e[Measure::force] = worst(&FilmSample::force);
  e[Measure::central_pressure] = worst(&FilmSample::p_central);
  e[Measure::central_gap] = worst(&FilmSample::h_central);
  e[Measure::minimum_gap] = worst(&FilmSample::h_min);
  return e;
}

// One passage of the force over 5 % of its peak.
struct Impact {
  double begin = 0.0, end = 0.0;  // [s]
  std::size_t peak = 0;           // sample of the largest force
  double restitution = 0.0;       // largest velocity behind over the largest before
};

constexpr double kEnd = 0.05;      // of the peak force of an impact
constexpr double kContact = 1e-3;  // of the largest force of all: the bodies touch

double crossing_time(const FilmSample& a, const FilmSample& b, double level) {
  return a.time + (level - a.force) / (b.force - a.force) * (b.time - a.time);
}

// When the force passes 5 % of its peak among the samples from .. to.
Impact window_of(const Trace& t, std::size_t from, std::size_t to) {
  std::size_t first = from;
  for (std::size_t k = from; k <= to; ++k) {
    if (t[k].force > t[first].force) first = k;
  }
  Impact impact;
  impact.peak = first;
  std::size_t last = first;
  const double level = kEnd * t[first].force;
  while (first > 0 && t[first - 1].force > level) --first;
  while (last + 1 < t.size() && t[last + 1].force > level) ++last;
  impact.begin = first == 0 ? t[0].time : crossing_time(t[first - 1], t[first], level);
  impact.end = last + 1 == t.size() ? t[last].time : crossing_time(t[last], t[last + 1], level);
  return impact;
}

// Largest velocity of the samples from .. to, in the direction of `sign`; 0 if none goes there.
double fastest(const Trace& t, std::size_t from, std::size_t to, double sign) {
  double largest = 0.0;
  for (std::size_t k = from; k <= to && k < t.size(); ++k)
    largest = std::max(largest, sign * t[k].velocity);
  return largest;
}

std::vector<Impact> impacts_of(const Trace& t) {
  const double touch = kContact * largest_of(t, &FilmSample::force);
  std::vector<std::size_t> begins, ends;  // first and last sample in contact
  for (std::size_t k = 0; k < t.size(); ++k) {
    if (!(t[k].force > touch)) continue;
    if (k == 0 || !(t[k - 1].force > touch)) begins.push_back(k);
    if (k + 1 == t.size() || !(t[k + 1].force > touch)) ends.push_back(k);
  }
  std::vector<Impact> impacts;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    Impact impact = window_of(t, begins[i], ends[i]);
    // a body that is pushed goes on accelerating in the film
    const double in = fastest(t, i > 0 ? ends[i - 1] : 0, impact.peak, -1.0);
    const double out =
        fastest(t, begins[i], i + 1 < begins.size() ? begins[i + 1] - 1 : t.size() - 1, 1.0);
    impact.restitution = in > 0.0 ? out / in : 0.0;
    impacts.push_back(impact);
  }
  return impacts;
}

Measured compare_impacts(const Trace& reduced, const Trace& full) {
  Measured e;
  const std::vector<Impact> wanted = impacts_of(full), found = impacts_of(reduced);
  const double force = largest_of(full, &FilmSample::force);
  const double pressure = largest_of(full, &FilmSample::p_central);
  if (found.size() != wanted.size()) e[Measure::force] = e[Measure::restitution] = 1.0;
  for (std::size_t i = 0; i < std::min(wanted.size(), found.size()); ++i) {
    const double shift = i == 0 ? 0.0 : found[i].begin - wanted[i].begin;
    for (const FilmSample& s : reduced) {
      if (s.time - shift < wanted[i].begin || s.time - shift > wanted[i].end) continue;
      const FilmSample f = sample_at(full, s.time - shift);
      take(s.force - f.force, force, &e[Measure::force]);
      take(s.p_central - f.p_central, pressure, &e[Measure::central_pressure]);
      take(s.h_central - f.h_central, f.h_central, &e[Measure::central_gap]);
      take(s.h_min - f.h_min, f.h_min, &e[Measure::minimum_gap]);
    }
    take(found[i].restitution - wanted[i].restitution, wanted[i].restitution,
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
  const std::vector<Impact> impacts = impacts_of(trace);
  return std::any_of(impacts.begin(), impacts.end(),
                     [](const Impact& impact) { return impact.restitution > 0.0; });
}

}  // namespace mortise::gen
