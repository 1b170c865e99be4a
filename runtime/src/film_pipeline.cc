// The steps of films for one instruction set, in both scalars; compiled as pipeline.cc is.
#include "film_step.hpp"
#include "pipeline.hpp"

namespace mortise::MORTISE_ISA {

namespace {

template <class T>
Status film_step(const ModelView& m, State& s, const Real* u, Real* y) {
  return m.film.constants->stencil == 4 ? FilmStepper<T, 4>(m, s).run(u, y)
                                        : FilmStepper<T, 3>(m, s).run(u, y);
}

template <class T>
void start_film(const ModelView& m, State& s, const Real* initial) {
  if (m.film.constants->stencil == 4) {
    FilmStepper<T, 4>(m, s).start(initial);
  } else {
    FilmStepper<T, 3>(m, s).start(initial);
  }
}

template <class T>
void settle_film(const ModelView& m, State& s) {
  if (m.film.constants->stencil == 4) {
    FilmStepper<T, 4>(m, s).settle();
  } else {
    FilmStepper<T, 3>(m, s).settle();
  }
}

}  // namespace

Status film_step_float64(const ModelView& model, State& state, const Real* u, Real* y) {
  return film_step<double>(model, state, u, y);
}

Status film_step_float32(const ModelView& model, State& state, const Real* u, Real* y) {
  return film_step<float>(model, state, u, y);
}

void film_start(const ModelView& model, State& state, const Real* initial) {
  if (model.film.scalar == 4) {
    start_film<float>(model, state, initial);
  } else {
    start_film<double>(model, state, initial);
  }
}

void film_settle(const ModelView& model, State& state) {
  if (model.film.scalar == 4) {
    settle_film<float>(model, state);
  } else {
    settle_film<double>(model, state);
  }
}

}  // namespace mortise::MORTISE_ISA
