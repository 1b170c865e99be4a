#include "generator/define/keys/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>

#include "generator/define/keys/key_index.hpp"
#include "generator/ground/text/nearest.hpp"

namespace mortise::gen {

const char* const kRequired = "required";

namespace {

bool is_index(const std::string& part) {
  return !part.empty() && std::all_of(part.begin(), part.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::string last_part(const std::string& path) { return path.substr(path.rfind('.') + 1); }

bool is_name(const std::string& part) { return part.front() == '<'; }

// Stars and names of a key's path as the user wrote them: an index, a name of their own.
std::string as_given(const std::string& key, const std::string& path) {
  std::stringstream known(key), given(path);
  std::string part, from, result;
  while (std::getline(known, part, '.')) {
    if (!std::getline(given, from, '.')) from.clear();
    const bool own = part == "*" ? is_index(from) : is_name(part) && !from.empty();
    result += (result.empty() ? "" : ".") + (own ? from : part);
  }
  return result;
}

std::string range_text(const KeyRange& range) {
  std::ostringstream text;
  const bool lower = std::isfinite(range.minimum), upper = std::isfinite(range.maximum);
  if (lower) text << (range.minimum_allowed ? " >= " : " > ") << range.minimum;
  if (upper) text << (lower ? " and" : "") << " <= " << range.maximum;
  return text.str();
}

// In the order of KeyType.
constexpr KeyForm kForms[] = {
    {KeyForm::text, true, 0, "text", ""},
    {KeyForm::text, true, 0, "text", ""},
    {KeyForm::text, false, kAnyLength, "a list of texts", ""},
    {KeyForm::choice, true, 0, "one of ", ""},
    {KeyForm::flag, true, 0, "true or false", ""},
    {KeyForm::whole, true, 0, "a whole number", ""},
    {KeyForm::number, true, 0, "a number", ""},
    {KeyForm::number, false, 3, "[x, y, z]", ""},
    {KeyForm::number, true, 2, "[start, end] or one number", ""},
    {KeyForm::whole, false, kAnyLength, "a list of whole numbers", ""},
    {KeyForm::whole, true, kAnyLength, "a whole number", ", or a list of them"},
    {KeyForm::number, false, kAnyLength, "a list of numbers", ""},
};

}  // namespace

const KeyForm& form_of(KeyType type) { return kForms[static_cast<std::size_t>(type)]; }

std::vector<std::string> split_choices(const std::string& choices) {
  std::vector<std::string> words;
  std::stringstream text(choices);
  for (std::string word; std::getline(text, word, '|');) words.push_back(word);
  return words;
}

std::string with_stars(const std::string& path) {
  std::string result;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t dot = std::min(path.find('.', at), path.size());
    const std::string part = path.substr(at, dot - at);
    result.append(at > 0 ? "." : "").append(is_index(part) ? "*" : part);
    at = dot + 1;
  }
  return result;
}

std::string KeyCondition::key_for(const std::string& path) const { return as_given(key, path); }

Key& Key::only(std::string_view condition) { return only_if = condition, *this; }
Key& Key::at(Stage first) { return stage = first, *this; }
Key& Key::late(std::string_view condition) { return late_if = condition, *this; }
Key& Key::used(std::string_view condition) { return used_if = condition, *this; }
Key& Key::or_word(const char* word) { return choices = word, *this; }

std::size_t Key::fitting(const std::string& pattern) const {
  std::size_t k = 0, p = 0;
  while (k < path.size() && p < pattern.size()) {
    if (path[k] == '<') {
      k = path.find('>', k) + 1;
      p = std::min(pattern.find('.', p), pattern.size());
    } else if (path[k++] != pattern[p++]) {
      return std::string::npos;
    }
  }
  const bool whole = p == pattern.size() && (k == path.size() || path[k] == '.');
  return whole ? k : std::string::npos;
}

KeyList::KeyList(std::string title, std::vector<Key> keys)
    : title_(std::move(title)),
      keys_(std::move(keys)),
      index_(std::make_shared<const KeyIndex>(keys_)) {}

const Key* KeyList::find(const std::string& path) const {
  const std::string pattern = with_stars(path);
  const auto found = index_->by_path.find(pattern);
  if (found != index_->by_path.end()) return &keys_[found->second];
  for (const std::size_t i : index_->named) {
    if (keys_[i].fitting(pattern) == keys_[i].path.size()) return &keys_[i];
  }
  return nullptr;
}

bool KeyList::has_table(const std::string& path) const {
  const std::string pattern = with_stars(path);
  return std::any_of(keys_.begin(), keys_.end(),
                     [&](const Key& key) { return key.fitting(pattern) < key.path.size(); });
}

std::string KeyList::nearest_key(const std::string& path) const {
  const std::string pattern = with_stars(path);
  std::vector<std::string> all, candidates;
  for (const Key& key : keys_) {
    all.push_back(as_given(key.path, pattern));
    if (last_part(key.path) == last_part(pattern)) candidates.push_back(all.back());
  }
  // a name without its table: the list names the contact before its training
  if (pattern.find('.') == std::string::npos && !candidates.empty()) candidates.resize(1);
  // a name that exists elsewhere beats a misspelling unless the path is nearly right
  std::vector<std::string> misspelt;
  for (const std::string& known : all) {
    if (edit_distance(known, pattern) <= 2) misspelt.push_back(known);
  }
  if (!misspelt.empty()) candidates = std::move(misspelt);
  if (candidates.empty()) candidates = std::move(all);
  // give list entries back the index the user wrote
  return as_given(nearest(pattern, candidates), path);
}

std::string expectation(const Key& key) {
  const KeyForm& form = form_of(key.type);
  const bool chosen = form.item == KeyForm::choice;
  const std::vector<std::string> words = split_choices(key.choices);
  return fmt::format("{}{}{}{}{}{}", form.expected,
                     chosen ? fmt::format("{}", fmt::join(words, ", ")) : "", range_text(key.range),
                     form.also, *key.unit != '\0' ? std::string(" [") + key.unit + "]" : "",
                     chosen || words.empty() ? "" : fmt::format(", or \"{}\"", words.front()));
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
    if (!key.used_if.empty()) text << "; used if " << key.used_if;
    text << "\n    " << key.meaning << "\n";
  }
  return text.str();
}

}  // namespace mortise::gen
