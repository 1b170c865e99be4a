// What a simulated contact leaves behind, in SI units, the same for films and for dry contact.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "generator/ground/numbers/matrix.hpp"

namespace mortise::gen {

// One row per recorded time. Line contact: `force` is the load [N/m].
struct FilmSample {
  double time = 0.0;       // [s]
  double force = 0.0;      // [N] point contact, [N/m] line contact
  double p_central = 0.0;  // at x = 0 (line contact: interpolated) [Pa]
  double p_max = 0.0;      // [Pa]
  double h_central = 0.0;  // [m]
  double h_min = 0.0;      // smallest nodal gap [m]
  double velocity = 0.0;   // approach of the bodies' centres, opening positive [m/s]
};

// On the straight line from a to b (a.time <= b.time) at a time up to the later one.
inline FilmSample sample_between(const FilmSample& a, const FilmSample& b, double time) {
  const double s = b.time > a.time ? std::min(1.0, (time - a.time) / (b.time - a.time)) : 1.0;
  const auto mix = [s](double from, double to) { return from + s * (to - from); };
  return {time,
          mix(a.force, b.force),
          mix(a.p_central, b.p_central),
          mix(a.p_max, b.p_max),
          mix(a.h_central, b.h_central),
          mix(a.h_min, b.h_min),
          mix(a.velocity, b.velocity)};
}
// Between the samples of a trace (not empty, ascending times); its first or last one outside of it.
inline FilmSample sample_at(const std::vector<FilmSample>& trace, double time) {
  const auto next = std::lower_bound(trace.begin(), trace.end(), time,
                                     [](const FilmSample& s, double t) { return s.time < t; });
  if (next == trace.begin()) return trace.front();
  if (next == trace.end()) return trace.back();
  return sample_between(*(next - 1), *next, time);
}

struct FilmProfile {
  double time = 0.0;  // [s]
  Vector x;           // (n) [m]
  Vector pressure;    // (n) [Pa]
  Vector gap;         // (n) [m]
  Vector fill;        // (n) share of the gap filled with liquid; empty unless mass-conserving
};

struct RunCounts {
  long steps = 0, rejected = 0, stages = 0, iterations = 0, factorisations = 0;
  double wall_seconds = 0.0;
  double cpu_seconds = 0.0;  // processor time of the process meanwhile
};

struct FilmRun {
  std::vector<FilmSample> trace;
  std::vector<FilmProfile> profiles;
  Eigen::Index points = 0;    // nodes of the film, or of the dry contact
  std::vector<double> steps;  // size of every accepted step [s]
  RunCounts counts;
  bool completed = true;    // false: stopped early, the last sample is the last good state
  std::string stop_reason;  // whole sentence, empty if completed
};

}  // namespace mortise::gen
