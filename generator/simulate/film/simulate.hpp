// Full-order simulation of the contact a film definition describes: line contact under a
// prescribed load, impact of a point mass or of condensed bodies, dry impact of a plane body.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "generator/contact/film/contact_problem.hpp"
#include "generator/contact/film/film_case.hpp"
#include "generator/contact/film/film_run.hpp"
#include "generator/contact/film/film_system.hpp"
#include "generator/contact/film/scales.hpp"
#include "generator/ground/integrate/drive.hpp"
#include "generator/ground/integrate/tableau.hpp"
#include "generator/simulate/run/trajectory.hpp"

namespace mortise::gen {

// What is stepped in place of the full system; it must outlive the run. Empty: the full system.
using FilmSubstitute = std::function<StagedSystem*(FilmSystem* full)>;

// Runs the definition from its initial state to its duration. Line contacts start from their
// steady state under the base load. If a step cannot be solved however small, the run ends there,
// completed = false, with the reason. Throws Error for definitions that cannot be set up.
// warnings: findings that do not stop; may be null.
FilmRun simulate_film(const FilmCase& definition, const Progress& progress,
                      std::vector<std::string>* warnings, const FilmSubstitute& substitute = {});

// An impact as simulate_film() runs it; if the bodies have not parted once until the end of the
// duration, the run goes on until they do: the force has risen and fallen to a thousandth of its
// largest. At impact_bound() it stops, completed = false, with a reason that names the keys. Steps
// up to the duration are those of simulate_film(). Throws Error for line contacts.
FilmRun simulate_until_parted(const FilmCase& definition, const Progress& progress,
                              std::vector<std::string>* warnings);

// 20 times the duration and the free fall to the plate [s]: a thousand times heavier a body, or a
// tenth of the velocity, stays below it.
double impact_bound(const FilmCase& definition);

// Steady state of a line contact under its base load, reference * base: where a run starts.
struct FilmSteady {
  double load = 0.0;                    // [N/m]
  double h_central = 0.0, h_min = 0.0;  // [m]
  double p_central = 0.0;               // [Pa]
  double p_hertz = 0.0;                 // of this load [Pa]
  double b_hertz = 0.0;                 // of this load [m]
  FilmProfile profile;
  NeededExtent extent;  // what it asks of its grid
  std::string starved;  // what to tell if that is more than it has; else empty
  RunCounts counts;
};
FilmSteady steady_film(const FilmCase& definition);

// A quantity of a film as outputs of model files and full runs call it.
struct FilmChannel {
  const char* name;
  double FilmSample::*member;
};
inline constexpr FilmChannel kFilmChannels[] = {
    {"force", &FilmSample::force}, {"p_central", &FilmSample::p_central},
    {"p_max", &FilmSample::p_max}, {"h_central", &FilmSample::h_central},
    {"h_min", &FilmSample::h_min}, {"velocity", &FilmSample::velocity}};
inline constexpr Eigen::Index kFilmChannelCount = 6;

// One sample per recorded time; what has no output is zero.
std::vector<FilmSample> film_samples(const Trajectory& trajectory);

// Its Butcher tableau; null for bdf2, which has none.
const Tableau* tableau_of(FilmScheme scheme);

// From time 0 to the duration, in the problem's unit of time. The plan refers to nothing of the
// arguments.
DrivePlan drive_plan(const FilmCase& definition, const ContactProblem& problem);

}  // namespace mortise::gen
