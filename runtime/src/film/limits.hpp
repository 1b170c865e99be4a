// Largest sizes of a film that are accepted. Work per step is bounded by substeps times iterations.
#pragma once

#include "mortise/types.hpp"

namespace mortise {

inline constexpr std::uint32_t kMaxFilmModes = 128, kMaxFilmRows = 512, kMaxFilmBases = 16,
                               kMaxFilmPoints = 4096, kMaxFilmCoordinates = 256, kMaxSubsteps = 64,
                               kMaxFilmIterations = 100, kMaxFilmSamples = 128,
                               kMaxFilmDeposits = 4096, kMaxFilmPlaces = 1024,
                               kMaxFilmLengths = 6,  // 2 .. kMaxSubsteps ticks
    kMaxEdgeRows = 256, kMaxEdgeFilms = 16, kMaxEdgeTables = 1024;
// With H0, in whole lanes.
inline constexpr std::uint32_t kMaxFilmUnknowns = kMaxFilmModes + 8;
// Largest number of a film's operators: of any size that a float32 holds with room for products.
inline constexpr Real kMaxFilmNumber = 1e30;

}  // namespace mortise
