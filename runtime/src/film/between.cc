// What is done for a film between steps.
// Compiled beside its step: pipeline.cc, or that of an image.
#include "pipeline.hpp"

#if defined(MORTISE_ONE_FILM)
#include "one_film.hpp"
#endif
#include "step.hpp"

namespace mortise::MORTISE_ISA {

void film_start(const ModelView& model, State& state, const Real* initial) {
  FilmStepper(model, state).start(initial);
}

void film_settle(const ModelView& model, State& state) { FilmStepper(model, state).settle(); }

}  // namespace mortise::MORTISE_ISA
