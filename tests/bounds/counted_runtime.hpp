// Opens the runtime's sources for the number that counts: include it, then steps and kernels of the
// runtime, then end_counted_runtime.hpp. Everything that the standard library declares must have
// been included before. Packs keep the eight lanes that arrays are padded for, one number at a
// time, so that the work on padding counts as it is done where there are vectors.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "tests/bounds/counted.hpp"

#define MORTISE_ISA counting
#define MORTISE_NATIVE_LANES 8
#define MORTISE_SINGLE_LANES
#define MORTISE_INLINE inline
#if defined(__clang__)  // which warns of what is meant here
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wkeyword-macro"
#endif
#define double ::mortise::bounds::CountedDouble
#define float ::mortise::bounds::CountedFloat
#if defined(__clang__)
#pragma clang diagnostic pop
#endif
#define __builtin_sqrt ::mortise::bounds::counted_root
#define __builtin_fabs ::mortise::bounds::counted_size
