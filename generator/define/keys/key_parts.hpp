// Words the key lists are written in.
#pragma once

#include <initializer_list>
#include <limits>

#include "generator/define/keys/key_reader.hpp"
#include "generator/define/keys/keys.hpp"

namespace mortise::gen {

using T = KeyType;
using Keys = std::vector<Key>;

inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline constexpr KeyRange kAny = {-kInf, kInf};
inline constexpr KeyRange kPositive = {0.0, kInf, false};
inline constexpr KeyRange kNotNegative = {0.0, kInf};
inline constexpr KeyRange kUnit = {0.0, 1.0};
inline constexpr KeyRange kCount = {1.0, 1e6};
inline constexpr KeyRange kLabel = {0.0, 9e15};
inline constexpr KeyRange kDirection = {1.0, 3.0};
inline constexpr KeyRange kDofDirection = {1.0, 6.0};

inline constexpr const char* kNone = nullptr;  // no default

inline Keys joined_keys(std::initializer_list<Keys> parts) {
  Keys all;
  for (const Keys& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

// Keys whose rows name no stage of their own.
inline Keys at_stage(Stage stage, Keys keys) {
  for (Key& key : keys) {
    if (key.stage == Stage::of_table) key.stage = stage;
  }
  return keys;
}

// Writes rows, table by table. Every row: name within the table, member it fills ({}: its section's
// reader takes it), what values are legal, default (kNone, kRequired), meaning.
class KeyRows {
 public:
  // The rows that follow belong to this table ("": to none) and are legal under this condition
  // ("": always); `stage` is the first that depends on them. Each row may say otherwise.
  void table(const std::string& path, const std::string& only_if, Stage stage) {
    prefix_ = path.empty() ? "" : path + ".";
    only_if_ = only_if;
    stage_ = stage;
  }

  using Text = const char*;
  Key& text(Text name, const KeyMember& member, Text otherwise, Text meaning) {
    return add(T::text, name, member, "", kAny, "", otherwise, meaning);
  }
  Key& file(Text name, const KeyMember& member, Text otherwise, Text meaning) {
    return add(T::file, name, member, "", kAny, "", otherwise, meaning);
  }
  Key& flag(Text name, const KeyMember& member, Text otherwise, Text meaning) {
    return add(T::boolean, name, member, "", kAny, "", otherwise, meaning);
  }
  Key& choice(Text name, const KeyMember& member, Text choices, Text otherwise, Text meaning) {
    return add(T::choice, name, member, "", kAny, choices, otherwise, meaning);
  }
  Key& number(Text name, const KeyMember& member, Text unit, KeyRange range, Text otherwise,
              Text meaning) {
    return add(T::number, name, member, unit, range, "", otherwise, meaning);
  }
  Key& numbers(Text name, const KeyMember& member, Text unit, KeyRange range, Text otherwise,
               Text meaning) {
    return add(T::numbers, name, member, unit, range, "", otherwise, meaning);
  }
  Key& interval(Text name, const KeyMember& member, Text unit, KeyRange range, Text otherwise,
                Text meaning) {
    return add(T::interval, name, member, unit, range, "", otherwise, meaning);
  }
  Key& vector3(Text name, const KeyMember& member, Text unit, Text otherwise, Text meaning) {
    return add(T::vector3, name, member, unit, kAny, "", otherwise, meaning);
  }
  Key& integer(Text name, const KeyMember& member, KeyRange range, Text otherwise, Text meaning) {
    return add(T::integer, name, member, "", range, "", otherwise, meaning);
  }
  Key& integers(Text name, const KeyMember& member, KeyRange range, Text otherwise, Text meaning) {
    return add(T::integers, name, member, "", range, "", otherwise, meaning);
  }
  Key& counts(Text name, const KeyMember& member, KeyRange range, Text otherwise, Text meaning) {
    return add(T::counts, name, member, "", range, "", otherwise, meaning);
  }

  const Keys& rows() const { return rows_; }

 private:
  Key& add(KeyType type, Text name, const KeyMember& member, Text unit, KeyRange range,
           Text choices, Text otherwise, Text meaning) {
    rows_.push_back({prefix_ + name, type, unit, range, choices, otherwise, only_if_, meaning,
                     stage_, "", member});
    return rows_.back();
  }

  std::string prefix_, only_if_;
  Stage stage_ = Stage::of_table;
  Keys rows_;
};

}  // namespace mortise::gen
