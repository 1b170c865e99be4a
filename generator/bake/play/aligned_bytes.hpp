// Bytes at an address that is a multiple of 64, as model files and states need them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace mortise::gen {

class AlignedBytes {
 public:
  AlignedBytes() = default;
  explicit AlignedBytes(std::size_t size);  // zeroed
  AlignedBytes(const void* bytes, std::size_t size);
  AlignedBytes(const AlignedBytes& other) : AlignedBytes(other.data(), other.size()) {}
  AlignedBytes& operator=(const AlignedBytes& other) { return *this = AlignedBytes(other); }
  AlignedBytes(AlignedBytes&&) = default;
  AlignedBytes& operator=(AlignedBytes&&) = default;

  std::uint8_t* data() { return bytes_.get(); }
  const std::uint8_t* data() const { return bytes_.get(); }
  std::size_t size() const { return size_; }

 private:
  struct Free {
    void operator()(std::uint8_t* p) const;
  };
  std::unique_ptr<std::uint8_t[], Free> bytes_;
  std::size_t size_ = 0;
};

// Reads a whole file; throws Error if it cannot.
AlignedBytes read_file(const std::string& path);

}  // namespace mortise::gen
