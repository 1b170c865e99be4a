// Inputs of a reduced film and the ranges it was trained for.
#pragma once

#include "generator/define/definition/definition.hpp"
#include "generator/reduce/film/reduced_film.hpp"
#include "generator/reduce/film/snapshots.hpp"

namespace mortise::gen {

// Adds the inputs in the order of the file, load and speed or the acceleration, then the viscosity
// factor; accepted are reduce.margin times the trained width beyond the range trained. Sets the
// largest slope of the load likewise.
void add_inputs(const FilmContactSpec& definition, const FilmSnapshots& snapshots,
                ReducedFilm* film);

// Shares of reduce.margin, tried in turn by narrow_inputs().
inline constexpr double kMarginShares[] = {1.0, 0.5, 0.25, 0.1};

// Right side of G b = load for a load w over the reference and a frame a: pi/2 w / a^2.
double reduced_load(double load, double frame);

// Narrows what the film accepts until its steady films at all corners of load and speed are those
// of the full model: reduce.margin, or a share of it, or the trained ranges alone. Says so in the
// findings. Films without a prescribed load or entrainment stay as they are.
void narrow_inputs(const FilmContactSpec& definition, ReducedFilm* film);

// Acceleration of the upper body towards the lower one, where a run has no other [m/s2].
double standard_acceleration(const FilmCase& definition);

}  // namespace mortise::gen
