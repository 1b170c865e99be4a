#include "generator/ground/files/terminal.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace mortise::gen {
namespace {

constexpr int kWidth = 40;                              // characters of the bar
constexpr double kEnoughSeconds = 2.0, kEnough = 0.01;  // to judge the remaining time by

}  // namespace

void log_line(const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); }

void log_warning(const std::string& text) { std::fprintf(stderr, "warning: %s\n", text.c_str()); }

bool has_terminal() { return isatty(STDERR_FILENO) == 1; }

std::string duration_text(double seconds) {
  const auto s = static_cast<long>(std::llround(seconds));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {} s", s / 60, s % 60);
  return fmt::format("{} h {} min", s / 3600, s % 3600 / 60);
}

std::optional<double> RemainingTime::at(double share, double now) {
  if (!first_share_) {
    first_share_ = share;
    start_ = now;
  }
  const double done = share - *first_share_, elapsed = now - start_;
  if (!(done >= kEnough && elapsed >= kEnoughSeconds)) return std::nullopt;
  return elapsed * (1.0 - share) / done;
}

ProgressBar::ProgressBar(const std::string& what, std::uint64_t total)
    : what_(what), total_(total > 0 ? total : 1), visible_(has_terminal()) {
  if (!visible_) return;
  // at once: what comes before the first unit of work may take long
  shown_ = 0;
  drawn_ = std::chrono::steady_clock::now();
  std::fprintf(stderr, "\r%s [%s]   0 %%\033[K", what_.c_str(),
               std::string(static_cast<std::size_t>(kWidth), '.').c_str());
}

ProgressBar::~ProgressBar() {
  if (visible_ && shown_ >= 0) std::fprintf(stderr, "\r\033[K");
}

void ProgressBar::update(std::uint64_t done) {
  if (!visible_) return;
  const auto now = std::chrono::steady_clock::now();
  const int percent = static_cast<int>(100 * done / total_);
  if (percent == shown_ && now - drawn_ < std::chrono::seconds(1)) return;
  shown_ = percent;
  drawn_ = now;
  const int filled = kWidth * percent / 100;
  std::string bar(static_cast<std::size_t>(kWidth), '.');
  for (int i = 0; i < filled && i < kWidth; ++i) bar[static_cast<std::size_t>(i)] = '#';
  const auto left = remaining_.at(static_cast<double>(done) / static_cast<double>(total_),
                                  std::chrono::duration<double>(now.time_since_epoch()).count());
  const std::string tail = left && percent < 100 ? ", " + duration_text(*left) + " left" : "";
  std::fprintf(stderr, "\r%s [%s] %3d %%%s\033[K", what_.c_str(), bar.c_str(), percent,
               tail.c_str());
}

std::function<void(double share)> ProgressBar::shares() {
  return [this](double share) {
    update(static_cast<std::uint64_t>(static_cast<double>(total_) * share));
  };
}

}  // namespace mortise::gen
