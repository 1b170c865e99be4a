// Every key of a definition, planted one at a time: values that differ from what stands there.
#pragma once

#include <string>
#include <vector>

#include "generator/define/keys/flat_table.hpp"
#include "generator/define/keys/keys.hpp"

namespace mortise::gen {

struct PlantedKind {
  const char* name;
  std::string text;                // a definition that is built within some milliseconds
  std::vector<std::string> words;  // names that mean something to it: sets, interfaces, inputs
  bool films = false;              // keys of films, else of structures
};

// Definitions of every kind of contact, and of bodies and condensations that differ in their keys.
const std::vector<PlantedKind>& planted_kinds();

// The places of a key in a definition: its own path, or one of every entry of the lists that it is
// in, and one of the entry that would come first.
std::vector<std::string> places_of(const Key& key, const FlatTable& definition);

// "path=value" for values of its type that are neither there nor the default.
std::vector<std::string> plants_of(const Key& key, const std::string& path, const PlantedKind& kind,
                                   const FlatTable& definition);

}  // namespace mortise::gen
