// What a definition leaves open, chosen: extents of films and the level of contacts.
#pragma once

#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

// Throws Error as choose_extents() and choose_level().
Definition with_choices(Definition definition);

// read_definition(), with everything chosen.
Definition read_and_choose(const std::string& path, const std::vector<std::string>& overrides,
                           Takes takes = Takes::any);

}  // namespace mortise::gen
