#include "generator/ground/files/long_work.hpp"

#include <fmt/format.h>

#include <sys/resource.h>

#include <cstdio>
#include <utility>

#include "generator/ground/files/terminal.hpp"

namespace mortise::gen {
namespace {
constexpr double kWorthALine = 2.0;  // [s]
}

std::size_t peak_memory() {
  rusage usage{};
  return getrusage(RUSAGE_SELF, &usage) == 0 ? 1024 * static_cast<std::size_t>(usage.ru_maxrss) : 0;
}

LongWork::LongWork(std::string what, double seconds)
    : what_(std::move(what)), start_(std::chrono::steady_clock::now()) {
  if (!has_terminal()) return;
  const std::string time = seconds >= kWorthALine ? ", about " + duration_text(seconds) : "";
  std::fprintf(stderr, "\r%s%s ...\033[K", what_.c_str(), time.c_str());
}

LongWork::~LongWork() {
  if (has_terminal()) std::fprintf(stderr, "\r\033[K");
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start_;
  if (taken.count() < kWorthALine) return;
  log_line(fmt::format("took      {:.1f} s, {:.2f} GB at most: {}", taken.count(),
                       1e-9 * static_cast<double>(peak_memory()), what_));
}

}  // namespace mortise::gen
