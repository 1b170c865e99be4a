// The newest message of each direction in shared memory (/dev/shm/NAME), for a peer on the same
// machine. Both directions are a slot:
//
//   0   uint32  guard    odd while its writer is at work, counts up by 2 with every message
//   4   uint32  size     of the message [byte]
//   8   bytes   message  a packet (wire.hpp)
//
// A reader takes the guard, copies, and takes it again: equal and even, or the copy is void. The
// first slot holds inputs, written by the peer; the second, at slot_bytes, outputs.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "link.hpp"

namespace mortise::targets {

// Bytes of a slot for messages up to `message`: a multiple of 64.
constexpr std::size_t shm_slot_bytes(std::size_t message) { return (8 + message + 63) / 64 * 64; }

enum class ShmSide { loop, peer };  // the loop reads inputs and writes outputs, a peer the reverse

// inputs, outputs: bytes of the longest messages. The loop makes it anew, a peer opens it; the loop
// removes the name at its end and holds a lock (flock) until then: what a loop that died has left
// is replaced. Null, and why, if another loop holds it, the system refuses or the size is another.
std::unique_ptr<Link> open_shm(const std::string& name, ShmSide side, std::size_t inputs,
                               std::size_t outputs, std::string* why);

}  // namespace mortise::targets
