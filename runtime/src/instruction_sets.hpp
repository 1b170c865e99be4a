// The instruction sets that steps of this build are compiled for (MORTISE_SETS of CMakeLists.txt);
// all of them give the same bits. The first one runs everywhere.
// Whatever depends on them lives in the namespace of its set (pipeline.cc of every room).
#pragma once

#include "mortise/state.hpp"

// MORTISE_INSTRUCTION_SETS(DO, argument): DO(argument, set, does this machine have it?) for each
// set, the best one last.
#define MORTISE_INSTRUCTION_SETS(DO, argument) \
  DO(argument, baseline, true)                 \
  MORTISE_AVX2(DO, argument)                   \
  MORTISE_AVX512(DO, argument)

#if defined(MORTISE_WITH_AVX2)
#define MORTISE_AVX2(DO, argument) DO(argument, avx2, __builtin_cpu_supports("avx2") != 0)
#else
#define MORTISE_AVX2(DO, argument)
#endif
#if defined(MORTISE_WITH_AVX512)
#define MORTISE_AVX512(DO, argument)                                            \
  DO(argument, avx512,                                                          \
     __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && \
         __builtin_cpu_supports("avx512vl"))
#else
#define MORTISE_AVX512(DO, argument)
#endif

// MORTISE_DECLARE_STEP(step): the function that steps a law, as mortise::step, in every set.
#define MORTISE_DECLARE_STEP_OF(step, set, available)                        \
  namespace mortise::set {                                                   \
  Status step(const ModelView& model, State& state, const Real* u, Real* y); \
  }
#define MORTISE_DECLARE_STEP(step) MORTISE_INSTRUCTION_SETS(MORTISE_DECLARE_STEP_OF, step)

// MORTISE_STEPS(step): the addresses of all of them, in the order of the sets.
#define MORTISE_ADDRESS_OF_STEP(step, set, available) &set::step,
#define MORTISE_STEPS(step) MORTISE_INSTRUCTION_SETS(MORTISE_ADDRESS_OF_STEP, step)
