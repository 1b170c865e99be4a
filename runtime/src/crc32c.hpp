// CRC-32C (Castagnoli, reflected 0x82f63b78), four bits at a time: 64 bytes of table.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mortise {

inline constexpr std::uint32_t kCrcTable[16] = {
    0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1, 0x417b1dbc, 0x5125dad3, 0x61c69362, 0x7198540d,
    0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9, 0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75};

// Feeds bytes into a running CRC; start with 0xffffffff and invert at the end.
inline std::uint32_t crc32c_feed(std::uint32_t crc, const unsigned char* p, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    crc ^= p[i];
    crc = (crc >> 4) ^ kCrcTable[crc & 15];
    crc = (crc >> 4) ^ kCrcTable[crc & 15];
  }
  return crc;
}

// CRC of a file whose four bytes at `hole` count as zero.
inline std::uint32_t crc32c_with_hole(const unsigned char* bytes, std::size_t size,
                                      std::size_t hole) {
  const unsigned char zero[4] = {0, 0, 0, 0};
  std::uint32_t crc = crc32c_feed(0xffffffffu, bytes, hole);
  crc = crc32c_feed(crc, zero, 4);
  crc = crc32c_feed(crc, bytes + hole + 4, size - hole - 4);
  return ~crc;
}

}  // namespace mortise
