// The one description of every key a definition may hold. Reading, range checks, messages and the
// printed reference (`mortise build --help-keys`) all come from these lists: one for structures,
// one for film contacts.
#pragma once

#include <string>
#include <vector>

namespace mortise::gen {

// interval: [start, end], or one number. counts: whole numbers, or one.
enum class KeyType {
  text,
  texts,
  choice,
  boolean,
  integer,
  number,
  vector3,
  interval,
  integers,
  counts,
  numbers
};

// Bounds of a number, or of every number of a list.
struct KeyRange {
  double minimum, maximum;
  bool minimum_allowed = true;
};

struct Key {
  std::string path;  // "contact.friction"; "*" stands for the index of a list entry
  KeyType type;
  const char* unit;           // empty if it has none
  KeyRange range;             // numbers only
  const char* choices;        // "a|b|c", KeyType::choice only
  const char* default_value;  // TOML text; nullptr = none, kRequired = must be given
  std::string only_if;        // "key=a|b": elsewhere the key is an error; empty = always legal
  const char* meaning;
};

// One object, compared by its address: equal literals of several files need not be one.
extern const char* const kRequired;

class KeyList {
 public:
  // title: what the keys are of, the first line of the printed reference.
  KeyList(std::string title, std::vector<Key> keys)
      : title_(std::move(title)), keys_(std::move(keys)) {}

  const std::vector<Key>& keys() const { return keys_; }

  // The key for a path of a flat table, "inputs.0.hold" -> "inputs.*.hold"; nullptr if unknown.
  const Key* find(const std::string& path) const;

  // True for the path of a table or list of tables that holds known keys.
  bool has_table(const std::string& path) const;

  // The known path closest to an unknown one: misspelt, or right in another table.
  std::string nearest_key(const std::string& path) const;

  // Plain-text reference of all keys.
  std::string reference() const;

 private:
  std::string title_;
  std::vector<Key> keys_;
};

// Keys of a definition of a structure (key_list.cc) and of a film contact (key_list_film.cc).
const KeyList& structure_keys();
const KeyList& film_keys();

// "a number > 0 [m]", "one of mean, end": what the key expects.
std::string expectation(const Key& key);

}  // namespace mortise::gen
