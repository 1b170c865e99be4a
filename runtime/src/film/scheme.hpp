// Alexander's two-stage scheme of order two: stages at gamma and at the end of a step.
#pragma once

#include "mortise/types.hpp"

namespace mortise {

inline constexpr Real kFilmGamma = 0.29289321881345247559915563789515;  // 1 - sqrt(1/2)
// The second stage starts at y_n + kFilmLead (y_1 - y_n).
inline constexpr Real kFilmLead = (1 - kFilmGamma) / kFilmGamma;

}  // namespace mortise
