#include "udp_link.hpp"

#include <arpa/inet.h>
#include <linux/filter.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>

namespace mortise::targets {

namespace {

// Buffer of a socket that receives [byte], the kernel doubles it: a few hundred small datagrams
// wait, however large the machine makes its sockets. They are read within one tick.
constexpr int kBuffer = 106496;
// What a datagram takes of it at least, with the kernel's own structures [byte].
constexpr std::size_t kLeastInBuffer = 512;

class UdpLink final : public Link {
 public:
  explicit UdpLink(int socket) : socket_(socket) {
    int bytes = 0;
    socklen_t size = sizeof bytes;
    if (getsockopt(socket, SOL_SOCKET, SO_RCVBUF, &bytes, &size) == 0)
      room_ = static_cast<std::size_t>(bytes) / kLeastInBuffer + 1;
  }
  ~UdpLink() override { close(socket_); }

  std::size_t receive(unsigned char* out, std::size_t capacity,
                      std::uint64_t* sender) noexcept override {
    sockaddr_in from{};
    socklen_t length = sizeof from;
    // MSG_TRUNC: the size of the datagram, not of what fits
    const ssize_t size = recvfrom(socket_, out, capacity, MSG_DONTWAIT | MSG_TRUNC,
                                  reinterpret_cast<sockaddr*>(&from), &length);
    *sender = std::uint64_t{from.sin_addr.s_addr} << 16 | from.sin_port;
    if (size > 0) return static_cast<std::size_t>(size);
    return size == 0 ? capacity + 1 : 0;  // an empty datagram is one, of no good size
  }
  bool send(const unsigned char* bytes, std::size_t size) noexcept override {
    return ::send(socket_, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL) == static_cast<ssize_t>(size);
  }

  std::size_t room() const noexcept override { return room_; }
  std::uint64_t dropped() const noexcept override {
    std::uint32_t of[SK_MEMINFO_VARS] = {};
    socklen_t size = sizeof of;
    return getsockopt(socket_, SOL_SOCKET, SO_MEMINFO, of, &size) == 0 ? of[SK_MEMINFO_DROPS] : 0;
  }

 private:
  int socket_;
  std::size_t room_ = 1;
};

// A program of the kernel's that keeps datagrams of the pattern. A kernel without it lets all pass.
void keep_only(int socket, const MessagePattern& pattern) {
  constexpr std::uint32_t kUdpHeader = 8;  // comes before the message
  const auto words = static_cast<std::uint8_t>(pattern.words.size());
  std::vector<sock_filter> code;
  // the next instruction where equal, else the last one of all
  const auto equals = [&](std::uint32_t value, int left) {
    code.push_back(
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, static_cast<std::uint8_t>(2 * left + 1)));
  };
  code.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_LEN, 0));
  equals(kUdpHeader + static_cast<std::uint32_t>(pattern.example.size()), words);
  for (int k = 0; k < words; ++k) {
    const std::uint32_t at = pattern.words[static_cast<std::size_t>(k)];
    std::uint32_t word = 0;
    std::memcpy(&word, pattern.example.data() + at, sizeof word);
    code.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kUdpHeader + at));
    equals(ntohl(word), words - 1 - k);
  }
  code.push_back(BPF_STMT(BPF_RET | BPF_K, UINT32_MAX));
  code.push_back(BPF_STMT(BPF_RET | BPF_K, 0));
  const sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
  (void)setsockopt(socket, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
}

// join: bind or connect.
std::unique_ptr<Link> make_udp(const UdpAddress& address,
                               int (*join)(int, const sockaddr*, socklen_t),
                               const MessagePattern* only, std::string* why) {
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(address.port);
  const std::string host = address.host == "localhost" ? "127.0.0.1" : address.host;
  inet_pton(AF_INET, host.c_str(), &to.sin_addr);
  const int handle = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (handle >= 0 && only != nullptr) {
    (void)setsockopt(handle, SOL_SOCKET, SO_RCVBUF, &kBuffer, sizeof kBuffer);
    keep_only(handle, *only);
  }
  if (handle >= 0 && join(handle, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0)
    return std::make_unique<UdpLink>(handle);
  *why = std::strerror(errno);
  if (handle >= 0) close(handle);
  return nullptr;
}

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

std::unique_ptr<Link> open_udp(const UdpAddress& to, std::string* why) {
  return make_udp(to, connect, nullptr, why);
}

std::unique_ptr<Link> open_udp(const UdpAddress& at, const MessagePattern& only, std::string* why) {
  return make_udp(at, bind, &only, why);
}

}  // namespace mortise::targets
