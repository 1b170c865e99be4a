// Words the key lists are written in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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
  using Text = const char*;

  // The rows that follow belong to this table ("": to none) and are legal under this condition
  // ("": always); `stage` is the first that depends on them. Each row may say otherwise.
  void table(std::string_view path, std::string_view only_if, Stage stage);

  Key& text(Text name, const KeyMember& member, Text otherwise, Text meaning);
  Key& texts(Text name, const KeyMember& member, Text otherwise, Text meaning);
  Key& file(Text name, const KeyMember& member, Text otherwise, Text meaning);
  Key& flag(Text name, const KeyMember& member, Text otherwise, Text meaning);
  Key& choice(Text name, const KeyMember& member, Text choices, Text otherwise, Text meaning);
  Key& number(Text name, const KeyMember& member, Text unit, KeyRange range, Text otherwise,
              Text meaning);
  Key& numbers(Text name, const KeyMember& member, Text unit, KeyRange range, Text otherwise,
               Text meaning);
  Key& interval(Text name, const KeyMember& member, Text unit, KeyRange range, Text otherwise,
                Text meaning);
  Key& vector3(Text name, const KeyMember& member, Text unit, Text otherwise, Text meaning);
  Key& integer(Text name, const KeyMember& member, KeyRange range, Text otherwise, Text meaning);
  Key& integers(Text name, const KeyMember& member, KeyRange range, Text otherwise, Text meaning);
  Key& counts(Text name, const KeyMember& member, KeyRange range, Text otherwise, Text meaning);

  // A number as its law describes it, filling the law itself or a member that stands for it.
  template <class Law>
  Key& number(const LawNumber<Law>& n, Text otherwise) {
    return number(n, KeyMember(n), otherwise);
  }
  template <class Law>
  Key& number(const LawNumber<Law>& n, const KeyMember& member, Text otherwise) {
    return add(n.whole ? T::integer : T::number, n.name, member, n.unit, n.range, "", otherwise,
               n.meaning);
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
  void nest(const std::string& entry, Key row);

  const Keys& rows() const { return rows_; }
  Key& last() { return rows_.back(); }

 private:
  Key& add(KeyType type, Text name, const KeyMember& member, Text unit, KeyRange range,
           Text choices, Text otherwise, Text meaning);

  std::string prefix_, only_if_;
  Stage stage_ = Stage::none;
  Keys rows_;
};

}  // namespace mortise::gen
