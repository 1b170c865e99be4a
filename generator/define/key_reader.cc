#include "generator/define/key_reader.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <type_traits>

#include "generator/error.hpp"

namespace mortise::gen {
namespace {

bool is_number(const TomlScalar& s) {
  return std::holds_alternative<double>(s) || std::holds_alternative<std::int64_t>(s);
}

bool is_whole(const TomlScalar& s) { return std::holds_alternative<std::int64_t>(s); }
bool is_text(const TomlScalar& s) { return std::holds_alternative<std::string>(s); }

double to_number(const TomlScalar& s) {
  if (const auto* i = std::get_if<std::int64_t>(&s)) return static_cast<double>(*i);
  return std::get<double>(s);
}

bool is_choice(const Key& key, const TomlScalar& s) {
  return is_text(s) &&
         ("|" + std::string(key.choices) + "|").find("|" + std::get<std::string>(s) + "|") !=
             std::string::npos;
}

template <class Check>
bool all_of(const TomlValue& value, Check check) {
  const auto* list = std::get_if<std::vector<TomlScalar>>(&value);
  if (list == nullptr) return false;
  for (const TomlScalar& item : *list) {
    if (!check(item)) return false;
  }
  return true;
}

bool has_type(const Key& key, const TomlValue& value) {
  const auto* scalar = std::get_if<TomlScalar>(&value);
  switch (key.type) {
    case KeyType::text:
      return scalar != nullptr && is_text(*scalar);
    case KeyType::texts:
      return all_of(value, is_text);
    case KeyType::choice:
      return scalar != nullptr && is_choice(key, *scalar);
    case KeyType::boolean:
      return scalar != nullptr && std::holds_alternative<bool>(*scalar);
    case KeyType::integer:
      return scalar != nullptr && is_whole(*scalar);
    case KeyType::number:
      return scalar != nullptr && is_number(*scalar);
    case KeyType::vector3:
      return all_of(value, is_number) && std::get<std::vector<TomlScalar>>(value).size() == 3;
    case KeyType::interval:
      if (scalar != nullptr) return is_number(*scalar);
      return all_of(value, is_number) && std::get<std::vector<TomlScalar>>(value).size() == 2;
    case KeyType::integers:
      return all_of(value, is_whole);
    case KeyType::counts:
      return scalar != nullptr ? is_whole(*scalar) : all_of(value, is_whole);
    case KeyType::numbers:
      return all_of(value, is_number);
  }
  return false;
}

bool in_range(const Key& key, const TomlScalar& s) {
  if (!is_number(s)) return true;
  const double x = to_number(s);
  const KeyRange& r = key.range;
  return std::isfinite(x) && x <= r.maximum && (r.minimum_allowed ? x >= r.minimum : x > r.minimum);
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
  for (const Key& key : keys.keys()) {
    if (key.default_value != nullptr && key.default_value != kRequired) {
      defaults_.emplace(key.path, parse_toml_value(key.default_value));
    }
  }
  for (const auto& [path, entry] : table_.values) check_entry(path, entry);
  for (const auto& [path, where] : table_.tables) {
    if (!keys_->has_table(path)) {
      throw Error(where, "unknown table [" + path + "]",
                  "the nearest known key is '" + keys_->nearest_key(path) + "'");
    }
  }
  for (const auto& [path, entry] : table_.values) check_condition(path, known(path));
}

const Key& KeyReader::known(const std::string& path) const {
  const Key* key = keys_->find(path);
  if (key == nullptr) throw std::logic_error("no key " + path + " in the key list");
  return *key;
}

void KeyReader::check_entry(const std::string& path, const FlatEntry& entry) const {
  const Key* key = keys_->find(path);
  if (key == nullptr) {
    if (keys_->has_table(path)) {
      throw Error(entry.where, "'" + path + "' is a table, not a value",
                  "open it with [" + path + "] or a list of tables");
    }
    throw Error(entry.where, "unknown key '" + path + "'",
                "the nearest known key is '" + keys_->nearest_key(path) + "'");
  }
  const auto* list = std::get_if<std::vector<TomlScalar>>(&entry.value);
  bool good = has_type(*key, entry.value);
  if (good && list == nullptr) good = in_range(*key, std::get<TomlScalar>(entry.value));
  for (std::size_t i = 0; good && list != nullptr && i < list->size(); ++i) {
    good = in_range(*key, (*list)[i]);
  }
  if (!good) {
    throw Error(entry.where, "'" + path + "' is " + to_text(entry.value),
                "it must be " + expectation(*key) + ": " + key->meaning);
  }
}

void KeyReader::check_condition(const std::string& path, const Key& key) const {
  const std::string& condition = key.only_if;
  if (condition.empty()) return;
  const auto equal = condition.find('=');
  const std::string other = condition.substr(0, equal), allowed = condition.substr(equal + 1);
  const std::string chosen = text_or_default(other);
  if (chosen.empty() && known(other).default_value == kRequired) (void)get<std::string>(other);
  if (("|" + allowed + "|").find("|" + chosen + "|") != std::string::npos) return;
  std::string choices = allowed;
  for (std::size_t at = 0; (at = choices.find('|', at)) != std::string::npos; at += 4) {
    choices.replace(at, 1, " or ");
  }
  throw Error(where(path),
              "'" + path + "' has no meaning with" +
                  (chosen.empty() ? "out " + other : " " + other + " = " + chosen),
              "remove it, or set " + other + " to " + choices);
}

const TomlValue* KeyReader::value(const std::string& path) const {
  const Key& key = known(path);
  const auto given = table_.values.find(path);
  if (given != table_.values.end()) return &given->second.value;
  if (key.default_value == nullptr || key.default_value == kRequired) return nullptr;
  return &defaults_.at(key.path);
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
  const Key& key = known(path);
  const std::string parent = path.substr(0, path.rfind('.'));
  throw Error(where(parent), "'" + path + "' is missing",
              "give it " + expectation(key) + ": " + key.meaning);
}

bool KeyReader::has_table(const std::string& path) const {
  const auto it = table_.values.lower_bound(path + ".");
  return it != table_.values.end() && it->first.compare(0, path.size() + 1, path + ".") == 0;
}

int KeyReader::choice(const std::string& path) const {
  const std::string chosen = get<std::string>(path), choices = known(path).choices;
  int index = 0;
  for (std::size_t at = 0; at <= choices.size(); ++index) {
    const std::size_t end = std::min(choices.find('|', at), choices.size());
    if (choices.compare(at, end - at, chosen) == 0) return index;
    at = end + 1;
  }
  throw Error(where(path), "'" + path + "' is \"" + chosen + "\"",
              "it must be " + expectation(known(path)));
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
