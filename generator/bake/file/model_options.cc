#include "generator/bake/file/model_options.hpp"

#include "generator/define/definition/definition_hash.hpp"

namespace mortise::gen {

std::vector<std::pair<std::string, std::string>> portable_settings(
    const std::vector<DefinitionSetting>& settings) {
  std::vector<std::pair<std::string, std::string>> portable;
  for (const DefinitionSetting& s : settings) {
    const std::string name = s.key.substr(s.key.rfind('.') + 1);
    const auto folder = s.value.find_last_of('/');
    const bool path = (name == "file" || name == "deck") && folder != std::string::npos;
    portable.emplace_back(s.key, path ? '"' + s.value.substr(folder + 1) : s.value);
  }
  return portable;
}

ModelOptions model_options(const Definition& definition) {
  ModelOptions options;
  options.name = definition.name;
  options.description = definition.description;
  options.provenance.definition_hash = definition_hash(definition);
  options.provenance.input_hash = input_hash(definition);
  options.provenance.settings = portable_settings(definition.settings);
  return options;
}

}  // namespace mortise::gen
