#include "wire.hpp"

#include <cstring>

namespace mortise::targets {

namespace {

constexpr std::uint32_t kMagic = 0x5754524d;  // "MRTW"
constexpr std::uint16_t kVersion = 1;

template <class T>
void put(T value, std::size_t at, unsigned char* out) {
  std::memcpy(out + at, &value, sizeof value);
}
template <class T>
T get(const unsigned char* bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes + at, sizeof value);
  return value;
}

}  // namespace

void write_packet(PacketKind kind, const Packet& packet, const double* numbers, std::size_t count,
                  unsigned char* out) noexcept {
  put(kMagic, 0, out);
  put(kVersion, 4, out);
  put(static_cast<std::uint16_t>(kind), 6, out);
  put(packet.sequence, 8, out);
  put(packet.tick, 16, out);
  put(packet.status, 24, out);
  put(static_cast<std::uint32_t>(count), 28, out);
  if (count > 0) std::memcpy(out + kPacketHeader, numbers, count * sizeof *numbers);
}

MessagePattern packet_pattern(PacketKind kind, std::size_t count) {
  MessagePattern pattern;
  pattern.example.resize(packet_bytes(count));
  const std::vector<double> numbers(count);
  write_packet(kind, {}, numbers.data(), count, pattern.example.data());
  pattern.words = {0, 4, 28};  // magic, version and kind, count
  return pattern;
}

PacketFault read_packet(PacketKind kind, const unsigned char* bytes, std::size_t size,
                        std::size_t count, Packet* packet, double* numbers) noexcept {
  if (size != packet_bytes(count)) return PacketFault::size;
  if (get<std::uint32_t>(bytes, 0) != kMagic) return PacketFault::magic;
  if (get<std::uint16_t>(bytes, 4) != kVersion) return PacketFault::version;
  if (get<std::uint16_t>(bytes, 6) != static_cast<std::uint16_t>(kind)) return PacketFault::kind;
  if (get<std::uint32_t>(bytes, 28) != count) return PacketFault::count;
  packet->sequence = get<std::uint64_t>(bytes, 8);
  packet->tick = get<std::uint64_t>(bytes, 16);
  packet->status = get<std::uint32_t>(bytes, 24);
  if (count > 0) std::memcpy(numbers, bytes + kPacketHeader, count * sizeof *numbers);
  return PacketFault::none;
}

}  // namespace mortise::targets
