// Frequency responses with contact: steady states point by point, and swept excitations.
#pragma once

#include <vector>

#include "generator/bake/file/options.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/simulate/run/trajectory.hpp"

namespace mortise::gen {

// What drives a sweep: [excitation], harmonic by default, the [[excitations]] and [load], whose
// frequencies give way to the sweep's. It starts as the model does.
// Throws Error, naming the key, for what no steady state has: an impulse, a motion at the start,
// two frequencies, a load that swings from some time on, or nothing that swings.
ScenarioOptions sweep_scenario(const Definition& definition, const ReducedSystem& system);

// When has a driven motion become periodic, and over how many excitation periods? (Schurzig
// section 6; subharmonic motions repeat after m periods.)
struct PeriodicityOptions {
  int minimum_periods = 400;  // before a motion may be called periodic: friction settles slowly
  int maximum_multiple = 8;
  double tolerance = 1e-3;  // relative distance of (omega q, v) after m periods
};

struct SweepOptions {
  std::vector<double> frequencies;  // [Hz] > 0
  int steps_per_period = 1600;      // the step is baked again for every frequency
  int maximum_periods = 800;
  int amplitude_periods = 8;  // max |u| is taken over the last of them
  PeriodicityOptions periodicity;
  int jobs = 1;  // threads, 0: one per processor; never changes the result
};

// Forces of rigid contacts are impulses over a step, whose largest grows without bound as the step
// shrinks: they are averaged over a window that passes along the run, a part of the (shortest)
// excitation period that no step changes.
inline constexpr int kWindowsPerPeriod = 16;

struct SweepPoint {
  double frequency = 0.0;  // [Hz]
  // Per output: max |u| over the last periods; of rigid contacts the largest |mean| over a window.
  std::vector<double> amplitude;
  std::vector<double>
      impulse;              // per output: largest of a step [N s]; NaN if not of a rigid contact
  double window = 0.0;      // [s]
  int periods = 0;          // simulated
  int period_multiple = 0;  // 1..maximum_multiple, 0 = none found
};

// Steady states, one per frequency, in the order given. progress: from one thread at a time.
// system:  condensed structure; options: law and solver (step, scenarios and golden are replaced).
// excited: sources of any frequency; from the system's start where it has none.
// Throws Error for frequencies or counts that are not positive, or an unknown input.
std::vector<SweepPoint> steady_sweep(const ReducedSystem& system, const BakeOptions& options,
                                     const ScenarioOptions& excited, const SweepOptions& sweep,
                                     const Progress& progress);

struct SweptOptions {
  double from = 0.0, to = 0.0;  // [Hz]
  double rate = 0.0;            // [Hz/s], its sign is that of to - from
  int steps_per_period = 1600;  // at the highest frequency
};

// One run under amplitudes sin(2 pi (f0 + m t / 2) t + phase) (Schurzig eq. 32); a point
// per excitation period with the instantaneous frequency f0 + m t and max |u| over that period
// (periods and period_multiple: count so far and 0).
std::vector<SweepPoint> swept_response(const ReducedSystem& system, const BakeOptions& options,
                                       const ScenarioOptions& excited, const SweptOptions& swept,
                                       const Progress& progress);

}  // namespace mortise::gen
