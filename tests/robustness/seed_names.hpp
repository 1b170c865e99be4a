// The seed models by name; what they are stands in seed_models.hpp.
#pragma once

namespace mortise::robustness {

inline constexpr const char* kSeedNames[] = {"free",  "single", "several", "rigid",  "bare", "line",
                                             "point", "joint",  "springs", "slider", "alpha"};

}  // namespace mortise::robustness
