#include "generator/define/definition/key_list.hpp"

#include "generator/define/definition/key_sections.hpp"

namespace mortise::gen {
namespace {

enum class Of { structures, films, both };

// The one table of keys, and which definitions know a section of it.
constexpr struct {
  void (*write)(KeyRows& k);
  Of of;
} kSections[] = {{common_keys, Of::both},         {structure_general_keys, Of::structures},
                 {import_keys, Of::structures},   {condense_keys, Of::structures},
                 {contact_keys, Of::structures},  {joint_keys, Of::structures},
                 {sliding_keys, Of::structures},  {bolted_keys, Of::structures},
                 {law_keys, Of::structures},      {signal_keys, Of::structures},
                 {channel_keys, Of::structures},  {assembly_keys, Of::structures},
                 {scenario_keys, Of::structures}, {case_keys, Of::structures},
                 {film_contact_keys, Of::films},  {film_reduction_keys, Of::films}};

KeyList list_of(const char* title, Of of) {
  KeyRows rows;
  for (const auto& section : kSections) {
    if (section.of == of || section.of == Of::both) section.write(rows);
  }
  return {title, rows.rows()};
}

}  // namespace

const KeyList& structure_keys() {
  static const KeyList list = list_of(
      "Keys of a definition (TOML). '*' is the index or the name of a list entry, <...> a name "
      "that the model or you give.",
      Of::structures);
  return list;
}

const KeyList& film_keys() {
  static const KeyList list = list_of(
      "Keys of a film contact: a definition with a [film] table. [reduce] makes a reduced model of "
      "it.",
      Of::films);
  return list;
}

}  // namespace mortise::gen
