// What is asked of a list of keys again and again, found once: where a path stands, and defaults as
// values.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "generator/define/keys/flat_table.hpp"
#include "generator/define/keys/keys.hpp"

namespace mortise::gen {

struct KeyIndex {
  explicit KeyIndex(const std::vector<Key>& keys);

  std::unordered_map<std::string, std::size_t> by_path;  // keys whose path has no part of any name
  std::vector<std::size_t> named;                       // the others, "contact.profile.<zone>.kind"
  std::unordered_map<std::string, TomlValue> defaults;  // by path
};

}  // namespace mortise::gen
