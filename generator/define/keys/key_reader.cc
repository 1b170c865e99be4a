#include "generator/define/keys/key_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <type_traits>

#include "generator/define/keys/credible_sizes.hpp"
#include "generator/define/keys/key_index.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

bool is_number(const TomlScalar& s) {
  return std::holds_alternative<double>(s) || std::holds_alternative<std::int64_t>(s);
}

double to_number(const TomlScalar& s) {
  if (const auto* i = std::get_if<std::int64_t>(&s)) return static_cast<double>(*i);
  return std::get<double>(s);
}

// Position of a word among the choices "a|b|c", from 0.
std::optional<int> position_of(const std::string& word, const char* choices) {
  const std::vector<std::string> words = split_choices(choices);
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) return std::nullopt;
  return static_cast<int>(found - words.begin());
}

bool is_item(const Key& key, const TomlScalar& s) {
  switch (form_of(key.type).item) {
    case KeyForm::choice:
      if (!std::holds_alternative<std::string>(s)) return false;
      return position_of(std::get<std::string>(s), key.choices).has_value();
    case KeyForm::text:
      return std::holds_alternative<std::string>(s);
    case KeyForm::flag:
      return std::holds_alternative<bool>(s);
    case KeyForm::whole:
      return std::holds_alternative<std::int64_t>(s);
    case KeyForm::number:
      return is_number(s);
  }
  return false;
}

bool has_type(const Key& key, const TomlValue& value) {
  const KeyForm& form = form_of(key.type);
  const auto is = [&key](const TomlScalar& s) { return is_item(key, s); };
  if (const auto* one = std::get_if<TomlScalar>(&value)) {
    const auto* word = std::get_if<std::string>(one);
    if (word != nullptr && position_of(*word, key.choices)) return true;
    return form.single && is(*one);
  }
  const auto& list = std::get<std::vector<TomlScalar>>(value);
  const bool fits = form.length == kAnyLength || static_cast<int>(list.size()) == form.length;
  return form.length != 0 && fits && std::all_of(list.begin(), list.end(), is);
}

bool in_range(const Key& key, const TomlScalar& s) {
  if (!is_number(s)) return true;
  const double x = to_number(s);
  const KeyRange& r = key.range;
  return std::isfinite(x) && x <= r.maximum && (r.minimum_allowed ? x >= r.minimum : x > r.minimum);
}

std::optional<std::string> size_fault(const Key& key, const TomlScalar& s) {
  const bool size = form_of(key.type).item == KeyForm::number && is_number(s);
  return size ? incredible(key, to_number(s)) : std::nullopt;
}

std::optional<std::string> size_fault(const Key& key, const std::vector<TomlScalar>& list) {
  for (const TomlScalar& s : list)
    if (auto fault = size_fault(key, s)) return fault;
  return std::nullopt;
}

template <class T>
struct Convert {
  static T from(const TomlValue& value) { return scalar(std::get<TomlScalar>(value)); }
  static T scalar(const TomlScalar& s) {
    if constexpr (std::is_same_v<T, double>) {
      return to_number(s);
    } else if constexpr (std::is_same_v<T, int>) {
      return static_cast<int>(std::get<std::int64_t>(s));
    } else {
      return std::get<T>(s);
    }
  }
};

template <class T>
struct Convert<std::vector<T>> {
  static std::vector<T> from(const TomlValue& value) {
    std::vector<T> list;
    if (const auto* one = std::get_if<TomlScalar>(&value)) return {Convert<T>::scalar(*one)};
    for (const TomlScalar& s : std::get<std::vector<TomlScalar>>(value)) {
      list.push_back(Convert<T>::scalar(s));
    }
    return list;
  }
};

template <>
struct Convert<Vector3> {
  static Vector3 from(const TomlValue& value) {
    const auto list = Convert<std::vector<double>>::from(value);
    return {list[0], list[1], list[2]};
  }
};

}  // namespace

KeyReader::KeyReader(FlatTable table, const KeyList& keys)
    : table_(std::move(table)), keys_(&keys) {
  SectionErrors errors(table_.file);
  check_keys(&errors);
  errors.throw_if_any();
}

KeyReader::KeyReader(FlatTable table, const KeyList& keys, SectionErrors* errors)
    : table_(std::move(table)), keys_(&keys) {
  check_keys(errors);
  check_required(errors);
}

void KeyReader::check_keys(SectionErrors* errors) {
  const auto refuse = [&](const std::string& path, const Finding& finding) {
    errors->add(path, finding);
    doubtful_.insert(path);
    if (keys_->find(path) != nullptr || keys_->has_table(path)) return;
    const std::string meant = keys_->nearest_key(path);
    errors->doubt(meant);
    doubtful_.insert(meant);
  };
  for (const auto& [path, finding] : table_.unreadable) {
    refuse(path, unknown_fault(path, finding.where).value_or(finding));
  }
  for (auto it = table_.values.begin(); it != table_.values.end();) {
    const std::optional<Finding> fault = entry_fault(it->first, it->second);
    if (fault) refuse(it->first, *fault);
    it = fault ? table_.values.erase(it) : std::next(it);
  }
  check_tables(errors);
  for (const auto& [path, entry] : table_.values) {
    if (const auto fault = condition_fault(path, known(path))) errors->add(path, *fault);
  }
}

// A table of an unknown name whose keys were named already needs no finding of its own.
void KeyReader::check_tables(SectionErrors* errors) {
  for (const auto& [path, where] : table_.tables) {
    if (keys_->has_table(path)) continue;
    const auto named = doubtful_.lower_bound(path + ".");
    if (named != doubtful_.end() && named->compare(0, path.size() + 1, path + ".") == 0) continue;
    const std::string meant = keys_->nearest_key(path);
    errors->add(
        path, {where, "unknown table [" + path + "]", "the nearest known key is '" + meant + "'"});
    errors->doubt(meant);
  }
}

void KeyReader::check_required(SectionErrors* errors) const {
  for (const Key& key : keys_->keys()) {
    if (key.default_value != kRequired) continue;
    for (const std::string& path : required_paths(key)) {
      if (!has(path) && doubtful_.count(path) == 0) errors->add(path, missing(path));
    }
  }
}

// Where a required key must stand: in every entry of its list, in its table if that is there or if
// the kinds chosen ask for it.
std::vector<std::string> KeyReader::required_paths(const Key& key) const {
  std::vector<std::string> paths = {""};
  std::size_t start = 0;
  for (std::size_t dot = 0; dot != std::string::npos; start = dot + 1) {
    dot = key.path.find('.', start);
    const std::string part = key.path.substr(start, dot - start);
    std::vector<std::string> longer;
    for (const std::string& path : paths) {
      const std::string stem = path.empty() ? "" : path + ".";
      const int entries = part == "*" ? count(path) : 1;
      for (int i = 0; i < entries; ++i) {
        longer.push_back(stem + (part == "*" ? std::to_string(i) : part));
      }
    }
    paths = std::move(longer);
  }
  const auto asked_for = [&](const std::string& path) {
    const auto dot = path.rfind('.');
    if (dot == std::string::npos || !key.only_if.empty()) return true;
    return is_given(path.substr(0, dot));
  };
  std::vector<std::string> wanted;
  for (const std::string& path : paths) {
    if (allows(path, key) && asked_for(path)) wanted.push_back(path);
  }
  return wanted;
}

const Key& KeyReader::known(const std::string& path) const {
  const Key* key = keys_->find(path);
  if (key == nullptr) throw std::logic_error("no key " + path + " in the key list");
  return *key;
}

std::optional<Finding> KeyReader::unknown_fault(const std::string& path,
                                                const std::string& where) const {
  if (("." + path + ".").find(".*.") != std::string::npos)
    return Finding{where, "'" + path + "' names no entry of a list",
                   "in the place of * give the number of the entry, from 0, or its name"};
  if (keys_->find(path) != nullptr) return std::nullopt;
  if (keys_->has_table(path)) {
    return Finding{where, "'" + path + "' is a table, not a value",
                   "open it with [" + path + "] or a list of tables"};
  }
  return Finding{where, "unknown key '" + path + "'",
                 "the nearest known key is '" + keys_->nearest_key(path) + "'"};
}

std::optional<Finding> KeyReader::entry_fault(const std::string& path,
                                              const FlatEntry& entry) const {
  if (auto unknown = unknown_fault(path, entry.where)) return unknown;
  const Key* key = keys_->find(path);
  const auto* list = std::get_if<std::vector<TomlScalar>>(&entry.value);
  bool good = has_type(*key, entry.value);
  if (good && list == nullptr) good = in_range(*key, std::get<TomlScalar>(entry.value));
  for (std::size_t i = 0; good && list != nullptr && i < list->size(); ++i) {
    good = in_range(*key, (*list)[i]);
  }
  if (good) {
    const auto limit = list == nullptr ? size_fault(*key, std::get<TomlScalar>(entry.value))
                                       : size_fault(*key, *list);
    if (!limit) return std::nullopt;
    return Finding{entry.where, "'" + path + "' is " + to_text(entry.value),
                   *limit + ": check its unit; " + key->meaning};
  }
  return Finding{entry.where, "'" + path + "' is " + to_text(entry.value),
                 "it must be " + expectation(*key) + ": " + key->meaning};
}

// False too if what decides is refused or missing: that is a finding of its own.
bool KeyReader::allows(const std::string& path, const Key& key) const {
  if (key.only_if.empty()) return true;
  const KeyCondition condition(key.only_if);
  const std::string decides = condition.key_for(path), chosen = text_or_default(decides);
  return !chosen.empty() && doubtful_.count(decides) == 0 && condition.allows(chosen);
}

std::optional<Finding> KeyReader::condition_fault(const std::string& path, const Key& key) const {
  if (allows(path, key)) return std::nullopt;
  const KeyCondition condition(key.only_if);
  const std::string other = condition.key_for(path);
  const std::string chosen = text_or_default(other);
  if (doubtful_.count(other) != 0) return std::nullopt;
  // that it is missing is the finding
  if (chosen.empty() && known(other).default_value == kRequired) return std::nullopt;
  return Finding{
      where(path),
      "'" + path + "' has no meaning with" +
          (chosen.empty() ? "out " + other : " " + other + " = " + chosen),
      fmt::format("remove it, or set {} to {}", other, fmt::join(condition.allowed, " or "))};
}

std::string KeyReader::idleness(const std::string& path) const {
  const Key& key = known(path);
  if (key.used_if.empty()) return "";
  const KeyCondition condition(key.used_if);
  const std::string other = condition.key_for(path), chosen = text_or_default(other);
  if (condition.allows(chosen)) return "";
  return fmt::format("has no effect with {} = {}, only with {}", other, chosen,
                     fmt::join(condition.allowed, " or "));
}

Finding KeyReader::missing(const std::string& path) const {
  const Key& key = known(path);
  const auto dot = path.rfind('.');
  return {where(dot == std::string::npos ? "" : path.substr(0, dot)), "'" + path + "' is missing",
          "give it " + expectation(key) + ": " + key.meaning};
}

const TomlValue* KeyReader::value(const std::string& path) const {
  const Key& key = known(path);
  const auto given = table_.values.find(path);
  if (given != table_.values.end()) return &given->second.value;
  const auto standard = keys_->index().defaults.find(key.path);
  return standard == keys_->index().defaults.end() ? nullptr : &standard->second;
}

std::string KeyReader::text_or_default(const std::string& path) const {
  const TomlValue* v = value(path);
  return v == nullptr ? "" : std::get<std::string>(std::get<TomlScalar>(*v));
}

template <class T>
std::optional<T> KeyReader::find(const std::string& path) const {
  const TomlValue* v = value(path);
  if (v == nullptr) return std::nullopt;
  return Convert<T>::from(*v);
}

template <class T>
T KeyReader::get(const std::string& path) const {
  if (std::optional<T> v = find<T>(path)) return *v;
  throw_findings({missing(path)});
}

bool KeyReader::has_table(const std::string& path) const {
  const auto it = table_.values.lower_bound(path + ".");
  return it != table_.values.end() && it->first.compare(0, path.size() + 1, path + ".") == 0;
}

std::set<std::string> KeyReader::names_in(const std::string& table) const {
  const std::string start = table + ".";
  std::set<std::string> names;
  const auto add = [&](const auto& map) {
    for (auto it = map.lower_bound(start);
         it != map.end() && it->first.compare(0, start.size(), start) == 0; ++it)
      names.insert(
          it->first.substr(start.size(), it->first.find('.', start.size()) - start.size()));
  };
  add(table_.values);
  add(table_.tables);
  return names;
}

std::string KeyReader::path(const Tables& tables, const std::string& name) const {
  std::string key;
  for (const std::string& table : tables) {
    key = table.empty() ? name : std::string(table).append(".").append(name);
    if (has(key)) break;
  }
  return key;
}

void KeyReader::fill(const Tables& tables, const std::type_info& type, void* spec) const {
  const std::string pattern = with_stars(tables.back());
  for (const Key& key : keys_->keys()) {
    if (!key.member.is_of(type)) continue;
    const std::size_t table = pattern.empty() ? 0 : key.fitting(pattern) + 1;
    if (table >= key.path.size() || (table == 0) != pattern.empty()) continue;
    const std::string name = key.path.substr(table);
    if (name.find('.') == std::string::npos) key.member.fill(*this, path(tables, name), spec);
  }
}

std::optional<int> KeyReader::find_choice(const std::string& path) const {
  if (value(path) == nullptr) return std::nullopt;
  return choice(path);
}

bool KeyReader::is_choice(const std::string& path) const {
  return known(path).type == KeyType::choice;
}

bool KeyReader::is_word(const std::string& path) const {
  const TomlValue* v = value(path);
  const auto* one = v != nullptr ? std::get_if<TomlScalar>(v) : nullptr;
  return one != nullptr && std::holds_alternative<std::string>(*one);
}

int KeyReader::choice(const std::string& path) const {
  return position_of(get<std::string>(path), known(path).choices).value();
}

int KeyReader::count(const std::string& path) const {
  const auto it = table_.counts.find(path);
  return it == table_.counts.end() ? 0 : it->second;
}

std::string KeyReader::where(const std::string& path) const {
  const auto given = table_.values.find(path);
  if (given != table_.values.end()) return given->second.where;
  const auto table = table_.tables.find(path);
  return table != table_.tables.end() ? table->second : table_.file;
}

void KeyReader::refuse(const std::string& path, const std::string& finding,
                       const std::string& remedy) const {
  throw Error(where(path), "'" + path + "' " + finding, remedy);
}

void KeyReader::refuse_value(const std::string& path, const std::string& remedy,
                             const std::string& after) const {
  const TomlValue* now = value(path);  // given, or the default
  refuse(path, (now == nullptr ? "is not given" : "is " + to_text(*now)) + after, remedy);
}

bool KeyReader::from_override(const std::string& path) const {
  const auto given = table_.values.find(path);
  return given != table_.values.end() && given->second.from_override;
}

#define MORTISE_INSTANTIATE(T)                                 \
  template T KeyReader::get<T>(const std::string& path) const; \
  template std::optional<T> KeyReader::find<T>(const std::string& path) const;
MORTISE_INSTANTIATE(bool)
MORTISE_INSTANTIATE(int)
MORTISE_INSTANTIATE(std::int64_t)
MORTISE_INSTANTIATE(double)
MORTISE_INSTANTIATE(std::string)
MORTISE_INSTANTIATE(Vector3)
MORTISE_INSTANTIATE(std::vector<int>)
MORTISE_INSTANTIATE(std::vector<std::int64_t>)
MORTISE_INSTANTIATE(std::vector<double>)
MORTISE_INSTANTIATE(std::vector<std::string>)
#undef MORTISE_INSTANTIATE

}  // namespace mortise::gen
