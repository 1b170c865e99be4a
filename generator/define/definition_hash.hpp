// Hashes of what a definition says and of the files it imports: with them results are kept and
// found again.
#pragma once

#include <string>
#include <vector>

#include "generator/define/definition.hpp"
#include "generator/define/film_definition.hpp"

namespace mortise::gen {

// Files of an import, sorted; empty for built-in models.
std::vector<std::string> imported_files(const ImportSpec& import);

// Hash of every imported file.
std::string input_hash(const Definition& definition);
std::string input_hash(const FilmDefinition& definition);

// Hash of the settings whose keys `wanted` takes. Paths of imported files never count: their
// content does, through input_hash().
std::string settings_hash(const std::vector<DefinitionSetting>& settings,
                          bool (*wanted)(const std::string& key));

}  // namespace mortise::gen
