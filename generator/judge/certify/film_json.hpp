// Full runs of films as they are kept and handed from rank to rank; without profiles.
#pragma once

#include "generator/contact/film/film_run.hpp"
#include "generator/ground/files/matrix_json.hpp"

namespace mortise::gen {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FilmSample, time, force, p_central, p_max, h_central, h_min,
                                   velocity)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RunCounts, steps, rejected, stages, iterations, factorisations,
                                   wall_seconds, cpu_seconds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FilmRun, trace, points, steps, counts, completed, stop_reason)

}  // namespace mortise::gen
