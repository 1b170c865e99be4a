// Hashes of what a definition says and of the files it imports: with them results are kept and
// found again.
#pragma once

#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"
#include "generator/define/keys/keys.hpp"

namespace mortise::gen {

// Hash of every imported file.
std::string input_hash(const Definition& definition);

// Hash of every setting. Paths of files never count: their content does, through input_hash().
std::string definition_hash(const Definition& definition);

// Hash of the settings that a stage depends on: those whose key names it or one before it.
// keys: that the settings were read with.
std::string settings_hash(const KeyList& keys, const std::vector<DefinitionSetting>& settings,
                          Stage stage);

// Hash of everything the result of a stage depends on: settings, imported files, and the code that
// makes it. Of the definition as it was read: members changed later are not seen.
std::string stage_hash(const Definition& definition, Stage stage);

}  // namespace mortise::gen
