// A page in a browser that shows the loop while it runs, served by threads that have no hurry.
//
//   GET /            the page
//   GET /signals     {"model", "period_s", "signals": [{"name", "unit", "kind"}], "status":
//   [names]} GET /data?since=N  entries from number N on: {"next", "t", "low", "high", "work_us",
//                    "wake_up_us", "status", "ticks", "overruns", "lost"}
//
// With a token every request needs ?token=... or the cookie that the page sets.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "mortise/mortise.hpp"
#include "paced_loop.hpp"
#include "sample_ring.hpp"
#include "trail.hpp"

namespace httplib {
class Server;
struct Request;
struct Response;
}  // namespace httplib

namespace mortise::targets {

struct ScopeSettings {
  std::string name;     // of the model, for the title
  int port = 0;         // 0: any that is free
  bool remote = false;  // heard on every address of the machine; needs the token
  std::string token;    // empty: none is asked for
  double period = 0;    // of a tick [s]
};

// As hard to guess as the system can make it.
std::string make_token();

class Scope {
 public:
  // ring: inputs and outputs, read by the scope alone. All must outlive it.
  Scope(const Model& model, SampleRing* ring, const LoopProgress* progress, ScopeSettings settings);
  ~Scope();

  // Listens. False, and why, if the port cannot be had.
  bool start(std::string* why);
  int port() const { return port_; }

 private:
  void collect();
  bool admits(const httplib::Request& request) const;
  void serve(const httplib::Request& request, httplib::Response* response);
  std::string signals() const;
  std::string data(std::uint64_t since) const;

  const Model& model_;
  SampleRing& ring_;
  const LoopProgress& progress_;
  ScopeSettings settings_;
  int port_ = 0;
  mutable std::mutex mutex_;  // of the trail
  Trail trail_;
  std::atomic<bool> ending_{false};
  std::unique_ptr<httplib::Server> server_;
  std::thread collector_, listener_;
};

}  // namespace mortise::targets
