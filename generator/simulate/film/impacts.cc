#include "generator/simulate/film/impacts.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

using Samples = std::vector<FilmSample>;

constexpr double kShare = 0.1;   // of the peak force: what is measured lies above
constexpr double kValley = 0.5;  // of the smaller peak: lower valleys tell impacts apart

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

// Samples around k whose force is above `level`: first and last.
std::pair<std::size_t, std::size_t> above(const Samples& s, std::size_t k, double level) {
  std::size_t first = k, last = k;
  while (first > 0 && s[first - 1].force > level) --first;
  while (last + 1 < s.size() && s[last + 1].force > level) ++last;
  return {first, last};
}

// The highest sample of every impact.
std::vector<std::size_t> tops_of(const Samples& s, double largest, const ImpactRule& rule) {
  const bool parted = rule.apart == Apart::parted;
  std::vector<std::size_t> tops;
  double valley = 0.0;  // smallest force since the last top
  for (std::size_t k = 0; k < s.size(); ++k) {
    const double force = s[k].force;
    valley = std::min(valley, force);
    const bool rises = k == 0 ? parted : force > s[k - 1].force;
    const bool falls = k + 1 == s.size() ? parted : force >= s[k + 1].force;
    if (!rises || !falls || !(force > rule.least * largest)) continue;
    if (tops.empty() || (parted ? valley <= kTouching * largest
                                : valley < kValley * std::min(s[tops.back()].force, force))) {
      tops.push_back(k);
    } else if (force > s[tops.back()].force) {
      tops.back() = k;
    }
    if (tops.back() == k) valley = force;
  }
  return tops;
}

// Largest velocity of the samples from .. to, in the direction of `sign`; 0 if none goes there.
double fastest(const Samples& s, std::size_t from, std::size_t to, double sign) {
  double largest = 0.0;
  for (std::size_t k = from; k <= to; ++k) largest = std::max(largest, sign * s[k].velocity);
  return largest;
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

std::vector<Impact> find_impacts(const Samples& s, const ImpactRule& rule) {
  double largest = 0.0;
  for (const FilmSample& sample : s) largest = std::max(largest, sample.force);
  const std::vector<std::size_t> tops = tops_of(s, largest, rule);
  // samples in contact; with valleys an impact is at its peak what the next one follows
  std::vector<std::pair<std::size_t, std::size_t>> contact;
  contact.reserve(tops.size());
  for (const std::size_t top : tops)
    contact.push_back(rule.apart == Apart::parted ? above(s, top, kTouching * largest)
                                                  : std::make_pair(top, top));
  std::vector<Impact> impacts(tops.size());
  for (std::size_t i = 0; i < tops.size(); ++i) {
    Impact& impact = impacts[i];
    impact.peak = tops[i];
    const double level = rule.share * s[impact.peak].force;
    std::tie(impact.first, impact.last) = above(s, impact.peak, level);
    impact.begin = impact.first == 0 ? s[0].time : crossing(s, impact.first, level);
    impact.end =
        impact.last + 1 == s.size() ? s[impact.last].time : crossing(s, impact.last + 1, level);
    const Extremum top = refine(s, impact.peak, &FilmSample::force);
    impact.force = top.value;
    impact.time = top.time;
    // a body that is pushed goes on accelerating in the film
    impact.approach = fastest(s, i > 0 ? contact[i - 1].second : 0, impact.peak, -1.0);
    impact.rebound = fastest(s, contact[i].first,
                             i + 1 < tops.size() ? contact[i + 1].first - 1 : s.size() - 1, 1.0);
  }
  return impacts;
}

ImpactMeasures measure_impact(const FilmRun& run, double impact_velocity) {
  const Samples& s = run.trace;
  if (s.size() < 3) throw Error("impact", "the run has no samples", "lengthen the duration");
  const std::size_t last = s.size() - 1;
  const std::vector<Impact> impacts = find_impacts(s, {kShare, kTouching, Apart::parted});
  const auto strongest = std::max_element(
      impacts.begin(), impacts.end(),
      [&](const Impact& a, const Impact& b) { return s[a.peak].force < s[b.peak].force; });
  demand(!impacts.empty() && strongest->first != 0 && strongest->last != last, "impact",
         "the run holds no complete impact: the force does not rise and fall",
         run.completed ? "lengthen the duration" : run.stop_reason);
  const std::size_t top = strongest->peak, in = strongest->first, out = strongest->last;
  const double level = kShare * s[top].force;

  ImpactMeasures m;
  m.force_max = strongest->force;
  m.t_force_max = strongest->time;
  m.contact_duration = strongest->end - strongest->begin;

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
