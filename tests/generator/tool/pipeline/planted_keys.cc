#include "tests/generator/tool/pipeline/planted_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <variant>

namespace mortise::gen {
namespace {

constexpr int kEntries = 4;  // of a list that are planted

// In turn, as a range and credible sizes let them.
constexpr double kNumbers[] = {0.37, 2.3e-3, 1.7, 41.0, 6.1e-6};

std::vector<std::string> numbers_near(const TomlValue* there) {
  std::vector<std::string> all;
  const auto* scalar = there != nullptr ? std::get_if<TomlScalar>(there) : nullptr;
  if (scalar != nullptr) {
    if (const auto* x = std::get_if<double>(scalar))
      all = {fmt::format("{}", *x * 1.125), fmt::format("{}", *x * 0.875)};
  }
  for (const double x : kNumbers) all.push_back(fmt::format("{}", x));
  return all;
}

std::vector<std::string> whole_numbers(const TomlValue* there) {
  std::vector<std::string> all = {"1", "2", "3", "7"};
  const auto* scalar = there != nullptr ? std::get_if<TomlScalar>(there) : nullptr;
  if (scalar != nullptr) {
    if (const auto* x = std::get_if<std::int64_t>(scalar))
      all.insert(all.begin(), {std::to_string(*x + 1), std::to_string(*x - 1)});
  }
  return all;
}

// One number of a list differs.
std::vector<std::string> lists_near(const TomlValue* there, std::vector<std::string> all) {
  const auto* list = there != nullptr ? std::get_if<std::vector<TomlScalar>>(there) : nullptr;
  if (list == nullptr) return all;
  const auto text_with = [&](std::size_t at, double factor, double more) {
    std::vector<std::string> items;
    for (std::size_t i = 0; i < list->size(); ++i) {
      const auto* x = std::get_if<double>(&(*list)[i]);
      items.push_back(i == at && x != nullptr ? fmt::format("{}", *x * factor + more)
                                              : to_text(TomlValue((*list)[i])));
    }
    return fmt::format("[{}]", fmt::join(items, ", "));
  };
  for (std::size_t i = 0; i < list->size(); ++i) {
    all.push_back(text_with(i, 1.0625, 0.0));  // of a direction another length, too
    all.push_back(text_with(i, 1.0, 0.125));
    all.push_back(text_with(i, -1.0, 0.0));
  }
  return all;
}

// Words that are numbers come first.
std::vector<std::string> with_numbers(const std::vector<std::string>& words,
                                      std::vector<std::string> all, const char* form) {
  for (const std::string& word : words)
    if (std::isdigit(static_cast<unsigned char>(word.front())) != 0)
      all.insert(all.begin(), fmt::format(fmt::runtime(form), word));
  return all;
}

std::vector<std::string> values_of(const Key& key, const TomlValue* there,
                                   const std::vector<std::string>& words) {
  switch (key.type) {
    case KeyType::boolean:
      return {"true", "false"};
    case KeyType::choice: {
      std::vector<std::string> all;
      for (const std::string& c : split_choices(key.choices)) all.push_back('"' + c + '"');
      return all;
    }
    case KeyType::number:
      return with_numbers(words, numbers_near(there), "{}");
    case KeyType::integer:
      return with_numbers(words, whole_numbers(there), "{}");
    case KeyType::integers:
      return with_numbers(words, {"[1]", "[2]", "[1, 2]", "[3, 1]"}, "[{}]");
    case KeyType::counts:
      return {"[2, 3]", "5", "[4]"};
    case KeyType::vector3:
      return lists_near(
          there, {"[0.0, 0.7, 0.3]", "[0.02, 0.001, 0.0]", "[1.0, 0.0, 0.0]", "[0.0, -1.0, 0.0]"});
    case KeyType::interval:
      return lists_near(there, {"[0.7, 0.9]", "[28.5, 31.0]"});
    case KeyType::numbers:
      return lists_near(there, {"[0.37]", "[0.37, 0.52]", "[3e-5]"});
    default:
      break;
  }
  std::vector<std::string> all = {"\"planted\""};
  for (const std::string& word : words) all.push_back('"' + word + '"');
  if (key.type != KeyType::texts) return all;
  std::vector<std::string> lists;
  for (std::size_t i = 0; i < all.size(); ++i) {
    lists.push_back('[' + all[i] + ']');
    if (i + 1 < all.size()) lists.push_back('[' + all[i] + ", " + all[i + 1] + ']');
  }
  return lists;
}

std::string joined(const std::string& path, const std::string& part) {
  return path.empty() ? part : path + "." + part;
}

}  // namespace

bool PlantedKind::is_for(const Key& key) const {
  return std::any_of(of.begin(), of.end(),
                     [&](const std::string& start) { return key.path.rfind(start, 0) == 0; });
}

std::vector<std::string> places_of(const Key& key, const FlatTable& definition) {
  std::vector<std::string> places = {""};
  for (std::size_t at = 0; at <= key.path.size();) {
    const std::size_t dot = std::min(key.path.find('.', at), key.path.size());
    const std::string part = key.path.substr(at, dot - at);
    std::vector<std::string> longer;
    for (const std::string& place : places) {
      if (part != "*") {
        longer.push_back(joined(place, part.front() == '<' ? "left" : part));
        continue;
      }
      const auto list = definition.counts.find(place);
      const int count = list != definition.counts.end() ? list->second : 0;
      for (int i = 0; i < std::clamp(count, 1, kEntries); ++i)
        longer.push_back(joined(place, std::to_string(i)));
    }
    places = std::move(longer);
    at = dot + 1;
  }
  return places;
}

std::vector<std::string> plants_of(const Key& key, const std::string& path, const PlantedKind& kind,
                                   const FlatTable& definition) {
  const auto found = definition.values.find(path);
  const TomlValue* there = found != definition.values.end() ? &found->second.value : nullptr;
  const std::string now = there != nullptr               ? to_text(*there)
                          : key.default_value == nullptr ? ""
                                                         : key.default_value;
  std::vector<std::string> plants;
  for (const std::string& value : values_of(key, there, kind.words))
    if (value != now && value != '"' + now + '"') plants.push_back(path + "=" + value);
  return plants;
}

}  // namespace mortise::gen
