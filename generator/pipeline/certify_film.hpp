// Reduced against full film on the scenarios that no training has seen.
#pragma once

#include <string>

#include "generator/bake/instance.hpp"
#include "generator/define/film_definition.hpp"
#include "generator/ehd/film_run.hpp"
#include "generator/pipeline/certify.hpp"

namespace mortise::gen {

// A scenario of a model file, step by step from its initial state: one sample per step, what the
// file has no output for is zero. Throws Error if the file holds no such scenario.
std::vector<FilmSample> run_film_model(Instance* instance, const std::string& scenario);

// Step of the full model that judges line contacts [s], whose own error in time does not count: the
// definition's, half the reduced model's at most.
double reference_step(const FilmDefinition& definition);

// The full model of a scenario: line contacts in the load-scaled frame with steps of
// reference_step() that end at the corners of the load, impacts as the definition steps them. Every
// step is recorded. cache: folder that keeps the trace; empty: none.
// Throws Error if the run stops early.
std::vector<FilmSample> run_full_film_scenario(const FilmDefinition& definition,
                                               const FilmScenarioSpec& scenario,
                                               const std::string& cache);

// model: bytes of a model file built from this definition, which must have [reduce].
// Throws Error for an unknown scenario.
CertificateOptions certify_film(const FilmDefinition& definition, const AlignedBytes& model,
                                const CertifySettings& settings);

// True if the definition has scenarios to compare on.
bool can_certify(const FilmDefinition& definition);

}  // namespace mortise::gen
