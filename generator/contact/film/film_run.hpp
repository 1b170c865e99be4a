// What a simulated contact leaves behind, in SI units, the same for films and for dry contact.
#pragma once

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
FilmSample sample_between(const FilmSample& a, const FilmSample& b, double time);
// Between the samples of a trace (not empty, ascending times); its first or last one outside of it.
FilmSample sample_at(const std::vector<FilmSample>& trace, double time);

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
