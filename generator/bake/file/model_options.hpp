// What a file says of its definition, whatever it is a model of.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "generator/bake/file/options.hpp"
#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

// The settings for the provenance; of imported files the name only: the machine's folders stay out.
std::vector<std::pair<std::string, std::string>> portable_settings(
    const std::vector<DefinitionSetting>& settings);

// What every file says of its definition, of a structure or a film: name and provenance.
ModelOptions model_options(const Definition& definition);

}  // namespace mortise::gen
