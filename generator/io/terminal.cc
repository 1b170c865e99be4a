#include "generator/io/terminal.hpp"

#include <unistd.h>

#include <cstdio>

namespace mortise::gen {

constexpr int kWidth = 40;  // characters of the bar

void log_line(const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); }

void log_warning(const std::string& text) { std::fprintf(stderr, "warning: %s\n", text.c_str()); }

ProgressBar::ProgressBar(const std::string& what, std::uint64_t total)
    : what_(what), total_(total > 0 ? total : 1), visible_(isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
  if (visible_ && shown_ >= 0) std::fprintf(stderr, "\r\033[K");
}

void ProgressBar::update(std::uint64_t done) {
  if (!visible_) return;
  const int percent = static_cast<int>(100 * done / total_);
  if (percent == shown_) return;
  shown_ = percent;
  const int filled = kWidth * percent / 100;
  std::string bar(static_cast<std::size_t>(kWidth), '.');
  for (int i = 0; i < filled && i < kWidth; ++i) bar[static_cast<std::size_t>(i)] = '#';
  std::fprintf(stderr, "\r%s [%s] %3d %%", what_.c_str(), bar.c_str(), percent);
}

}  // namespace mortise::gen
