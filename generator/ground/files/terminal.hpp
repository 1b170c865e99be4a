// What a command tells its user while it works: all of it on stderr, stdout is for results.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace mortise::gen {

// Receives one line per finished stage; may be empty.
using Log = std::function<void(const std::string&)>;

void log_line(const std::string& text);
void log_warning(const std::string& text);

// True if stderr is a terminal, where a bar can move.
bool has_terminal();

// "8 s", "3 min 20 s", "2 h 5 min"; seconds: >= 0.
std::string duration_text(double seconds);

// Estimates how long a job will still take from how long it took so far.
class RemainingTime {
 public:
  // share: done, 0..1, never less than before; now: seconds on any clock. The first call marks the
  // start: what was done before it took no time. Nothing while there is too little to judge by.
  std::optional<double> at(double share, double now);

 private:
  std::optional<double> first_share_;
  double start_ = 0.0;
};

// A bar that moves, with the time that is left, on a terminal only; silent in scripts and logs.
class ProgressBar {
 public:
  // what: short label; total: number of units of work, >= 1.
  explicit ProgressBar(const std::string& what, std::uint64_t total = 1000);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Cheap: draws only when the shown percentage changes, or once a second.
  void update(std::uint64_t done);
  // For jobs that tell the share 0..1 they have done. Refers to the bar.
  std::function<void(double share)> shares();

 private:
  std::string what_;
  std::uint64_t total_;
  int shown_ = -1;
  bool visible_;
  std::chrono::steady_clock::time_point drawn_;
  RemainingTime remaining_;
};

}  // namespace mortise::gen
