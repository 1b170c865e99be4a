// FNV-1a 64 over the inputs of a stage: equal content, equal hash, whatever the path or the date.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace mortise::gen {

class ContentHash {
 public:
  ContentHash& add(const std::string& text);  // with its length, so that "ab","c" != "a","bc"
  ContentHash& add(const void* bytes, std::size_t size);  // without it

  // A whole file, with its length: an input (file_ledger.hpp). Throws Error if it cannot be read.
  ContentHash& add_file(const std::string& path);

  std::uint64_t value() const { return value_; }
  std::string hex() const;  // 16 digits

 private:
  std::uint64_t value_ = 14695981039346656037ull;
};

// Which code runs, for what another build of the program has kept may differ from what this one
// makes: hash of the build ids that the linker gave the running program and the libraries it has
// loaded; of the program's bytes if it has none.
const std::string& generator_build();

}  // namespace mortise::gen
