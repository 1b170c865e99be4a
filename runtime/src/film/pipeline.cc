// The step for one instruction set; compiled once per set with -DMORTISE_ISA=<name>.
#include "pipeline.hpp"

#if defined(MORTISE_ONE_FILM)
#include "one_stepper.hpp"
#else
#include "step.hpp"
#endif

namespace mortise::MORTISE_ISA {

namespace {

// Calls f with the stepper for the model's scalar and stencil.
template <class F>
auto with_stepper(const ModelView& m, State& s, F f) {
#if defined(MORTISE_ONE_FILM)
  return f(OneFilmStepper(m, s));
#else
  if (m.film.transport) {
    if (m.film.scalar == 4) return f(FilmStepper<float, 4, TransportSubstep<float> >(m, s));
    return f(FilmStepper<double, 4, TransportSubstep<double> >(m, s));
  }
  if (m.film.edge) {
    if (m.film.scalar == 4)
      return f(FilmStepper<float, 3, FilmSubstep<float, 3>, EdgeSubstep<float> >(m, s));
    return f(FilmStepper<double, 3, FilmSubstep<double, 3>, EdgeSubstep<double> >(m, s));
  }
  const bool wide = m.film.constants->stencil == 4;
  if (m.film.scalar == 4)
    return wide ? f(FilmStepper<float, 4>(m, s)) : f(FilmStepper<float, 3>(m, s));
  return wide ? f(FilmStepper<double, 4>(m, s)) : f(FilmStepper<double, 3>(m, s));
#endif
}

}  // namespace

Status film_step(const ModelView& model, State& state, const Real* u, Real* y) {
  return with_stepper(model, state, [&](auto stepper) { return stepper.run(u, y); });
}

void film_start(const ModelView& model, State& state, const Real* initial) {
  with_stepper(model, state, [&](auto stepper) { stepper.start(initial); });
}

void film_settle(const ModelView& model, State& state) {
  with_stepper(model, state, [](auto stepper) { stepper.settle(); });
}

}  // namespace mortise::MORTISE_ISA
