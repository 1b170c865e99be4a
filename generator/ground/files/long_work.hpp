// What takes long on large models says how long, and how much memory the process has had.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace mortise::gen {

// Largest memory of the process so far [bytes]; 0 where the system does not say.
std::size_t peak_memory();

// A piece of work. On a terminal its name stands there while it runs; when it is over and took more
// than two seconds, the log has a line of its time and of the peak memory.
class LongWork {
 public:
  // seconds: estimate, 0: none.
  explicit LongWork(std::string what, double seconds = 0.0);
  ~LongWork();
  LongWork(const LongWork&) = delete;
  LongWork& operator=(const LongWork&) = delete;

 private:
  std::string what_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace mortise::gen
