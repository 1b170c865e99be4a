// UDP over IPv4.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "link.hpp"

namespace mortise::targets {

struct UdpAddress {
  std::string host;  // numbers, or "localhost"
  std::uint16_t port = 0;
  bool loopback() const;
};

// "udp://127.0.0.1:5000" or "5000" without the scheme. False if it is none.
bool read_udp_address(const std::string& text, UdpAddress* out);

// Datagrams go to the address. Null, and why, if the system refuses.
std::unique_ptr<Link> open_udp(const UdpAddress& to, std::string* why);

// Bound to the address. Datagrams that do not have the pattern take no room and no time of the one
// who receives: the system drops them as they come.
std::unique_ptr<Link> open_udp(const UdpAddress& at, const MessagePattern& only, std::string* why);

}  // namespace mortise::targets
