// Every key a definition may hold: what structures know of the one table, and what films do.
#pragma once

#include "generator/define/keys/keys.hpp"

namespace mortise::gen {

const KeyList& structure_keys();
const KeyList& film_keys();

}  // namespace mortise::gen
