// The step of films in both scalars, and how a film starts and settles (FilmStepper).
#pragma once

#include "../instruction_sets.hpp"

MORTISE_DECLARE_STEP(film_step)

namespace mortise::baseline {
void film_start(const ModelView& model, State& state, const Real* initial);
void film_settle(const ModelView& model, State& state);
}  // namespace mortise::baseline
