// What a peer sends and receives: one packet per tick, little-endian, the same on UDP and in shared
// memory.
//
//   0  uint32  magic     "MRTW"
//   4  uint16  version   1
//   6  uint16  kind      1 inputs of the model, 2 outputs
//   8  uint64  sequence  counts up with every packet of a sender, see PeerSource
//  16  uint64  tick      of the loop; inputs: of the outputs they answer, 0 if of none
//  24  uint32  status    of the steps of the tick; inputs: 0
//  28  uint32  count     of the numbers that follow
//  32  float64 x count   SI, in the order of the model
#pragma once

#include <cstddef>
#include <cstdint>

#include "link.hpp"

namespace mortise::targets {

enum class PacketKind : std::uint16_t { inputs = 1, outputs = 2 };

struct Packet {
  std::uint64_t sequence = 0, tick = 0;
  std::uint32_t status = 0;
};

inline constexpr std::size_t kPacketHeader = 32;  // [byte]

constexpr std::size_t packet_bytes(std::size_t count) {
  return kPacketHeader + count * sizeof(double);
}

// What packets of a kind and count have in common.
MessagePattern packet_pattern(PacketKind kind, std::size_t count);

enum class PacketFault { none, size, magic, version, kind, count };

// Fills out, packet_bytes(count) bytes.
void write_packet(PacketKind kind, const Packet& packet, const double* numbers, std::size_t count,
                  unsigned char* out) noexcept;

// numbers: (count) filled if there is no fault; they may be NaN: what a number means is the
// model's.
PacketFault read_packet(PacketKind kind, const unsigned char* bytes, std::size_t size,
                        std::size_t count, Packet* packet, double* numbers) noexcept;

}  // namespace mortise::targets
