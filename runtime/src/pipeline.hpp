// Steps compiled for the instruction sets of this build; all of them give the same bits.
#pragma once

#include "mortise/state.hpp"

#define MORTISE_DECLARE_STEP(isa)                                            \
  namespace mortise::isa {                                                   \
  Status step(const ModelView& model, State& state, const Real* u, Real* y); \
  }

MORTISE_DECLARE_STEP(baseline)
#if defined(MORTISE_X86_DISPATCH)
MORTISE_DECLARE_STEP(avx2)
MORTISE_DECLARE_STEP(avx512)
#endif
