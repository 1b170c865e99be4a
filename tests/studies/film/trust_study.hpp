// What the trust signals of a reduced film are worth: residual at the watched rows and distance of
// the inputs from the training box against true errors, within the box and beyond it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generator/reduce/film/snapshots.hpp"
#include "tests/studies/film/film_trial.hpp"

namespace mortise::gen {

struct TrustRun {
  std::string name;       // "load 0.30 above the box"
  double distance = 0.0;  // largest of an input from the box, over its width; negative: inside
  FilmErrors errors;      // worst over the run
  double residual = 0.0;  // largest over the run
  bool failed = false;    // a step was rolled back
  bool refused = false;   // the film has no steady state to start from: nothing else is known
  double passes = -1.0;   // [s] when film or pressure error passes the limit; -1: never
  double residual_before = 0.0;  // largest until then (over the whole run if never)
  double distance_before = 0.0;
  bool warned_before = false;  // an input is held or the load slowed down until then
  bool unflagged = false;      // the error passes the limit before any signal
};

// What a limit of the residual would do.
struct TrustLimit {
  double limit = 0.0;
  int flagged_residual = 0;  // runs that pass the error, flagged in time by the residual alone
  int flagged = 0;           // by the residual or another signal
  int alarms_inside = 0;     // runs flagged by the residual that never pass, inside the box
  int alarms_beyond = 0;
};

struct TrustStudy {
  std::vector<TrustRun> runs;
  std::vector<TrustLimit> limits;
  double limit = 0.0;        // error that must not pass unflagged [-]
  double trust_limit = 0.0;  // residual at which the film says UNTRUSTED, as defined
  int passing = 0;           // runs whose error passes the limit
  int passing_inside = 0;    // of them, inside the box
  int flagged_residual = 0;  // of them, flagged in time by the residual alone, at trust_limit
  int flagged_distance = 0;  // by the distance alone
  int flagged_input = 0;  // by an input held or a load slowed down, with reduce.margin as defined
  int flagged = 0;        // by any of them
  int alarms = 0;         // runs flagged by the residual whose error never passes
  int alarms_inside = 0;  // of them, inside the box
  // Largest residual limit that flags every passing run in time, by itself and together with the
  // other signals; infinite if no run needs it.
  double needed_alone = 0.0, needed = 0.0;
};

// Runs the full model and the film of the definition (in the runtime, double precision) over load,
// speed and viscosity, both edges of each, over all three together and over the speed of a load
// step. excursions: how far beyond an edge of the training box, over its width, negative inside, at
// most 1: the film is made to accept all of it, so that its errors can be seen. limit: of the
// errors. reference_step: largest one of the full model [s]; reduce.step leaves the errors of the
// step out. Throws Error for other films than line contacts under load with [reduce].
TrustStudy study_trust(const FilmContactSpec& definition, const FilmSnapshots& snapshots,
                       const std::vector<double>& excursions, double limit, double reference_step,
                       const Progress& progress);

// Limits of the residual that a study judges, besides the one of the definition.
inline const std::vector<double> kTrustLimits = {0.1, 0.15, 0.2, 0.25, 0.3,
                                                 0.4, 0.5,  0.6, 0.8,  2.0};

// From well inside the box to its own width beyond.
inline const std::vector<double> kTrustExcursions = {-0.5, -0.25, 0.0, 0.15, 0.3, 0.6, 1.0};

}  // namespace mortise::gen
