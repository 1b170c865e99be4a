// Words the key lists are written in.
#pragma once

#include "generator/define/keys/key_reader.hpp"
#include "generator/define/keys/keys.hpp"

namespace mortise::gen {

using T = KeyType;
using Keys = std::vector<Key>;

inline constexpr KeyRange kLabel = {0.0, 9e15};
inline constexpr KeyRange kDirection = {1.0, 3.0};
inline constexpr KeyRange kDofDirection = {1.0, 6.0};

inline constexpr const char* kNone = nullptr;  // no default

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
  Key& texts(Text name, const KeyMember& member, Text otherwise, Text meaning) {
    return add(T::texts, name, member, "", kAny, "", otherwise, meaning);
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
  // As a law describes it, filling the law itself or a member that stands for it.
  template <class Law>
  Key& number(const LawNumber<Law>& n, Text otherwise) {
    return number(n, KeyMember(n), otherwise);
  }
  template <class Law>
  Key& number(const LawNumber<Law>& n, const KeyMember& member, Text otherwise) {
    return add(n.whole ? T::integer : T::number, n.name, member, n.unit, n.range, "", otherwise,
               n.meaning);
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

  // Where something is or acts: a node, a node set, a point.
  template <class Spec, class Place>
  void place(Place Spec::*place, Text node, Text set, Text near) {
    integer("node", {place, &Place::node}, kLabel, kNone, node);
    text("set", {place, &Place::set}, kNone, set);
    vector3("near", {place, &Place::near}, "m", kNone, near);
  }

  // Rows of another section as they stand in the entries of a list: "import.kind" becomes
  // "bodies.*.import.kind", its conditions as well.
  void nest(const std::string& entry, Key row) {
    for (std::string* text : {&row.path, &row.only_if, &row.late_if})
      if (!text->empty()) text->insert(0, entry + ".");
    rows_.push_back(std::move(row));
  }

  const Keys& rows() const { return rows_; }
  Key& last() { return rows_.back(); }

 private:
  Key& add(KeyType type, Text name, const KeyMember& member, Text unit, KeyRange range,
           Text choices, Text otherwise, Text meaning) {
    rows_.push_back({prefix_ + name, type, unit, range, choices, otherwise, only_if_, meaning,
                     stage_, "", member});
    return rows_.back();
  }

  std::string prefix_, only_if_;
  Stage stage_ = Stage::none;
  Keys rows_;
};

}  // namespace mortise::gen
