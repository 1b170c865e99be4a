#include "generator/pipeline/compare_films.hpp"

#include <algorithm>
#include <cmath>

namespace mortise::gen {
namespace {

using Trace = std::vector<FilmSample>;

double largest_of(const Trace& trace, double FilmSample::*value) {
  double largest = 0.0;
  for (const FilmSample& s : trace) largest = std::max(largest, std::abs(s.*value));
  return largest;
}

void take(double error, double* largest) {
  // a NaN counts as everything wrong
  *largest = std::isfinite(error) ? std::max(*largest, error) : 1e300;
}

ScenarioErrors compare_lines(const Trace& reduced, const Trace& full) {
  ScenarioErrors e;
  const auto worst = [&](double FilmSample::*value) {
    double error = 0.0;
    const double scale = largest_of(full, value);
    for (const FilmSample& s : reduced) {
      if (s.time > full.back().time * (1.0 + 1e-9)) break;
      take(std::abs(s.*value - sample_at(full, s.time).*value) / scale, &error);
    }
    return error;
  };
  e.force = worst(&FilmSample::force);
  e.central_pressure = worst(&FilmSample::p_central);
  e.central_gap = worst(&FilmSample::h_central);
  e.minimum_gap = worst(&FilmSample::h_min);
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

ScenarioErrors compare_impacts(const Trace& reduced, const Trace& full) {
  ScenarioErrors e;
  const std::vector<Impact> wanted = impacts_of(full), found = impacts_of(reduced);
  const double force = largest_of(full, &FilmSample::force);
  const double pressure = largest_of(full, &FilmSample::p_central);
  if (found.size() != wanted.size()) e.force = e.restitution = 1.0;
  for (std::size_t i = 0; i < std::min(wanted.size(), found.size()); ++i) {
    const double shift = i == 0 ? 0.0 : found[i].begin - wanted[i].begin;
    for (const FilmSample& s : reduced) {
      if (s.time - shift < wanted[i].begin || s.time - shift > wanted[i].end) continue;
      const FilmSample f = sample_at(full, s.time - shift);
      take(std::abs(s.force - f.force) / force, &e.force);
      take(std::abs(s.p_central - f.p_central) / pressure, &e.central_pressure);
      take(std::abs(s.h_central - f.h_central) / std::abs(f.h_central), &e.central_gap);
      take(std::abs(s.h_min - f.h_min) / std::abs(f.h_min), &e.minimum_gap);
    }
    take(std::abs(found[i].restitution / wanted[i].restitution - 1.0), &e.restitution);
  }
  return e;
}

}  // namespace

ScenarioErrors compare_films(const std::string& scenario, FilmKind kind, const Trace& reduced,
                             const Trace& full) {
  ScenarioErrors e =
      kind == FilmKind::line ? compare_lines(reduced, full) : compare_impacts(reduced, full);
  e.scenario = scenario;
  return e;
}

}  // namespace mortise::gen
