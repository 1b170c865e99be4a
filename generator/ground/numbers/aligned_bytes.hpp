// Bytes at an address that is a multiple of 64, as model files and states need them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace mortise::gen {

class AlignedBytes {
 public:
  AlignedBytes() = default;
  explicit AlignedBytes(std::size_t size) : blocks_(size / 64 + 1), size_(size) {}  // zeroed
  AlignedBytes(const void* bytes, std::size_t size) : AlignedBytes(size) {
    if (size > 0) std::memcpy(data(), bytes, size);
  }

  std::uint8_t* data() { return reinterpret_cast<std::uint8_t*>(blocks_.data()); }
  const std::uint8_t* data() const { return reinterpret_cast<const std::uint8_t*>(blocks_.data()); }
  std::size_t size() const { return size_; }

 private:
  struct alignas(64) Block {
    std::uint8_t bytes[64] = {};
  };
  std::vector<Block> blocks_;
  std::size_t size_ = 0;
};

}  // namespace mortise::gen
