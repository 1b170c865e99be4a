#include "generator/define/keys/keys.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>

#include "generator/ground/text/nearest.hpp"

namespace mortise::gen {

const char* const kRequired = "required";

namespace {

bool is_index(const std::string& part) {
  return !part.empty() && std::all_of(part.begin(), part.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::string last_part(const std::string& path) { return path.substr(path.rfind('.') + 1); }

std::string range_text(const KeyRange& range) {
  std::ostringstream text;
  const bool lower = std::isfinite(range.minimum), upper = std::isfinite(range.maximum);
  if (lower) text << (range.minimum_allowed ? " >= " : " > ") << range.minimum;
  if (upper) text << (lower ? " and" : "") << " <= " << range.maximum;
  return text.str();
}

std::string joined_choices(std::string choices) {
  for (std::size_t at = 0; (at = choices.find('|', at)) != std::string::npos; at += 2) {
    choices.replace(at, 1, ", ");
  }
  return choices;
}

}  // namespace

std::string with_stars(const std::string& path) {
  std::stringstream parts(path);
  std::string part, result;
  while (std::getline(parts, part, '.')) {
    result += (result.empty() ? "" : ".") + (is_index(part) ? "*" : part);
  }
  return result;
}

const Key* KeyList::find(const std::string& path) const {
  const std::string pattern = with_stars(path);
  for (const Key& key : keys_) {
    if (pattern == key.path) return &key;
  }
  return nullptr;
}

bool KeyList::has_table(const std::string& path) const {
  const std::string prefix = with_stars(path) + ".";
  for (const Key& key : keys_) {
    if (key.path.compare(0, prefix.size(), prefix) == 0) return true;
  }
  return false;
}

std::string KeyList::nearest_key(const std::string& path) const {
  const std::string pattern = with_stars(path);
  std::vector<std::string> candidates;
  for (const Key& key : keys_) {
    if (last_part(key.path) == last_part(pattern)) candidates.push_back(key.path);
  }
  // a name without its table: the list names the contact before its training
  if (pattern.find('.') == std::string::npos && !candidates.empty()) candidates.resize(1);
  // a name that exists elsewhere beats a misspelling unless the path is nearly right
  std::vector<std::string> misspelt;
  for (const Key& key : keys_) {
    if (edit_distance(key.path, pattern) <= 2) misspelt.push_back(key.path);
  }
  if (!misspelt.empty()) candidates = std::move(misspelt);
  if (candidates.empty()) {
    for (const Key& key : keys_) candidates.push_back(key.path);
  }
  const std::string best = nearest(pattern, candidates);
  // give list entries back the index the user wrote
  std::stringstream given(path), known(best);
  std::string g, k, result;
  while (std::getline(known, k, '.')) {
    if (!std::getline(given, g, '.')) g.clear();
    result += (result.empty() ? "" : ".") + (k == "*" && is_index(g) ? g : k);
  }
  return result;
}

std::string expectation(const Key& key) {
  const std::string unit = *key.unit != '\0' ? std::string(" [") + key.unit + "]" : "";
  const std::string range = range_text(key.range);
  switch (key.type) {
    case KeyType::text:
    case KeyType::file:
      return "text";
    case KeyType::texts:
      return "a list of texts";
    case KeyType::choice:
      return "one of " + joined_choices(key.choices);
    case KeyType::boolean:
      return "true or false";
    case KeyType::integer:
      return "a whole number" + range;
    case KeyType::number:
      return "a number" + range + unit;
    case KeyType::vector3:
      return "[x, y, z]" + unit;
    case KeyType::interval:
      return "[start, end] or one number" + range + unit;
    case KeyType::integers:
      return "a list of whole numbers" + range;
    case KeyType::counts:
      return "a whole number" + range + ", or a list of them";
    case KeyType::numbers:
      return "a list of numbers" + range + unit;
  }
  return "";
}

std::string KeyList::reference() const {
  std::ostringstream text;
  text << title_ << "\n";
  std::string section;
  for (const Key& key : keys_) {
    const std::string head = key.path.substr(0, key.path.find('.'));
    if (head != section) text << "\n";
    section = head;
    text << key.path << "\n    " << expectation(key);
    if (key.default_value == kRequired) {
      text << "; required";
    } else if (key.default_value != nullptr) {
      text << "; default " << key.default_value;
    }
    if (!key.only_if.empty()) text << "; only if " << key.only_if;
    text << "\n    " << key.meaning << "\n";
  }
  return text.str();
}

}  // namespace mortise::gen
