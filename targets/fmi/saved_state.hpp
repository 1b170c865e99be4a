// A saved FMU state, in memory as it is serialized: no pointers, for the same model anywhere.
//   SavedState | inputs at the start of the next step | inputs as set | their slopes | 1 where a
//   slope was set | outputs | snapshot
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "block.hpp"

namespace mortise::fmi {

inline constexpr char kSavedMagic[8] = {'M', 'R', 'T', 'F', 'M', 'U', '0', '2'};

struct SavedState {
  // Where an importer passes the state in place of its address, its first word is looked for there.
  std::uint64_t no_address = 0;
  char magic[8] = {};
  std::uint64_t bytes = 0;     // of all
  std::uint64_t token = 0;     // of the model
  std::uint64_t checksum = 0;  // of all but itself
  std::int32_t mode = 0;
  std::uint32_t status = 0;
  std::uint32_t at_rest = 0, has_stop = 0;
  double start = 0, stop = 0;  // [s]
  std::int64_t last_steps = 0;
  std::int32_t hold = 0, warns = 0;
};

// FNV-1a 64.
inline std::uint64_t checksum_of(const void* bytes, std::size_t size,
                                 std::uint64_t hash = 0xcbf29ce484222325u) {
  const auto* from = static_cast<const unsigned char*>(bytes);
  for (std::size_t i = 0; i < size; ++i) hash = (hash ^ from[i]) * 0x100000001b3u;
  return hash;
}

inline std::uint64_t checksum_of(const SavedState* state) {
  constexpr std::size_t kBehind = offsetof(SavedState, checksum) + sizeof state->checksum;
  const std::uint64_t hash = checksum_of(state, offsetof(SavedState, checksum));
  return checksum_of(reinterpret_cast<const unsigned char*>(state) + kBehind,
                     state->bytes - kBehind, hash);
}

// The numbers begin behind the head, the snapshot at a multiple of 64.
inline const double* numbers_of(const SavedState* state) {
  return reinterpret_cast<const double*>(state + 1);
}
inline double* numbers_of(SavedState* state) { return reinterpret_cast<double*>(state + 1); }

inline std::size_t snapshot_offset(std::int32_t inputs, std::int32_t outputs) {
  const std::size_t numbers =
      4 * static_cast<std::size_t>(inputs) + static_cast<std::size_t>(outputs);
  return rounded_up(sizeof(SavedState) + numbers * sizeof(double));
}
inline const void* snapshot_of(const SavedState* state, std::int32_t inputs, std::int32_t outputs) {
  return reinterpret_cast<const unsigned char*>(state) + snapshot_offset(inputs, outputs);
}
inline void* snapshot_of(SavedState* state, std::int32_t inputs, std::int32_t outputs) {
  return reinterpret_cast<unsigned char*>(state) + snapshot_offset(inputs, outputs);
}

}  // namespace mortise::fmi
