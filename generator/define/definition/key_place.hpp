// Where a key of a definition stands, for what only the model can tell to be wrong.
#pragma once

#include <string>

#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

// "file:line" of a key, of its table if it is not given, "--set key=value" if an override gave it;
// the file if it can no longer be read.
std::string place_of_key(const Definition& definition, const std::string& key);

}  // namespace mortise::gen
