// Simulation of an impact, or of a series of impacts, with reduced models made on the way.
#pragma once

#include "generator/adaptive/adaptive_film.hpp"
#include "generator/ehd/simulate.hpp"

namespace mortise::gen {

struct AdaptiveRun {
  FilmRun run;  // counts.iterations and .factorisations: of the full order
  AdaptiveCounts counts;
};

// Throws Error for definitions other than film.kind = "point" with cavitation by penalty.
void check_adaptive(const FilmDefinition& definition);

// As simulate_film(), which see. Checks the definition.
AdaptiveRun simulate_adaptive(const FilmDefinition& definition, const AdaptiveOptions& options,
                              const FilmProgress& progress, std::vector<std::string>* warnings);

}  // namespace mortise::gen
