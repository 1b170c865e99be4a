#include "udp_link.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>

namespace mortise::targets {

namespace {

class UdpLink final : public Link {
 public:
  explicit UdpLink(int socket) : socket_(socket) {}
  ~UdpLink() override { close(socket_); }

  std::size_t receive(unsigned char* out, std::size_t capacity) noexcept override {
    // MSG_TRUNC: the size of the datagram, not of what fits
    const ssize_t size = recv(socket_, out, capacity, MSG_DONTWAIT | MSG_TRUNC);
    if (size > 0) return static_cast<std::size_t>(size);
    return size == 0 ? capacity + 1 : 0;  // an empty datagram is one, of no good size
  }
  bool send(const unsigned char* bytes, std::size_t size) noexcept override {
    return ::send(socket_, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL) == static_cast<ssize_t>(size);
  }

 private:
  int socket_;
};

}  // namespace

bool UdpAddress::loopback() const { return host == "localhost" || host.rfind("127.", 0) == 0; }

bool read_udp_address(const std::string& text, UdpAddress* out) {
  const std::string scheme = "udp://";
  const std::string rest = text.rfind(scheme, 0) == 0 ? text.substr(scheme.size()) : text;
  const std::size_t colon = rest.rfind(':');
  out->host = colon == std::string::npos || colon == 0 ? "127.0.0.1" : rest.substr(0, colon);
  const char* first = rest.data() + (colon == std::string::npos ? 0 : colon + 1);
  const char* last = rest.data() + rest.size();
  unsigned port = 0;
  const auto read = std::from_chars(first, last, port);
  if (read.ec != std::errc() || read.ptr != last || port == 0 || port > 65535) return false;
  out->port = static_cast<std::uint16_t>(port);
  in_addr ignored;
  return out->host == "localhost" || inet_pton(AF_INET, out->host.c_str(), &ignored) == 1;
}

std::unique_ptr<Link> open_udp(const UdpAddress& address, bool receive, std::string* why) {
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(address.port);
  const std::string host = address.host == "localhost" ? "127.0.0.1" : address.host;
  inet_pton(AF_INET, host.c_str(), &to.sin_addr);
  const int handle = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  const auto* where = reinterpret_cast<const sockaddr*>(&to);
  const bool good = handle >= 0 && (receive ? bind(handle, where, sizeof to)
                                            : connect(handle, where, sizeof to)) == 0;
  if (good) return std::make_unique<UdpLink>(handle);
  *why = std::strerror(errno);
  if (handle >= 0) close(handle);
  return nullptr;
}

}  // namespace mortise::targets
