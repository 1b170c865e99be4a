// Node sets by name. Decks count names without case and give them in upper case, so a name that is
// no set's is that of the one set that differs from it in case alone.
#pragma once

#include <cctype>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "generator/bodies/model/full_model.hpp"

namespace mortise::gen {

inline std::string upper_case(std::string name) {
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

// The set and its own name; nullptr: there is none, or several differ in case alone.
inline const std::pair<const std::string, std::vector<std::int64_t>>* find_set(
    const FullModel& model, const std::string& name) {
  if (const auto own = model.sets.find(name); own != model.sets.end()) return &*own;
  const std::string upper = upper_case(name);
  const std::pair<const std::string, std::vector<std::int64_t>>* found = nullptr;
  for (const auto& set : model.sets) {
    if (upper_case(set.first) != upper) continue;
    if (found != nullptr) return nullptr;
    found = &set;
  }
  return found;
}

}  // namespace mortise::gen
