#include <algorithm>
#include <cmath>
#include <functional>

#include "generator/ehd/simulate.hpp"
#include "generator/error.hpp"

namespace mortise::gen {
namespace {

using Samples = std::vector<FilmSample>;

struct Extremum {
  double time = 0.0, value = 0.0;
};

// Extremum of the parabola through a sample and its neighbours.
Extremum refine(const Samples& s, std::size_t k, double FilmSample::*value) {
  if (k == 0 || k + 1 >= s.size()) return {s[k].time, s[k].*value};
  const double t0 = s[k - 1].time - s[k].time, t2 = s[k + 1].time - s[k].time;
  const double y0 = s[k - 1].*value - s[k].*value, y2 = s[k + 1].*value - s[k].*value;
  if (t0 == 0.0 || t2 == 0.0) return {s[k].time, s[k].*value};
  const double a = (y2 / t2 - y0 / t0) / (t2 - t0), b = y0 / t0 - a * t0;
  if (a == 0.0) return {s[k].time, s[k].*value};
  const double t = std::clamp(-b / (2.0 * a), t0, t2);
  return {s[k].time + t, s[k].*value + b * t + a * t * t};
}

std::size_t extreme(const Samples& s, std::size_t from, std::size_t to, double FilmSample::*value,
                    double sign) {
  std::size_t best = from;
  for (std::size_t k = from; k <= to; ++k) {
    if (sign * (s[k].*value) > sign * (s[best].*value)) best = k;
  }
  return best;
}

// Time at which the force passes `level` between samples k - 1 and k.
double crossing(const Samples& s, std::size_t k, double level) {
  const double share = (level - s[k - 1].force) / (s[k].force - s[k - 1].force);
  return s[k - 1].time + share * (s[k].time - s[k - 1].time);
}

double mean_gap(const Samples& s, double from, double to) {
  double integral = 0.0, length = 0.0;
  for (std::size_t k = 1; k < s.size(); ++k) {
    const double a = std::max(from, s[k - 1].time), b = std::min(to, s[k].time);
    if (b <= a) continue;
    const double slope = (s[k].h_central - s[k - 1].h_central) / (s[k].time - s[k - 1].time);
    integral += (b - a) * (s[k - 1].h_central + slope * (0.5 * (a + b) - s[k - 1].time));
    length += b - a;
  }
  return length > 0.0 ? integral / length : 0.0;
}

}  // namespace

ImpactMeasures measure_impact(const FilmRun& run, double impact_velocity) {
  const Samples& s = run.trace;
  if (s.size() < 3) throw Error("impact", "the run has no samples", "lengthen the duration");
  const std::size_t last = s.size() - 1;
  const std::size_t top = extreme(s, 0, last, &FilmSample::force, 1.0);
  const double level = 0.1 * s[top].force;
  std::size_t in = top, out = top;
  while (in > 0 && s[in - 1].force > level) --in;
  while (out < last && s[out + 1].force > level) ++out;
  if (!(s[top].force > 0.0) || in == 0 || out == last) {
    throw Error("impact", "the run holds no complete impact: the force does not rise and fall",
                run.completed ? "lengthen the duration" : run.stop_reason);
  }

  ImpactMeasures m;
  const Extremum force = refine(s, top, &FilmSample::force);
  m.force_max = force.value;
  m.t_force_max = force.time;
  m.contact_duration = crossing(s, out + 1, level) - crossing(s, in, level);

  // The first peak of the central pressure stands near the largest force; the second, at the end
  // of the contact, may be far higher. Between them lies a valley. Small ripples do not count.
  std::size_t peak = in;
  for (std::size_t k = in; k <= out; ++k) {
    if (s[k].p_central > s[peak].p_central) peak = k;
    if (k > top && s[k].p_central < 0.98 * s[peak].p_central) break;
  }
  const Extremum first = refine(s, peak, &FilmSample::p_central);
  m.p_first_peak = first.value;
  m.t_first_peak = first.time;
  // until the next impact, if there is one
  std::size_t until = out + 1;
  while (until < last && s[until + 1].force <= level) ++until;
  std::size_t second = extreme(s, peak, until, &FilmSample::p_central, 1.0);
  if (second == peak) {  // no spike: the latest local maximum
    for (std::size_t k = until - 1; k > peak; --k) {
      if (s[k].p_central > s[k - 1].p_central && s[k].p_central >= s[k + 1].p_central) {
        second = k;
        break;
      }
    }
  }
  m.t_second_peak = refine(s, second, &FilmSample::p_central).time;
  const Extremum valley = refine(
      s, extreme(s, peak, std::max(peak, std::min(second, out)), &FilmSample::p_central, -1.0),
      &FilmSample::p_central);
  m.p_valley = valley.value;
  m.t_valley = valley.time;

  const Extremum film =
      refine(s, extreme(s, in, out, &FilmSample::h_min, -1.0), &FilmSample::h_min);
  m.h_min = film.value;
  m.t_h_min = film.time;
  m.h_plateau = mean_gap(s, m.t_force_max - 30e-6, m.t_force_max + 50e-6);
  // a later impact falls back towards the plate first: the fastest flight in between counts
  m.rebound_velocity = until < last ? s[extreme(s, out, until, &FilmSample::velocity, 1.0)].velocity
                                    : s[last].velocity;
  m.restitution = m.rebound_velocity / impact_velocity;
  return m;
}

}  // namespace mortise::gen
