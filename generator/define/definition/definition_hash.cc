#include "generator/define/definition/definition_hash.hpp"

#include "generator/bodies/import/importer.hpp"
#include "generator/define/definition/key_list.hpp"
#include "generator/ground/files/content_hash.hpp"

namespace mortise::gen {
namespace {

// The first stage that depends on the key at `path`, under these settings.
Stage first_stage(const KeyList& keys, const std::vector<DefinitionSetting>& settings,
                  const std::string& path) {
  const Key& key = *keys.find(path);
  if (key.late_if.empty()) return key.stage;
  const KeyCondition late(key.late_if);
  const std::string decides = late.key_for(path);
  std::string chosen = keys.find(decides)->default_value;
  for (const DefinitionSetting& s : settings) {
    if (s.key == decides) chosen = s.value.substr(1, s.value.size() - 2);  // without its quotes
  }
  return late.allows(chosen) ? Stage::bake : key.stage;
}

const KeyList& keys_of(const Definition& definition) {
  return definition.film ? film_keys() : structure_keys();
}

std::vector<const SurfaceProfile*> surfaces_of(const BoltedSpec& bolted) {
  std::vector<const SurfaceProfile*> surfaces;
  for (const auto& [zone, profile] : bolted.profiles)
    surfaces.insert(surfaces.end(), {&profile, &profile.opposite});
  return surfaces;
}

}  // namespace

std::string input_hash(const Definition& definition) {
  ContentHash hash;
  const auto add = [&hash](const ImportSpec& import) {
    for (const std::string& file : imported_files(import)) hash.add_file(file);
  };
  add(definition.import);
  if (!definition.condense.shapes.empty()) hash.add_file(definition.condense.shapes);
  for (const SurfaceProfile* surface : surfaces_of(definition.contact.bolted))
    if (!surface->file.empty()) hash.add_file(surface->file);
  const auto add_fields = [&hash](const ContactSpec& contact) {
    for (const JointField& field : contact.joint.fields)
      if (!field.file.empty()) hash.add_file(field.file);
  };
  add_fields(definition.contact);
  for (const InterfaceSpec& interface : definition.interfaces) {
    add_fields(interface.contact);
    for (const auto& own : {interface.film.film, interface.bolted.structure})
      if (own) hash.add(definition_hash(*own)).add(input_hash(*own));
  }
  if (definition.film) {
    add(definition.film->lower.import);
    add(definition.film->upper.import);
  }
  return hash.hex();
}

std::string settings_hash(const KeyList& keys, const std::vector<DefinitionSetting>& settings,
                          Stage stage) {
  ContentHash hash;
  for (const DefinitionSetting& s : settings) {
    const Key& key = *keys.find(s.key);
    if (key.type != KeyType::file && first_stage(keys, settings, s.key) <= stage) {
      hash.add(s.key).add(s.value);
    }
  }
  return hash.hex();
}

std::string definition_hash(const Definition& definition) {
  return settings_hash(keys_of(definition), definition.settings, Stage::none);
}

std::string stage_hash(const Definition& definition, Stage stage) {
  return ContentHash()
      .add(generator_build())
      .add(settings_hash(keys_of(definition), definition.settings, stage))
      .add(input_hash(definition))
      .hex();
}

}  // namespace mortise::gen
