// The command line of mortise_rt.
#pragma once

#include <string>
#include <vector>

#include "paced_loop.hpp"

namespace mortise::targets {

struct LoopOptions {
  std::string model;
  std::string input = "scenario";    // scenario[:NAME], udp://HOST:PORT, shm:NAME, FILE.csv
  std::vector<std::string> outputs;  // udp://HOST:PORT, shm:NAME, FILE.csv, FILE.h5
  double rate = 0;                   // [Hz], 1 / (k h); 0: the multiple of h nearest to 1 kHz
  double seconds = 5;                // 0: until it is told to end
  int cpu = -1, priority = 80;
  OnOverrun on_overrun = OnOverrun::go_on;
  std::uint64_t overruns_in_row = 1;  // after which `stop` does
  double silent_seconds = 0;          // of a peer, after which the loop ends; 0: never
  double log_room = 10;               // [s] of samples that a stalled log may be behind
  bool allow_remote = false;          // addresses beyond this machine
  bool stop_on_status = false;
  int scope = -1;     // port of a page that shows the loop, 0: any; -1: none
  bool live = false;  // a line per second on stderr
};

// Exit status of a program that ends here; -1: go on.
int read_options(int argc, char** argv, LoopOptions* out);

}  // namespace mortise::targets
