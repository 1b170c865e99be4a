// A page in a browser that shows the loop while it runs, served by a thread that has no hurry.
//
//   GET /              the page
//   GET /signals       {"model", "run", "period_s", "signals": [{"name", "unit", "kind"}],
//                      "status": [names]}
//   GET /data?since=N  entries from number N on: {"run", "next", "t", "low", "high", "work_us",
//                      "wake_up_us", "status", "ticks", "overruns", "lost"}
//
// run: another one for every start of the program.
// With a token every request needs ?token=... or the cookie that the page sets.
#pragma once

#include <atomic>
#include <string>
#include <thread>

#include "http_server.hpp"
#include "mortise/mortise.hpp"
#include "paced_loop.hpp"
#include "sample_ring.hpp"
#include "trail.hpp"

namespace mortise::targets {

struct ScopeSettings {
  std::string name;     // of the model, for the title
  int port = 0;         // 0: any that is free
  bool remote = false;  // heard on every address of the machine; needs the token
  std::string token;    // empty: none is asked for
  double period = 0;    // of a tick [s]
};

// A token as hard to guess as the system can make it.
std::string make_token();

class Scope {
 public:
  // ring: inputs and outputs, read by the scope alone. All must outlive it.
  Scope(const Model& model, SampleRing* ring, const LoopProgress* progress, ScopeSettings settings);
  ~Scope();

  // Listens. False, and why, if the port cannot be had.
  bool start(std::string* why);
  int port() const { return server_.port(); }

 private:
  void work();
  bool admits(const HttpRequest& request) const;
  HttpResponse answer(const HttpRequest& request) const;
  std::string signals() const;
  std::string data(std::uint64_t since) const;

  const Model& model_;
  SampleRing& ring_;
  const LoopProgress& progress_;
  ScopeSettings settings_;
  std::string run_;
  Trail trail_;
  HttpServer server_;
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

}  // namespace mortise::targets
