// A state as bytes that say what they are: size, fingerprint of the model and checksum. Within one
// program a memcpy of the state does; a snapshot is for files and for other programs.
#pragma once

#include "mortise/state.hpp"

namespace mortise {

// Why a snapshot was refused (snapshot_error.def).
enum class SnapshotError : std::int32_t {
#define MORTISE_SNAPSHOT_ERROR(name, text) k##name,
#include "mortise/snapshot_error.def"
#undef MORTISE_SNAPSHOT_ERROR
};

// Text of a snapshot error. Static storage.
const char* snapshot_error_text(SnapshotError error) noexcept;

// Exact bytes of one snapshot: the state and 64 more.
std::size_t snapshot_bytes(const Model& model) noexcept;

// Writes a snapshot of the state.
//   out   aligned to 64
//   size  bytes of room, at least snapshot_bytes(model)
SnapshotError write_snapshot(const Model& model, const State& state, void* out,
                             std::size_t size) noexcept;

// Makes the state what it was when the snapshot was taken. Everything is checked first: a snapshot
// that is refused changes nothing.
//   bytes  aligned to 64
//   size   at least snapshot_bytes(model)
SnapshotError restore_snapshot(const Model& model, State& state, const void* bytes,
                               std::size_t size) noexcept;

}  // namespace mortise
