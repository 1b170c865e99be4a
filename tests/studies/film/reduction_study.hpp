// How reduced models of a dry impact compare with the unreduced body: fixed against free interface,
// cut-off frequency, and what is done about the constraint modes' artificial frequencies
// (Schmidt 4.2.2, 4.2.3).
#pragma once

#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"
#include "generator/simulate/film/simulate.hpp"

namespace mortise::gen {

struct DryMeasures {
  double contact_time = 0.0;      // total time with force > 0.1 % of its maximum [s]
  double separation = 0.0;        // end of the last contact [s]
  double force_max = 0.0;         // [N/m]
  double rebound_velocity = 0.0;  // of the centre of mass at the end [m/s]
};

struct ReductionCase {
  std::string name;  // "craig_bampton 150 kHz feedthrough"; "full" is the unreduced body
  std::string method = "full";
  StaticModes static_modes = StaticModes::dynamic;
  double cutoff_hz = 0.0;
  DryMeasures measures;
  double force_error = 0.0;     // rms of the force against the unreduced body, of its maximum [-]
  double pressure_error = 0.0;  // the same of the central pressure
  double gap_error = 0.0;       // largest difference of the central gap, of its largest value [-]
  RunCounts counts;
  FilmRun run;
};

// The unreduced body first, then Craig-Bampton and Craig-Chang with every cut-off, each with
// dynamic and with feedthrough modes, and damped Craig-Bampton with the lowest cut-off.
// cutoffs [Hz]: at least one. exactly: end at the duration, whether the bodies have parted or not,
// else go on until they have. Throws Error if the definition is not a dry impact or a run stops.
std::vector<ReductionCase> study_reductions(const FilmContactSpec& definition,
                                            const std::vector<double>& cutoffs, bool exactly,
                                            const Progress& progress);

}  // namespace mortise::gen
