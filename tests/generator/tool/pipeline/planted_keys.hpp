// Every key of a definition, planted one at a time: values that differ from what stands there.
#pragma once

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "generator/define/definition/definition.hpp"
#include "generator/define/keys/flat_table.hpp"
#include "generator/define/keys/keys.hpp"

namespace mortise::gen {

// The bytes of the model file, but for what it tells of its definition.
std::string model_bytes(Definition definition);

struct PlantedKind {
  std::string name;
  std::string text;                    // a definition that is built within some milliseconds
  std::vector<std::string> words;      // names that mean something to it: sets, interfaces, inputs
  bool films = false;                  // keys of films, else of structures
  std::vector<std::string> of = {""};  // beginnings of the keys that it is for
  std::vector<std::pair<const char*, std::string>> files = {};  // beside the definition
  std::string (*observe)(Definition) = model_bytes;             // what must differ

  bool is_for(const Key& key) const;
};
inline void PrintTo(const PlantedKind& kind, std::ostream* out) { *out << kind.name; }

// Definitions of every kind of contact, and of bodies and condensations that differ in their keys.
const std::vector<PlantedKind>& planted_kinds();

// Kinds that show what some keys do and are planted with these alone. whole: those of all keys.
std::vector<PlantedKind> section_kinds(const std::vector<PlantedKind>& whole);

// The places of a key in a definition: its own path, or one of every entry of the lists that it is
// in, and one of the entry that would come first.
std::vector<std::string> places_of(const Key& key, const FlatTable& definition);

// "path=value" for values of its type that are neither there nor the default.
std::vector<std::string> plants_of(const Key& key, const std::string& path, const PlantedKind& kind,
                                   const FlatTable& definition);

}  // namespace mortise::gen
