#include "generator/bake/file/seal.hpp"

#include <cstring>

#include "mortise_generated.h"
#include "runtime/src/crc32c.hpp"

namespace mortise::gen {

void seal(std::uint8_t* bytes, std::size_t size) {
  const auto* root = flatbuffers::GetRoot<flatbuffers::Table>(bytes);
  const auto field = [&](flatbuffers::voffset_t slot) {
    return static_cast<std::size_t>(root->GetAddressOf(slot) - bytes);
  };
  const std::uint64_t file_size = size;
  std::memcpy(bytes + field(schema::Model::VT_FILE_SIZE), &file_size, sizeof file_size);
  const std::size_t hole = field(schema::Model::VT_CHECKSUM);
  const std::uint32_t crc = crc32c_with_hole(bytes, size, hole);
  std::memcpy(bytes + hole, &crc, sizeof crc);
}

}  // namespace mortise::gen
