// Steps compiled for the instruction sets of this build; all of them give the same bits. The films'
// have one for each scalar; joint_start and joint_prepare as in JointStepper; film_start makes the
// film at t_n anew, film_settle likewise from its steady films (see FilmStepper).
#pragma once

#include "mortise/state.hpp"

#define MORTISE_DECLARE_STEP(isa)                                                         \
  namespace mortise::isa {                                                                \
  Status step(const ModelView& model, State& state, const Real* u, Real* y);              \
  Status film_step_float64(const ModelView& model, State& state, const Real* u, Real* y); \
  Status film_step_float32(const ModelView& model, State& state, const Real* u, Real* y); \
  void film_start(const ModelView& model, State& state, const Real* initial);             \
  void film_settle(const ModelView& model, State& state);                                 \
  Status joint_step(const ModelView& model, State& state, const Real* u, Real* y);        \
  void joint_start(const ModelView& model, State& state, const Real* pressure);           \
  void joint_prepare(const ModelView& model, State& state);                               \
  Status sliding_step(const ModelView& model, State& state, const Real* u, Real* y);      \
  void sliding_start(const ModelView& model, State& state);                               \
  }

MORTISE_DECLARE_STEP(baseline)
#if defined(MORTISE_X86_DISPATCH)
MORTISE_DECLARE_STEP(avx2)
MORTISE_DECLARE_STEP(avx512)
#endif
