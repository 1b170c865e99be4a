// What adaptive step control costs and gives (Schmidt tables 4.2 and 4.3): BDF2 with the threshold
// control against SDIRK2 with the embedded estimate, without and with monitoring of the load.
#pragma once

#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"
#include "generator/simulate/film/simulate.hpp"

namespace mortise::gen {

struct ControlCase {
  std::string scheme, control;
  double tolerance = 0.0;  // eps_a of pressure and gap, dimensionless; eps_r = 0
  bool monitored = false;
  double error_p_central = 0.0;  // largest over the trace, of the largest central pressure [-]
  RunCounts counts;
};

struct ControlOptions {
  // pairs of tolerances that give similar errors
  std::vector<double> bdf2_tolerances = {2.5e-3, 2.5e-4};
  std::vector<double> sdirk2_tolerances = {5e-4, 5e-5};
  double monitor_tolerance = 1e-3;  // of the load, over the reference load
  double reference_step = 0.0;      // of the fixed-step SDIRK2 reference [s]; 0: step.size / 5
};

// Steps do not land on the corners of the load, so that the control alone has to find them;
// f_min = 0.5, f_max = 1.5, f_safety = 0.6. Line contacts only, else Error.
std::vector<ControlCase> study_control(const FilmContactSpec& definition,
                                       const ControlOptions& options, const Progress& progress);

}  // namespace mortise::gen
