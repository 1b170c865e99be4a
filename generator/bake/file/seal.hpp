// The last two fields of a file: its size and its checksum.
#pragma once

#include "generator/bake/play/aligned_bytes.hpp"

namespace mortise::gen {

// Writes file_size and the CRC-32C into a finished model buffer. The buffer must be structurally
// sound (it is trusted here).
void seal(std::uint8_t* bytes, std::size_t size);

}  // namespace mortise::gen
