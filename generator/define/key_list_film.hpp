// Parts of the key list of film contacts that stand in files of their own.
#pragma once

#include "generator/define/key_parts.hpp"

namespace mortise::gen {

// [reduce], [train], [[scenarios]] and [verify].
Keys film_reduction_keys();

}  // namespace mortise::gen
