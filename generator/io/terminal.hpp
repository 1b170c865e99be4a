// What a command tells its user while it works: all of it on stderr, stdout is for results.
#pragma once

#include <cstdint>
#include <string>

namespace mortise::gen {

void log_line(const std::string& text);
void log_warning(const std::string& text);

// A bar that moves, on a terminal only; silent in scripts and logs.
class ProgressBar {
 public:
  // what: short label; total: number of units of work, >= 1.
  ProgressBar(const std::string& what, std::uint64_t total);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Cheap: draws only when the shown percentage changes.
  void update(std::uint64_t done);

 private:
  std::string what_;
  std::uint64_t total_;
  int shown_ = -1;
  bool visible_;
};

}  // namespace mortise::gen
