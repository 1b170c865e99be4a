// The description of a key that a definition may hold. Reading, range checks, messages, the printed
// reference (`mortise build --help-keys`) and what a cached stage depends on all come from it.
#pragma once

#include <string>
#include <vector>

#include "generator/define/keys/key_member.hpp"

namespace mortise::gen {

// file: text that names one. interval: [start, end], or one number. counts: whole numbers, or one.
enum class KeyType {
  text,
  file,
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

// The stages of a build in their order. Each depends on the keys of its own and of all before it.
//   import    bodies as they are meshed or exported
//   condense  bodies and interfaces with few coordinates, initial states
//   simulate  runs of the full film: physics, loads, time steps
//   train     which of them train the reduction
//   reduce    shapes and rows of a film
//   bake      the file: step, unilateral law, signals, scenarios
//   certify   which scenarios judge it, and its limits
// none: what is recorded of a simulation. of_table: that of the table a key stands in.
enum class Stage { of_table, import, condense, simulate, train, reduce, bake, certify, none };

struct Key {
  std::string path;  // "contact.friction"; "*" stands for the index of a list entry
  KeyType type;
  const char* unit;           // empty if it has none
  KeyRange range;             // numbers only
  const char* choices;        // "a|b|c", KeyType::choice only
  const char* default_value;  // TOML text; nullptr = none, kRequired = must be given
  std::string only_if;        // "key=a|b": elsewhere the key is an error; empty = always legal
  const char* meaning;
  Stage stage = Stage::of_table;  // the first that depends on it
  std::string late_if{};          // "key=a|b": there no stage before bake does; empty = nowhere
  KeyMember member{};             // what it fills; none: its section's reader takes it

  Key& only(std::string condition) { return only_if = std::move(condition), *this; }
  Key& at(Stage first) { return stage = first, *this; }
  Key& late(std::string condition) { return late_if = std::move(condition), *this; }
};

// One object, compared by its address: equal literals of several files need not be one.
extern const char* const kRequired;

// "key=a|b" of Key::only_if or Key::late_if.
struct KeyCondition {
  explicit KeyCondition(const std::string& text)
      : key(text.substr(0, text.find('='))), allowed(text.substr(text.find('=') + 1)) {}

  bool allows(const std::string& choice) const {
    return ("|" + allowed + "|").find("|" + choice + "|") != std::string::npos;
  }

  std::string key, allowed;
};

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

// "inputs.0.hold" -> "inputs.*.hold".
std::string with_stars(const std::string& path);

// "a number > 0 [m]", "one of mean, end": what the key expects.
std::string expectation(const Key& key);

}  // namespace mortise::gen
