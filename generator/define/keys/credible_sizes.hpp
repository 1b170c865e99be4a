// How large and how small the numbers of a unit may be: what lies beyond is a slip of the unit or
// of the keyboard, and better refused on reading than found out after hours.
#pragma once

#include <optional>
#include <string>

#include "generator/define/keys/keys.hpp"

namespace mortise::gen {

// Why the size of a number is none that a key of this unit can have; nothing if it may be. Ranges
// of the key itself come first: only its open end is judged here.
std::optional<std::string> incredible(const Key& key, double x);

}  // namespace mortise::gen
