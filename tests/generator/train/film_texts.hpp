// Small films with training sections.
#pragma once

#include <string>
#include <vector>

#include "generator/define/film_definition.hpp"

namespace mortise::gen {

// A line contact of 81 nodes whose runs take a fraction of a second; an impact on a half-space.
FilmDefinition small_line(const std::vector<std::string>& overrides = {});
FilmDefinition small_impact(const std::vector<std::string>& overrides = {});

// An empty folder of the running test.
std::string fresh_folder(const std::string& name);

}  // namespace mortise::gen
