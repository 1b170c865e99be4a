#include "http_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

namespace mortise::targets {

namespace {

const char* reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    default:
      return "Bad Request";
  }
}

// The value of a header in "Name: value\r\n" lines, whose name may be in any case.
std::string header_of(const std::string& lines, const char* name) {
  const std::size_t length = std::strlen(name);
  for (std::size_t at = lines.find("\r\n"); at != std::string::npos; at = lines.find("\r\n", at)) {
    at += 2;
    if (strncasecmp(lines.c_str() + at, name, length) != 0 || lines[at + length] != ':') continue;
    std::size_t from = at + length + 1;
    while (lines[from] == ' ') ++from;
    return lines.substr(from, lines.find("\r\n", from) - from);
  }
  return {};
}

std::string text_of(const HttpResponse& r, bool leaves) {
  return "HTTP/1.1 " + std::to_string(r.status) + " " + reason_of(r.status) +
         "\r\nContent-Type: " + r.type + "\r\nContent-Length: " + std::to_string(r.body.size()) +
         (leaves ? "\r\nConnection: close\r\n" : "\r\nConnection: keep-alive\r\n") + r.headers +
         "\r\n" + r.body;
}

// Nothing to be had now, though there may be later.
bool later() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

}  // namespace

std::string HttpRequest::parameter(const std::string& name) const {
  const std::string all = "&" + query, wanted = "&" + name + "=";
  const std::size_t at = all.find(wanted);
  if (at == std::string::npos) return {};
  const std::size_t from = at + wanted.size();
  return all.substr(from, all.find('&', from) - from);
}

HttpServer::~HttpServer() {
  for (const Visitor& v : visitors_) close(v.socket);
  if (listener_ >= 0) close(listener_);
}

bool HttpServer::listen(int port, bool everywhere, std::string* why) {
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const int yes = 1;  // a port that was just given up; one that is heard stays refused
  setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(static_cast<std::uint16_t>(port));
  at.sin_addr.s_addr = htonl(everywhere ? INADDR_ANY : INADDR_LOOPBACK);
  socklen_t size = sizeof at;
  auto* address = reinterpret_cast<sockaddr*>(&at);
  if (listener_ < 0 || bind(listener_, address, size) != 0 ||
      ::listen(listener_, static_cast<int>(kVisitors)) != 0 ||
      getsockname(listener_, address, &size) != 0) {
    *why = "port " + std::to_string(port) + " cannot be had (" + std::strerror(errno) +
           "): take another";
    return false;
  }
  port_ = ntohs(at.sin_port);
  return true;
}

void HttpServer::serve(int patience) {
  ++turn_;
  std::vector<pollfd> waits = {{listener_, POLLIN, 0}};
  for (const Visitor& v : visitors_)
    waits.push_back({v.socket, static_cast<short>(v.answer.empty() ? POLLIN : POLLOUT), 0});
  if (poll(waits.data(), waits.size(), patience) <= 0) return;
  auto wait = waits.begin() + 1;
  for (auto v = visitors_.begin(); v != visitors_.end(); ++wait) {
    if (wait->revents == 0 || turn_of(&*v)) {
      ++v;
    } else {
      close(v->socket);
      v = visitors_.erase(v);
    }
  }
  if (waits[0].revents != 0) admit();
}

void HttpServer::admit() {
  for (std::size_t k = 0; k < kVisitors; ++k) {
    const int socket = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket < 0 && !later()) dismiss_idlest();  // no more files: one is closed
    if (socket < 0) return;
    if (visitors_.size() == kVisitors) dismiss_idlest();
    visitors_.emplace_back();
    visitors_.back().socket = socket;
    visitors_.back().turn = turn_;
  }
}

void HttpServer::dismiss_idlest() {
  const auto idlest =
      std::min_element(visitors_.begin(), visitors_.end(),
                       [](const Visitor& a, const Visitor& b) { return a.turn < b.turn; });
  if (idlest == visitors_.end()) return;
  close(idlest->socket);
  visitors_.erase(idlest);
}

// False: he leaves.
bool HttpServer::turn_of(Visitor* visitor) {
  visitor->turn = turn_;
  if (visitor->answer.empty() && !hear(visitor)) return false;
  return send(visitor);
}

bool HttpServer::hear(Visitor* visitor) {
  char bytes[4096];
  const ssize_t size = recv(visitor->socket, bytes, sizeof bytes, 0);
  if (size <= 0) return size < 0 && later();
  visitor->heard.append(bytes, static_cast<std::size_t>(size));
  understand(visitor);
  return true;
}

// Answers the first request that is whole.
void HttpServer::understand(Visitor* visitor) {
  const std::size_t end = visitor->heard.find("\r\n\r\n");
  const bool whole = end != std::string::npos && end <= kLongestRequest;
  if (!whole && visitor->heard.size() <= kLongestRequest) return;
  HttpResponse response;
  HttpRequest request;
  const std::string lines = whole ? visitor->heard.substr(0, end + 2) : "\r\n";
  const std::string first = lines.substr(0, lines.find("\r\n"));
  const std::size_t target = first.find(' '), version = first.rfind(" HTTP/1.");
  if (target == std::string::npos || version == std::string::npos || version <= target) {
    response = {400, "text/plain", "this is no request of HTTP/1\n", ""};
    visitor->leaves = true;
  } else if (first.compare(0, target, "GET") != 0) {
    response = {405, "text/plain", "there is nothing but GET\n", "Allow: GET\r\n"};
    visitor->leaves = true;  // with what he sends besides
  } else {
    const std::string asked = first.substr(target + 1, version - target - 1);
    const std::size_t mark = asked.find('?');
    request.path = asked.substr(0, mark);
    if (mark != std::string::npos) request.query = asked.substr(mark + 1);
    request.cookie = header_of(lines, "Cookie");
    visitor->leaves = strcasecmp(header_of(lines, "Connection").c_str(), "close") == 0 ||
                      first.compare(version, std::string::npos, " HTTP/1.0") == 0;
    response = answer_(request);
  }
  visitor->heard.erase(0, whole ? end + 4 : std::string::npos);
  visitor->answer = text_of(response, visitor->leaves);
  visitor->sent = 0;
}

bool HttpServer::send(Visitor* visitor) {
  while (!visitor->answer.empty()) {
    const ssize_t size = ::send(visitor->socket, visitor->answer.data() + visitor->sent,
                                visitor->answer.size() - visitor->sent, MSG_NOSIGNAL);
    if (size < 0) return later();
    visitor->sent += static_cast<std::size_t>(size);
    if (visitor->sent < visitor->answer.size()) continue;
    visitor->answer.clear();
    if (visitor->leaves) return false;
    understand(visitor);  // what he has asked in the meantime
  }
  return true;
}

}  // namespace mortise::targets
