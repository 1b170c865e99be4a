// A scenario that reduced films are judged by: its full-order run, and its prescribed functions.
#pragma once

#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"
#include "generator/ground/files/kept_map.hpp"
#include "generator/judge/compare/film_errors.hpp"
#include "generator/simulate/film/simulate.hpp"

namespace mortise::gen {

struct ReferenceRun {
  std::string name;
  FilmCase run;  // the scenario as a run of its own, in the frame that reductions use
  FilmRun full;  // every step recorded
  Vector q, v;   // start of an impact, dimensionless
};

// Runs the full model: line contacts in fixed steps of at most `step` [s], impacts as the
// definition says. Throws Error if the run stops early. run: of the scales of the reduced film, see
// film_scenario(), training_run().
ReferenceRun make_reference_run(const FilmCase& run, const std::string& name, double step,
                                const Progress& progress);
ReferenceRun make_reference_run(const FilmContactSpec& definition, const ScenarioSpec& scenario,
                                double step, const Progress& progress);

// The runs of several scenarios, in their order: kept in map.folder and shared by map.ranks, which
// all go on with them; the other members of `map` are set here.
std::vector<ReferenceRun> make_reference_runs(const Definition& definition,
                                              const std::vector<std::size_t>& scenarios,
                                              double step, KeptMap map);

}  // namespace mortise::gen
