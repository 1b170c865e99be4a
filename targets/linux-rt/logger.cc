#include "logger.hpp"

#include <algorithm>
#include <chrono>

#include "mortise_generated.h"

namespace mortise::targets {

namespace {

constexpr std::size_t kHead = 6;  // columns before inputs and outputs
constexpr auto kPause = std::chrono::milliseconds(5);
constexpr auto kLongestUnsaved = std::chrono::seconds(1);  // what a program that is killed may lose

}  // namespace

std::vector<LogColumn> log_columns(const Model& model) {
  std::vector<LogColumn> columns = {{"tick", "1"},        {"time", "s"},           {"wake_up", "s"},
                                    {"work_before", "s"}, {"overrun_before", "1"}, {"status", "1"}};
  const auto* root = model.root();
  for (std::uint32_t k = 0; root->inputs() != nullptr && k < root->inputs()->size(); ++k)
    columns.push_back(
        {root->inputs()->Get(k)->name()->str(), root->inputs()->Get(k)->unit()->str()});
  for (std::uint32_t k = 0; root->outputs() != nullptr && k < root->outputs()->size(); ++k)
    columns.push_back(
        {root->outputs()->Get(k)->name()->str(), root->outputs()->Get(k)->unit()->str()});
  // an output may have the name of an input, or of what the loop adds
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const auto same = [&](const LogColumn& c) { return c.name == columns[k].name; };
    while (std::count_if(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(k), same))
      columns[k].name += "_";
  }
  return columns;
}

Logger::Logger(SampleRing* ring, std::unique_ptr<TableLog> table, double period)
    : ring_(*ring), table_(std::move(table)), period_(period), row_(kHead + ring->numbers()) {}

Logger::~Logger() {
  ending_.store(true);
  if (thread_.joinable()) thread_.join();
}

void Logger::start() {
  thread_ = std::thread([this] { work(); });
}

bool Logger::drain() {
  const std::size_t count =
      ring_.drain(ring_.capacity(), [&](const SampleHead& h, const double* x) {
        row_[0] = static_cast<double>(h.tick);
        row_[1] = static_cast<double>(h.tick - 1) * period_;  // the first tick is t = 0
        row_[2] = static_cast<double>(h.wake_up_ns) * 1e-9;
        row_[3] = static_cast<double>(h.work_ns) * 1e-9;
        row_[4] = h.overrun;
        row_[5] = h.status;
        std::copy(x, x + ring_.numbers(), row_.begin() + kHead);
        good_ = table_->write(row_.data()) && good_;
      });
  logged_.store(logged_.load(std::memory_order_relaxed) + count, std::memory_order_relaxed);
  return count > 0;
}

void Logger::work() {
  using clock = std::chrono::steady_clock;
  for (auto saved = clock::now(); !ending_.load(std::memory_order_acquire);) {
    if (!drain()) std::this_thread::sleep_for(kPause);
    if (clock::now() - saved < kLongestUnsaved) continue;
    good_ = table_->sync() && good_;
    saved = clock::now();
  }
}

bool Logger::finish(std::string* why) {
  ending_.store(true, std::memory_order_release);
  if (thread_.joinable()) thread_.join();
  drain();
  const bool closed = table_->close(why);
  return closed && good_;
}

}  // namespace mortise::targets
