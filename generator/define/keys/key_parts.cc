#include "generator/define/keys/key_parts.hpp"

#include <utility>

namespace mortise::gen {

void KeyRows::table(std::string_view path, std::string_view only_if, Stage stage) {
  prefix_ = path;
  if (!path.empty()) prefix_ += '.';
  only_if_ = only_if;
  stage_ = stage;
}

Key& KeyRows::text(Text name, const KeyMember& member, Text otherwise, Text meaning) {
  return add(T::text, name, member, "", kAny, "", otherwise, meaning);
}

Key& KeyRows::texts(Text name, const KeyMember& member, Text otherwise, Text meaning) {
  return add(T::texts, name, member, "", kAny, "", otherwise, meaning);
}

Key& KeyRows::file(Text name, const KeyMember& member, Text otherwise, Text meaning) {
  return add(T::file, name, member, "", kAny, "", otherwise, meaning);
}

Key& KeyRows::flag(Text name, const KeyMember& member, Text otherwise, Text meaning) {
  return add(T::boolean, name, member, "", kAny, "", otherwise, meaning);
}

Key& KeyRows::choice(Text name, const KeyMember& member, Text choices, Text otherwise,
                     Text meaning) {
  return add(T::choice, name, member, "", kAny, choices, otherwise, meaning);
}

Key& KeyRows::number(Text name, const KeyMember& member, Text unit, KeyRange range, Text otherwise,
                     Text meaning) {
  return add(T::number, name, member, unit, range, "", otherwise, meaning);
}

Key& KeyRows::numbers(Text name, const KeyMember& member, Text unit, KeyRange range, Text otherwise,
                      Text meaning) {
  return add(T::numbers, name, member, unit, range, "", otherwise, meaning);
}

Key& KeyRows::interval(Text name, const KeyMember& member, Text unit, KeyRange range,
                       Text otherwise, Text meaning) {
  return add(T::interval, name, member, unit, range, "", otherwise, meaning);
}

Key& KeyRows::vector3(Text name, const KeyMember& member, Text unit, Text otherwise, Text meaning) {
  return add(T::vector3, name, member, unit, kAny, "", otherwise, meaning);
}

Key& KeyRows::integer(Text name, const KeyMember& member, KeyRange range, Text otherwise,
                      Text meaning) {
  return add(T::integer, name, member, "", range, "", otherwise, meaning);
}

Key& KeyRows::integers(Text name, const KeyMember& member, KeyRange range, Text otherwise,
                       Text meaning) {
  return add(T::integers, name, member, "", range, "", otherwise, meaning);
}

Key& KeyRows::counts(Text name, const KeyMember& member, KeyRange range, Text otherwise,
                     Text meaning) {
  return add(T::counts, name, member, "", range, "", otherwise, meaning);
}

void KeyRows::nest(const std::string& entry, Key row) {
  for (std::string* text : {&row.path, &row.only_if, &row.late_if, &row.used_if})
    if (!text->empty()) text->insert(0, entry + ".");
  rows_.push_back(std::move(row));
}

Key& KeyRows::add(KeyType type, Text name, const KeyMember& member, Text unit, KeyRange range,
                  Text choices, Text otherwise, Text meaning) {
  rows_.push_back({prefix_ + name, type, unit, range, choices, otherwise, only_if_, meaning, stage_,
                   "", member});
  return rows_.back();
}

}  // namespace mortise::gen
