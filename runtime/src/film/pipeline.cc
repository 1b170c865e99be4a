// The step for one instruction set; compiled once per set with -DMORTISE_ISA=<name>.
#include "pipeline.hpp"

#if defined(MORTISE_ONE_FILM)
#include "one_film.hpp"
#endif
#include "step.hpp"

namespace mortise::MORTISE_ISA {

Status film_step(const ModelView& model, State& state, const Real* u, Real* y) {
  return FilmStepper(model, state).run(u, y);
}

}  // namespace mortise::MORTISE_ISA
