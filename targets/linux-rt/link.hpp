// A way to a peer and back that never waits: datagrams or shared memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mortise::targets {

// Messages of the length of an example that have its words (4 bytes) at these places.
struct MessagePattern {
  std::vector<unsigned char> example;
  std::vector<std::uint32_t> words;  // [byte] from its start
};

class Link {
 public:
  Link() = default;
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;
  virtual ~Link() = default;

  // The next message that has come, its size; 0: none. Of longer ones than `capacity` the size is
  // larger than that. Errors of the peer (nobody listens) count as none. sender: set with every
  // message; two that differ have sent from different places.
  virtual std::size_t receive(unsigned char* out, std::size_t capacity,
                              std::uint64_t* sender) noexcept = 0;
  // Messages that can wait at once: so many receive() at most, and all is seen that had come before
  // the first of them.
  virtual std::size_t room() const noexcept = 0;
  // Messages of no good pattern, or for which there was no room, that never came here.
  virtual std::uint64_t dropped() const noexcept { return 0; }
  // False if it could not be handed over.
  virtual bool send(const unsigned char* bytes, std::size_t size) noexcept = 0;
};

}  // namespace mortise::targets
