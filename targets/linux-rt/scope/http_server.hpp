// HTTP for pages that watch something: GET alone, one thread, nobody waits for anybody. Visitors
// keep their connection for as long as they like; where there are too many, the one who has said
// nothing for longest gives up his place.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <string>

namespace mortise::targets {

struct HttpRequest {
  std::string path;    // "/data"
  std::string query;   // behind "?", as it came
  std::string cookie;  // of that header

  // Value of "name=value" in the query; empty if there is none.
  std::string parameter(const std::string& name) const;
};

struct HttpResponse {
  int status = 200;
  std::string type = "text/plain", body;
  std::string headers;  // further ones, each a line with its "\r\n"
};

class HttpServer {
 public:
  static constexpr std::size_t kVisitors = 64, kLongestRequest = 8192;  // [byte]

  using Answer = std::function<HttpResponse(const HttpRequest&)>;
  explicit HttpServer(Answer answer) : answer_(std::move(answer)) {}
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  ~HttpServer();

  // port: 0 is any that is free. everywhere: on all addresses of the machine, else on 127.0.0.1.
  // False, and why, if it cannot be had.
  bool listen(int port, bool everywhere, std::string* why);
  int port() const { return port_; }

  // Does what there is to do; waits for that, but no longer than this [ms].
  void serve(int patience);

 private:
  struct Visitor {
    int socket = -1;
    std::string heard, answer;  // not yet understood; not yet sent
    std::size_t sent = 0;       // of the answer
    std::uint64_t turn = 0;     // the last in which he did something
    bool leaves = false;        // after the answer
  };

  void admit();
  bool turn_of(Visitor* visitor);
  bool hear(Visitor* visitor);
  bool send(Visitor* visitor);
  void understand(Visitor* visitor);
  void dismiss_idlest();

  Answer answer_;
  int listener_ = -1, port_ = 0;
  std::uint64_t turn_ = 0;
  std::list<Visitor> visitors_;
};

}  // namespace mortise::targets
