#include "generator/ground/files/content_hash.hpp"

#include <fmt/format.h>

#include <array>
#include <fstream>

#include "generator/ground/files/file_ledger.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {

ContentHash& ContentHash::add(const void* bytes, std::size_t size) {
  const auto* byte = static_cast<const unsigned char*>(bytes);
  for (std::size_t i = 0; i < size; ++i) value_ = (value_ ^ byte[i]) * 1099511628211ull;
  return *this;
}

ContentHash& ContentHash::add(const std::string& text) {
  const std::uint64_t size = text.size();
  return add(&size, sizeof size).add(text.data(), text.size());
}

ContentHash& ContentHash::add_file(const std::string& path) {
  note_input(path);
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const auto size = static_cast<std::uint64_t>(file ? std::streamoff(file.tellg()) : 0);
  file.seekg(0);
  add(&size, sizeof size);
  std::array<char, 1 << 16> block{};
  std::uint64_t done = 0;
  while (file && done < size) {
    file.read(block.data(), block.size());
    const auto count = static_cast<std::size_t>(file.gcount());
    add(block.data(), count);
    done += count;
  }
  if (done != size || file.bad() || !file.is_open()) {
    throw Error(path, "cannot be read", "check that it exists and that you may read it");
  }
  return *this;
}

std::string ContentHash::hex() const { return fmt::format("{:016x}", value_); }

}  // namespace mortise::gen
