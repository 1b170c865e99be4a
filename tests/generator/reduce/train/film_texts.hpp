// Small films with training sections.
#pragma once

#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

// A line contact of 81 nodes whose runs take a fraction of a second; an impact on a half-space.
Definition small_line_definition(const std::vector<std::string>& overrides = {});
FilmContactSpec small_line(const std::vector<std::string>& overrides = {});
FilmContactSpec small_impact(const std::vector<std::string>& overrides = {});

// An empty folder of the running test.
std::string fresh_folder(const std::string& name);

}  // namespace mortise::gen
