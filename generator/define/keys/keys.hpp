// The description of a key that a definition may hold. Reading, range checks, messages, the printed
// reference (`mortise build --help-keys`) and what a cached stage depends on all come from it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "generator/contact/law/law_number.hpp"

namespace mortise::gen {

class KeyReader;

// Which member of which struct a key fills. A value that is given or has a default is assigned;
// else the member keeps what it holds. An enumerator, a flag or a number may take a choice by its
// position: enumerators stand in the order of the choices, and of two choices the second is true.
//
// Constant data, for there are hundreds: a function for the types and the bytes of the pointers to
// members that it takes.
class KeyMember {
 public:
  KeyMember() = default;

  template <class Spec, class Value>
  KeyMember(Value Spec::*member)  // NOLINT(google-explicit-constructor): rows name the member alone
      : spec_(&typeid(Spec)), fill_(&fill_member<Spec, Value>) {
    keep(member, 0);
  }

  // A member of a part of the struct.
  template <class Spec, class Part, class Value>
  KeyMember(Part Spec::*part, Value Part::*member)
      : spec_(&typeid(Spec)), fill_(&fill_part<Spec, Part, Value>) {
    keep(part, 0);
    keep(member, 1);
  }

  // A number of a law.
  template <class Law>
  explicit KeyMember(const LawNumber<Law>& number) : spec_(&typeid(Law)), fill_(&fill_number<Law>) {
    keep(number.set, 0);
  }

  bool is_of(const std::type_info& spec) const { return spec_ != nullptr && *spec_ == spec; }

  // spec: of the type that is_of() confirms.
  void fill(const KeyReader& reader, const std::string& path, void* spec) const {
    fill_(*this, reader, path, spec);
  }

 private:
  template <class Value>
  struct Plain {
    using type = Value;
  };
  template <class Value>
  struct Plain<std::optional<Value>> {
    using type = Value;
  };

  using Fill = void (*)(const KeyMember& key, const KeyReader& reader, const std::string& path,
                        void* spec);
  using Bytes = std::array<unsigned char, sizeof(std::ptrdiff_t)>;

  template <class Pointer>
  void keep(Pointer pointer, std::size_t place) {
    static_assert(sizeof(Pointer) == sizeof(Bytes));
    std::memcpy(pointers_[place].data(), &pointer, sizeof(Bytes));
  }
  template <class Pointer>
  Pointer kept(std::size_t place) const {
    Pointer pointer;
    std::memcpy(&pointer, pointers_[place].data(), sizeof(Bytes));
    return pointer;
  }

  template <class Spec, class Value>
  static void fill_member(const KeyMember& key, const KeyReader& r, const std::string& path,
                          void* s) {
    assign(r, path, &(static_cast<Spec*>(s)->*key.kept<Value Spec::*>(0)));
  }
  template <class Spec, class Part, class Value>
  static void fill_part(const KeyMember& key, const KeyReader& r, const std::string& path,
                        void* s) {
    Part* part = &(static_cast<Spec*>(s)->*key.kept<Part Spec::*>(0));
    assign(r, path, &(part->*key.kept<Value Part::*>(1)));
  }
  template <class Law>
  static void fill_number(const KeyMember& key, const KeyReader& r, const std::string& path,
                          void* law) {
    double value = 0.0;
    using Set = decltype(LawNumber<Law>::set);
    if (assign(r, path, &value)) key.kept<Set>(0)(static_cast<Law*>(law), value);
  }

  // Whether there was a value. Defined in key_reader.hpp, behind the reader.
  template <class Value>
  static bool assign(const KeyReader& reader, const std::string& path, Value* value);

  const std::type_info* spec_ = nullptr;
  Fill fill_ = nullptr;
  std::array<Bytes, 2> pointers_ = {};
};

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

// What the values of a type are made of.
struct KeyForm {
  enum Item { text, choice, flag, whole, number } item;
  bool single;                  // one will do
  int length;                   // of a list; 0: no list, kAnyLength
  const char *expected, *also;  // in messages; the range stands between
};
inline constexpr int kAnyLength = -1;
const KeyForm& form_of(KeyType type);

using KeyRange = NumberRange;

// The stages of a build in their order. Each depends on the keys of its own and of all before it.
//   import    bodies as they are meshed or exported
//   condense  bodies and interfaces with few coordinates, initial states
//   simulate  runs of the full film: physics, loads, time steps
//   train     which of them train the reduction
//   reduce    shapes and rows of a film
//   bake      the file: step, unilateral law, signals, scenarios
//   certify   which scenarios judge it, and its limits
// none: what is recorded of a simulation.
enum class Stage { import, condense, simulate, train, reduce, bake, certify, none };

struct Key {
  // "contact.friction"; "*" stands for the index of a list entry, a part in angle brackets for any
  // name: "contact.profile.<zone>.kind".
  std::string path;
  KeyType type;
  const char* unit;           // empty if it has none
  KeyRange range;             // numbers only
  const char* choices;        // "a|b|c"; of other types a word that stands for a value, or empty
  const char* default_value;  // TOML text; nullptr = none, kRequired = must be given
  std::string only_if;        // "key=a|b": elsewhere the key is an error; empty = always legal
  const char* meaning;
  Stage stage;               // the first that depends on it
  std::string late_if;       // "key=a|b": there no stage before bake does; empty = nowhere
  KeyMember member;          // what it fills; none: its section's reader takes it
  std::string used_if = {};  // "key=a|b": elsewhere it has no effect, which is said; empty = always

  // Length of the parts of `path` that are those of `pattern`, a path with stars: all of it for the
  // key itself, less for a table that holds it, npos else.
  std::size_t fitting(const std::string& pattern) const;

  Key& only(std::string_view condition);
  Key& at(Stage first);
  Key& late(std::string_view condition);
  Key& used(std::string_view condition);
  Key& or_word(const char* word);
};

// One object, compared by its address: equal literals of several files need not be one.
extern const char* const kRequired;

// "a|b|c": its words.
std::vector<std::string> split_choices(const std::string& choices);

// "key=a|b" of Key::only_if, late_if or used_if.
struct KeyCondition {
  explicit KeyCondition(const std::string& text)
      : key(text.substr(0, text.find('='))),
        allowed(split_choices(text.substr(text.find('=') + 1))) {}

  bool allows(const std::string& choice) const {
    return std::find(allowed.begin(), allowed.end(), choice) != allowed.end();
  }

  // The key that decides for this path: of the same list entry, "bodies.0.import.kind" for
  // "bodies.0.import.beam.width".
  std::string key_for(const std::string& path) const;

  std::string key;
  std::vector<std::string> allowed;
};

struct KeyIndex;

class KeyList {
 public:
  // title: what the keys are of, the first line of the printed reference.
  KeyList(std::string title, std::vector<Key> keys);

  const std::vector<Key>& keys() const { return keys_; }
  const KeyIndex& index() const { return *index_; }

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
  std::shared_ptr<const KeyIndex> index_;
};

// "inputs.0.hold" -> "inputs.*.hold".
std::string with_stars(const std::string& path);

// "a number > 0 [m]", "one of mean, end": what the key expects.
std::string expectation(const Key& key);

}  // namespace mortise::gen
