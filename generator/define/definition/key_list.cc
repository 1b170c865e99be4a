#include "generator/define/definition/key_list.hpp"

#include "generator/define/definition/key_sections.hpp"

namespace mortise::gen {
namespace {

// The one table of keys, and which definitions know a section of it.
struct KeySection {
  Keys keys;
  bool of_structures, of_films;
};

std::vector<KeySection> all_sections() {
  const auto structure = [](Keys keys) { return KeySection{std::move(keys), true, false}; };
  const auto film = [](Keys keys) { return KeySection{std::move(keys), false, true}; };
  return {{common_keys(), true, true},
          structure(structure_general_keys()),
          structure(import_keys()),
          structure(at_stage(Stage::condense, damping_keys("damping", kPhysical, "open"))),
          structure(condense_keys()),
          structure(contact_keys()),
          structure(at_stage(Stage::condense, joint_keys())),
          structure(at_stage(Stage::condense, sliding_keys())),
          structure(law_keys()),
          structure(signal_keys()),
          structure(channel_keys()),
          structure(scenario_keys()),
          structure(at_stage(Stage::condense, case_keys())),
          film(film_contact_keys()),
          film(film_reduction_keys())};
}

KeyList list_of(const char* title, bool KeySection::*known) {
  Keys keys;
  for (const KeySection& section : all_sections()) {
    if (section.*known) keys.insert(keys.end(), section.keys.begin(), section.keys.end());
  }
  return {title, std::move(keys)};
}

}  // namespace

const KeyList& structure_keys() {
  static const KeyList list =
      list_of("Keys of a definition (TOML). '*' is the index or the name of a list entry.",
              &KeySection::of_structures);
  return list;
}

const KeyList& film_keys() {
  static const KeyList list = list_of(
      "Keys of a film contact: a definition with a [film] table. [reduce] makes a reduced model of "
      "it.",
      &KeySection::of_films);
  return list;
}

}  // namespace mortise::gen
