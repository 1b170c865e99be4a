// Impacts in the trace of a film or of a dry contact: where they begin, peak and end, and the
// figures that are read off them. The one finder: certificates, studies and pictures agree.
#pragma once

#include <vector>

#include "generator/contact/film/film_run.hpp"

namespace mortise::gen {

// Above this share of the largest force of a trace the bodies touch.
inline constexpr double kTouching = 1e-3;

// What tells two impacts apart: the bodies part between them, or the force falls below half the
// smaller of their peaks, as the eye counts the bounces of a body that a film never lets go.
enum class Apart { parted, valley };

struct ImpactRule {
  double share = 0.05;       // of its peak force: an impact begins and ends there
  double least = kTouching;  // of the largest force of the trace: a smaller peak is none
  Apart apart = Apart::parted;
};
inline constexpr ImpactRule kBounces = {0.05, 0.1, Apart::valley};

struct Impact {
  std::size_t first = 0, peak = 0, last = 0;  // samples above the share, the largest force
  // The force passes the share, by straight lines between samples; an end of the trace if it is
  // above there [s].
  double begin = 0.0, end = 0.0;
  double force = 0.0, time = 0.0;  // top of the parabola through the peak [N], [s]
  double approach = 0.0;           // fastest closing between the impact before and the peak [m/s]
  double rebound = 0.0;            // fastest opening until the next impact, or its peak [m/s]
  double restitution() const { return approach > 0.0 ? rebound / approach : 0.0; }
};

// In the order of time. An impact that an end of the trace cuts counts, too, unless valleys tell
// impacts apart: a peak at the end is none then.
std::vector<Impact> find_impacts(const std::vector<FilmSample>& trace, const ImpactRule& rule = {});

// Figures of the strongest impact of a run, read off its trace between samples (parabola through
// the extremum, straight lines through thresholds).
struct ImpactMeasures {
  double p_first_peak = 0.0, t_first_peak = 0.0;  // first maximum of p_central [Pa], [s]
  double p_valley = 0.0, t_valley = 0.0;  // smallest p_central between the peaks, force > 10 %
  double t_second_peak = 0.0;  // [s]; its height is a number of the grid and not reported
  double force_max = 0.0, t_force_max = 0.0;  // [N], [s]
  double contact_duration = 0.0;              // time with force > 10 % of its maximum [s]
  double h_min = 0.0, t_h_min = 0.0;          // smallest h_min while force > 10 % [m], [s]
  double h_plateau = 0.0;         // mean h_central from 30 us before to 50 us after t_force_max [m]
  double rebound_velocity = 0.0;  // at the end of the trace, or the largest before the next impact
                                  // [m/s]
  double restitution = 0.0;       // rebound velocity / impact velocity
};
// Throws Error if the run holds no complete impact.
ImpactMeasures measure_impact(const FilmRun& run, double impact_velocity);

}  // namespace mortise::gen
