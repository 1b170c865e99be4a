// The seed models by name; what they are stands in seed_models.hpp.
#pragma once

namespace mortise::robustness {

inline constexpr const char* kSeedNames[] = {
    "free",  "single",  "several", "rigid",   "bare",    "line",    "line32",  "kept",
    "point", "point64", "joint",   "jenkins", "springs", "slider",  "alpha",   "frame",
    "apart", "oiled",   "parts",   "drawn",   "bolted",  "screwed", "carried", "paced",
    "edge",  "borne",   "bore",    "struck",  "seated",  "hertz",   "varied",  "beside"};

}  // namespace mortise::robustness
