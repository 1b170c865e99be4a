// Simulation of an impact, or of a series of impacts, with reduced models made on the way.
#pragma once

#include "generator/reduce/adaptive/adaptive_film.hpp"
#include "generator/simulate/film/simulate.hpp"

namespace mortise::gen {

struct AdaptiveRun {
  FilmRun run;  // counts.iterations and .factorisations: of the full order
  AdaptiveCounts counts;
};

// Throws Error for definitions other than film.kind = "point" with cavitation by penalty.
void check_adaptive(const FilmCase& definition);

// As simulate_film(), which see. Checks the definition.
AdaptiveRun simulate_adaptive(const FilmCase& definition, const AdaptiveOptions& options,
                              const Progress& progress, std::vector<std::string>* warnings);

}  // namespace mortise::gen
