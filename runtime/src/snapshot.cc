#include "mortise/snapshot.hpp"

#include <cstring>

#include "crc32c.hpp"

namespace mortise {

namespace {

// In front of the bytes of the state, which begin at the next multiple of 64.
struct Header {
  char magic[8];
  std::uint32_t state_bytes;
  std::uint32_t fingerprint;  // of the model
  std::uint32_t checksum;     // CRC-32C of header and state, with these four bytes as zero
  std::uint32_t layout;       // checksum of where everything lies in this runtime's states
  std::uint32_t reserved[10];
};
static_assert(sizeof(Header) == 64, "keeps the state aligned");
constexpr char kSnapshotMagic[8] = {'M', 'R', 'T', 'S', 'N', 'A', 'P', '1'};

bool aligned(const void* p) { return reinterpret_cast<std::uintptr_t>(p) % 64 == 0; }

std::uint32_t checksum(const void* bytes, std::size_t size) {
  return crc32c_with_hole(static_cast<const unsigned char*>(bytes), size,
                          offsetof(Header, checksum));
}

// Runtimes may lay the state of one model out differently.
std::uint32_t layout_of(const Model& model) {
  const StateLayout& layout = model.view().layout;
  return crc32c_feed(sizeof(State), reinterpret_cast<const unsigned char*>(&layout), sizeof layout);
}

}  // namespace

const char* snapshot_error_text(SnapshotError error) noexcept {
  switch (error) {
#define MORTISE_SNAPSHOT_ERROR(name, text) \
  case SnapshotError::k##name:             \
    return text;
#include "mortise/snapshot_error.def"
#undef MORTISE_SNAPSHOT_ERROR
  }
  return "";
}

std::size_t snapshot_bytes(const Model& model) noexcept {
  return sizeof(Header) + model.arena_bytes();
}

SnapshotError write_snapshot(const Model& model, const State& state, void* out,
                             std::size_t size) noexcept {
  if (!out || !state.belongs_to(model)) return SnapshotError::kBAD_CALL;
  if (!aligned(out)) return SnapshotError::kMISALIGNED;
  if (size < snapshot_bytes(model)) return SnapshotError::kTOO_SHORT;
  Header header{};
  std::memcpy(header.magic, kSnapshotMagic, sizeof kSnapshotMagic);
  header.state_bytes = model.view().layout.bytes;
  header.fingerprint = model.view().fingerprint;
  header.layout = layout_of(model);
  auto* to = static_cast<unsigned char*>(out);
  std::memcpy(to, &header, sizeof header);
  std::memcpy(to + sizeof header, static_cast<const void*>(&state), header.state_bytes);
  header.checksum = checksum(out, snapshot_bytes(model));
  std::memcpy(to, &header, sizeof header);
  return SnapshotError::kOK;
}

SnapshotError restore_snapshot(const Model& model, State& state, const void* bytes,
                               std::size_t size) noexcept {
  if (!bytes || !state.belongs_to(model)) return SnapshotError::kBAD_CALL;
  if (!aligned(bytes)) return SnapshotError::kMISALIGNED;
  Header header;
  if (size < sizeof header) return SnapshotError::kTOO_SHORT;
  std::memcpy(&header, bytes, sizeof header);
  if (std::memcmp(header.magic, kSnapshotMagic, sizeof kSnapshotMagic) != 0)
    return SnapshotError::kNOT_A_SNAPSHOT;
  if (size - sizeof header < header.state_bytes) return SnapshotError::kTOO_SHORT;
  if (header.checksum != checksum(bytes, sizeof header + header.state_bytes))
    return SnapshotError::kDAMAGED;
  const void* saved = static_cast<const unsigned char*>(bytes) + sizeof header;
  if (header.state_bytes != model.view().layout.bytes ||
      header.fingerprint != model.view().fingerprint || header.layout != layout_of(model) ||
      !static_cast<const State*>(saved)->belongs_to(model))
    return SnapshotError::kFOREIGN;
  std::memcpy(static_cast<void*>(&state), saved, header.state_bytes);
  return SnapshotError::kOK;
}

}  // namespace mortise
