// The one description of every key a definition may hold. Reading, range checks, messages and the
// printed reference (`mortise build --help-keys`) all come from this list.
#pragma once

#include <string>
#include <vector>

namespace mortise::gen {

enum class KeyType { text, choice, boolean, integer, number, vector3, integers, numbers };

// Bounds of a number, or of every number of a list.
struct KeyRange {
  double minimum, maximum;
  bool minimum_allowed = true;
};

struct Key {
  const char* path;  // "contact.friction"; "*" stands for the index of a list entry
  KeyType type;
  const char* unit;           // empty if it has none
  KeyRange range;             // numbers only
  const char* choices;        // "a|b|c", KeyType::choice only
  const char* default_value;  // TOML text; nullptr = none, kRequired = must be given
  const char* only_if;        // "key=a|b": elsewhere the key is an error; empty = always legal
  const char* meaning;
};

inline const char* const kRequired = "required";

const std::vector<Key>& definition_keys();

// The key for a path of a flat table, "inputs.0.hold" -> "inputs.*.hold"; nullptr if unknown.
const Key* find_key(const std::string& path);

// True for the path of a table or list of tables that holds known keys.
bool is_known_table(const std::string& path);

// The known path closest to an unknown one: misspelt, or right in another table.
std::string nearest_key(const std::string& path);

// "a number > 0 [m]", "one of mean, end": what the key expects.
std::string expectation(const Key& key);

// Plain-text reference of all keys.
std::string keys_reference();

}  // namespace mortise::gen
