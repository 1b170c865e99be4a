// A way to a peer and back that never waits: datagrams or shared memory.
#pragma once

#include <cstddef>

namespace mortise::targets {

class Link {
 public:
  Link() = default;
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;
  virtual ~Link() = default;

  // The next message that has come, its size; 0: none. Of longer ones than `capacity` the size is
  // larger than that. Errors of the peer (nobody listens) count as none.
  virtual std::size_t receive(unsigned char* out, std::size_t capacity) noexcept = 0;
  // False if it could not be handed over.
  virtual bool send(const unsigned char* bytes, std::size_t size) noexcept = 0;
};

}  // namespace mortise::targets
