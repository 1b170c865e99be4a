// How a structure is run at full order.
#pragma once

#include <string>
#include <vector>

#include "generator/contact/system/full_system.hpp"

namespace mortise::gen {

class StateMap;

// moreau_jean (theta = 1/2) is the scheme of the runtime. schurzig is the modified Newmark scheme
// of Schurzig as printed, generalised_alpha for sliding contacts (generator/simulate/sliding).
enum class TimeScheme { moreau_jean, schurzig, generalised_alpha };

// By its name; throws Error naming the schemes otherwise.
TimeScheme time_scheme(const std::string& name);

// From a time of a run on, a structure with one joint is in this case.
struct JointPhase {
  double start = 0.0;  // [s]
  OperatingCase operating_case;
};

struct FullOrderOptions {
  double step = 0.0;         // h [s]
  double tolerance = 1e-12;  // of the contacts' violations over the free motion
  // schurzig: plain Newton rule and end velocities, whatever the law of the contacts is.
  TimeScheme scheme = TimeScheme::moreau_jean;
  double spectral_radius = 0.9;    // of generalised_alpha [-]
  std::vector<JointPhase> phases;  // by start; empty: the system's own law and damping
  std::vector<LawChange> changes;  // by time
  long first_step = 0;             // of the scenario: its inputs are read from there on
  StateMap* map = nullptr;         // filled with what mapped_places() do; null: is not asked for
};

}  // namespace mortise::gen
