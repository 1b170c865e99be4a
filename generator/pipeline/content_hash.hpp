// FNV-1a 64 over the inputs of a stage: equal content, equal hash, whatever the path or the date.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/define/definition.hpp"

namespace mortise::gen {

class ContentHash {
 public:
  ContentHash& add(const std::string& text);  // with its length, so that "ab","c" != "a","bc"
  ContentHash& add_file(const std::string& path);
  std::string hex() const;

 private:
  std::uint64_t value_ = 14695981039346656037ull;
};

// Files that the definition imports, sorted; empty for built-in models.
std::vector<std::string> imported_files(const Definition& definition);

// Hash of every imported file.
std::string input_hash(const Definition& definition);

// Hash of the keys for which `wanted` returns true. Paths of imported files never count: their
// content does, through input_hash().
std::string settings_hash(const Definition& definition, bool (*wanted)(const std::string& key));

}  // namespace mortise::gen
