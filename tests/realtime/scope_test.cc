// The server of the scope's page: whoever is idle, slow or talks nonsense keeps nobody waiting.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <list>

#include "scope/http_server.hpp"

namespace mortise::test {
namespace {

using targets::HttpRequest;
using targets::HttpResponse;
using targets::HttpServer;

// Answers with what it was asked; a "long" body is larger than sockets hold.
struct EchoServer {
  EchoServer()
      : server([this](const HttpRequest& request) {
          ++asked;
          HttpResponse response;
          response.body = request.path + " " + request.parameter("since") + " " + request.cookie;
          if (request.path == "/long") response.body.assign(20000000, 'x');
          return response;
        }) {
    std::string why;
    EXPECT_TRUE(server.listen(0, false, &why)) << why;
  }
  int asked = 0;
  HttpServer server;
};

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

class Visitor {
 public:
  explicit Visitor(EchoServer* echo) : server_(echo->server) {
    socket_ = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(server_.port()));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(socket_, reinterpret_cast<sockaddr*>(&to), sizeof to), 0);
    server_.serve(0);
  }
  Visitor(const Visitor&) = delete;
  Visitor& operator=(const Visitor&) = delete;
  ~Visitor() { close(socket_); }

  void say(const std::string& text) {
    EXPECT_EQ(::send(socket_, text.data(), text.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(text.size()));
  }
  // What comes until it ends so, or contains `size` bytes.
  std::string hear(const std::string& end, std::size_t size = 0) {
    std::string all;
    for (int k = 0; k < 20000; ++k, server_.serve(5)) {
      char bytes[65536];
      for (ssize_t n; (n = recv(socket_, bytes, sizeof bytes, MSG_DONTWAIT)) > 0;)
        all.append(bytes, static_cast<std::size_t>(n));
      if (!all.empty() && all.size() >= size && ends_with(all, end)) break;
    }
    return all;
  }
  bool hears(const std::string& end) { return ends_with(hear(end), end); }
  std::string heard_at_once() {
    server_.serve(1);
    char bytes[64];
    return {bytes, bytes + std::max<ssize_t>(recv(socket_, bytes, sizeof bytes, MSG_DONTWAIT), 0)};
  }
  bool dismissed() {
    char byte;
    for (int k = 0; k < 100; ++k, server_.serve(1))
      if (const ssize_t n = recv(socket_, &byte, 1, MSG_DONTWAIT); n >= 0) return n == 0;
    return false;
  }

 private:
  HttpServer& server_;
  int socket_;
};

std::string get(const std::string& target) {
  return "GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n";
}

TEST(HttpServer, IdleVisitorsKeepNobodyWaiting) {
  EchoServer echo;
  std::list<Visitor> idle, watching;
  for (int k = 0; k < 40; ++k) {
    watching.emplace_back(&echo).say(get("/data?since=1"));
    EXPECT_TRUE(watching.back().hears("/data 1 ")) << k;
  }
  for (int k = 0; k < 300; ++k) {
    idle.emplace_back(&echo);
    if (k % 10 != 0) continue;  // those who watch have a turn now and then
    for (Visitor& v : watching) v.say(get("/data?since=2"));
    for (Visitor& v : watching) EXPECT_TRUE(v.hears("/data 2 ")) << k;
  }
  Visitor another(&echo);
  another.say(get("/"));
  EXPECT_TRUE(another.hears("/  "));
  EXPECT_TRUE(idle.front().dismissed()) << "there are places for so many";
  EXPECT_FALSE(watching.front().dismissed());
}

TEST(HttpServer, WhoDoesNotListenKeepsNobodyWaiting) {
  EchoServer echo;
  Visitor deaf(&echo), another(&echo);
  deaf.say(get("/long"));
  echo.server.serve(0);
  another.say(get("/data?since=3"));
  EXPECT_TRUE(another.hears("/data 3 "));
  const std::string all = deaf.hear("x", 20000000);
  EXPECT_GT(all.size(), 20000000u) << "and is told all once he does";
}

TEST(HttpServer, RequestsComeInPiecesOrTogether) {
  EchoServer echo;
  Visitor visitor(&echo);
  const std::string request = "GET /a?x=1&since=7 HTTP/1.1\r\ncookie: token=t\r\nHost: x\r\n\r\n";
  for (const char byte : request.substr(0, request.size() - 1)) {
    visitor.say({byte});
    EXPECT_EQ(visitor.heard_at_once(), "");
  }
  visitor.say("\n" + get("/b") + get("/c"));
  const std::string all = visitor.hear("/c  ");
  EXPECT_NE(all.find("/a 7 token=t"), std::string::npos) << all;
  EXPECT_NE(all.find("/b  "), std::string::npos);
  EXPECT_TRUE(ends_with(all, "/c  "));
  EXPECT_EQ(echo.asked, 3);
  EXPECT_FALSE(visitor.dismissed());
  visitor.say("GET /d HTTP/1.1\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(visitor.hears("/d  "));
  EXPECT_TRUE(visitor.dismissed());
}

TEST(HttpServer, NonsenseIsRefused) {
  EchoServer echo;
  for (const auto& [said, status] : std::vector<std::pair<std::string, std::string>>{
           {"POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", " 405 "},
           {"\r\n\r\n", " 400 "},
           {"GET /\r\n\r\n", " 400 "},
           {"GET HTTP/1.1\r\n\r\n", " 400 "},
           {std::string(HttpServer::kLongestRequest + 1, 'x'), " 400 "},
           {"GET /?" + std::string(HttpServer::kLongestRequest, 'x') + " HTTP/1.1\r\n\r\n",
            " 400 "}}) {
    Visitor visitor(&echo);
    visitor.say(said);
    const std::string heard = visitor.hear("\n");
    EXPECT_EQ(heard.find(status), 8u) << said.substr(0, 40) << "\n" << heard;
  }
  EXPECT_EQ(echo.asked, 0);
}

TEST(HttpServer, APortIsHeardByOne) {
  EchoServer echo;
  HttpServer second([](const HttpRequest&) { return HttpResponse(); });
  std::string why;
  EXPECT_FALSE(second.listen(echo.server.port(), false, &why));
  EXPECT_NE(why.find("take another"), std::string::npos);
}

}  // namespace
}  // namespace mortise::test
