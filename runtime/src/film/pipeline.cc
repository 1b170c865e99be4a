// The step for one instruction set; compiled once per set with -DMORTISE_ISA=<name>.
#include "pipeline.hpp"

#if defined(MORTISE_ONE_FILM)
#include "one_stepper.hpp"
#else
#include "step.hpp"
#endif

namespace mortise::MORTISE_ISA {

#if defined(MORTISE_ONE_FILM)
using PipelineStepper = OneFilmStepper;
#else
using PipelineStepper = FilmStepper<AnyFilm>;
#endif

Status film_step(const ModelView& model, State& state, const Real* u, Real* y) {
  return PipelineStepper(model, state).run(u, y);
}

void film_start(const ModelView& model, State& state, const Real* initial) {
  PipelineStepper(model, state).start(initial);
}

void film_settle(const ModelView& model, State& state) { PipelineStepper(model, state).settle(); }

}  // namespace mortise::MORTISE_ISA
