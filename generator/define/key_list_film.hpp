// Parts of the key list of film contacts, which stands in several files.
#pragma once

#include "generator/define/key_parts.hpp"

namespace mortise::gen {

// Conditions of keys.
inline constexpr const char* kLine = "film.kind=line";
inline constexpr const char* kPoint = "film.kind=point";
inline constexpr const char* kLubricated = "film.kind=line|point";

// [reduce], [train], [[scenarios]] and [verify].
Keys film_reduction_keys();

}  // namespace mortise::gen
