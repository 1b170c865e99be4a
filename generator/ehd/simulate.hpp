// Full-order simulation of the contact a film definition describes: line contact under a
// prescribed load, impact of a point mass or of condensed bodies, dry impact of a plane body.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generator/define/film_definition.hpp"
#include "generator/ehd/film_run.hpp"
#include "generator/film/film_system.hpp"
#include "generator/film/scales.hpp"

namespace mortise::gen {

// Called with the share of the simulated time done, 0..1; may be empty.
using FilmProgress = std::function<void(double)>;

// Scales of a definition, for outputs and messages.
FilmScales film_scales(const FilmDefinition& definition);

// What is stepped in place of the full system; it must outlive the run. Empty: the full system.
using FilmSubstitute = std::function<StagedSystem*(FilmSystem* full)>;

// Runs the definition from its initial state to its duration. Line contacts start from their
// steady state under the base load. If a step cannot be solved however small, the run ends there,
// completed = false, with the reason. Throws Error for definitions that cannot be set up.
// warnings: findings that do not stop; may be null.
FilmRun simulate_film(const FilmDefinition& definition, const FilmProgress& progress,
                      std::vector<std::string>* warnings, const FilmSubstitute& substitute = {});

// An impact as simulate_film() runs it; if the bodies have not parted once until the end of the
// duration, the run goes on until they do: the force has risen and fallen to a thousandth of its
// largest. At impact_bound() it stops, completed = false, with a reason that names the keys. Steps
// up to the duration are those of simulate_film(). Throws Error for line contacts.
FilmRun simulate_until_parted(const FilmDefinition& definition, const FilmProgress& progress,
                              std::vector<std::string>* warnings);

// 20 times the duration and the free fall to the plate [s]: a thousand times heavier a body, or a
// tenth of the velocity, stays below it.
double impact_bound(const FilmDefinition& definition);

// Steady state of a line contact under its base load, reference * base: where a run starts.
struct FilmSteady {
  double load = 0.0;                    // [N/m]
  double h_central = 0.0, h_min = 0.0;  // [m]
  double p_central = 0.0;               // [Pa]
  double p_hertz = 0.0;                 // of this load [Pa]
  double b_hertz = 0.0;                 // of this load [m]
  FilmProfile profile;
  RunCounts counts;
};
FilmSteady steady_film(const FilmDefinition& definition);

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
