// A block of exactly the size asked for at a multiple of 64, so that AddressSanitizer sees the
// first byte read behind it.
#pragma once

#include <cstdlib>
#include <cstring>

#include "tests/robustness/field_map.hpp"

namespace mortise::robustness {

class ModelBytes {
 public:
  explicit ModelBytes(std::size_t size) : size_(size) {
    if (posix_memalign(&data_, 64, size > 0 ? size : 1) != 0) std::abort();
  }
  explicit ModelBytes(const Bytes& bytes) : ModelBytes(bytes.size()) {
    if (!bytes.empty()) std::memcpy(data_, bytes.data(), bytes.size());
  }
  ModelBytes(const ModelBytes&) = delete;
  ModelBytes& operator=(const ModelBytes&) = delete;
  ~ModelBytes() { std::free(data_); }

  void* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  void* data_ = nullptr;
  std::size_t size_;
};

}  // namespace mortise::robustness
