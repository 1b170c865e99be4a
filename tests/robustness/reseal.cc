#include "tests/robustness/reseal.hpp"

#include <cstring>

#include "mortise_generated.h"
#include "runtime/src/crc32c.hpp"

namespace mortise::robustness {

namespace {

template <class T>
T read_at(const Bytes& b, std::size_t at) {
  T value;
  std::memcpy(&value, b.data() + at, sizeof value);
  return value;
}

// Position of a scalar of the root table, 0 if it is absent or outside of the file.
std::size_t locate(const Bytes& b, std::size_t slot, std::size_t width) {
  if (b.size() < 16) return 0;
  const std::size_t root = read_at<std::uint32_t>(b, 0);
  if (root + 4 > b.size()) return 0;
  const auto vtable = static_cast<std::int64_t>(root) - read_at<std::int32_t>(b, root);
  if (vtable < 4 || vtable + 4 > static_cast<std::int64_t>(b.size())) return 0;
  const auto v = static_cast<std::size_t>(vtable);
  if (slot + 2 > read_at<std::uint16_t>(b, v) || v + slot + 2 > b.size()) return 0;
  const std::size_t offset = read_at<std::uint16_t>(b, v + slot);
  return offset < 4 || root + offset + width > b.size() ? 0 : root + offset;
}

}  // namespace

bool reseal(Bytes* bytes, bool repair_size) {
  const std::size_t hole = locate(*bytes, schema::Model::VT_CHECKSUM, 4);
  if (hole == 0) return false;
  const std::size_t size_at = locate(*bytes, schema::Model::VT_FILE_SIZE, 8);
  const std::uint64_t size = bytes->size();
  if (repair_size && size_at != 0) std::memcpy(bytes->data() + size_at, &size, sizeof size);
  const std::uint32_t crc = crc32c_with_hole(bytes->data(), bytes->size(), hole);
  std::memcpy(bytes->data() + hole, &crc, sizeof crc);
  return true;
}

}  // namespace mortise::robustness
