// Reduced against full film on the scenarios that no training has seen.
//
//   total      the model file against the full film resolved in time, directly
//   reduction  the same against the full film with the step of the file
//   step       the full film with the step of the file against the resolved one
// The full film is resolved when twice its step changes it by at most a fifth of the limits
// (kReferenceShare); else it is refined, twice at most. Runs at the step of the file and at twice
// that of the reference add less than the reference's own cost. The steps are fixed ones: those of
// an error control grow where little happens, and blur the bodies' fast modes that an impact rings.
#pragma once

#include <string>
#include <vector>

#include "generator/bake/play/instance.hpp"
#include "generator/contact/film/film_run.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/ground/files/kept_map.hpp"
#include "generator/judge/certify/procedure.hpp"

namespace mortise::gen {

// Step of the full model that judges [s]: half the reduced model's, of line contacts the
// definition's if that is smaller.
double reference_step(const FilmContactSpec& definition);

// How time is resolved in a run of the full film.
struct FullFilmTime {
  double finer = 1.0;         // than reference_step() by this factor
  bool step_of_file = false;  // its (shortest) steps, wherever the corners of the load are
  bool as_defined = false;    // steps as [step] controls them, in place of fixed ones
  bool own_grid = false;      // on [grid], not on the finer one that [verify] may ask for
};

// The full model of a scenario, line contacts in the load-scaled frame, with steps of
// reference_step() that end at the corners of the load. Every step is recorded.
//   cache  folder that keeps the trace; empty: none
// Throws Error if the run stops early.
std::vector<FilmSample> run_full_film_scenario(const Definition& definition,
                                               const ScenarioSpec& scenario,
                                               const FullFilmTime& time, const std::string& cache);

// Runs several scenarios, in their order, kept in map.folder and shared by map.ranks; the other
// members of `map` are set here.
std::vector<std::vector<FilmSample>> run_full_film_scenarios(
    const Definition& definition, const std::vector<ScenarioSpec>& scenarios,
    const FullFilmTime& time, KeptMap map);

// model: bytes of a model file built from this definition, whose film must have [reduce].
// Throws Error for an unknown scenario.
CertificateOptions certify_film(const Definition& definition, const AlignedBytes& model,
                                const CertifySettings& settings);

}  // namespace mortise::gen
