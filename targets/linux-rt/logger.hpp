// The thread that takes samples from the loop to a table; it may stall, the loop does not.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

#include "mortise/mortise.hpp"
#include "sample_ring.hpp"
#include "table_log.hpp"

namespace mortise::targets {

// tick, time [s], wake_up [s], work_before [s], overrun_before, status, inputs, outputs: the
// columns of a log. `work_before`, `overrun_before`: of the tick before.
std::vector<LogColumn> log_columns(const Model& model);

class Logger {
 public:
  // ring: inputs and outputs. period: of a tick [s]. Both must outlive it.
  Logger(SampleRing* ring, std::unique_ptr<TableLog> table, double period);
  // Ends the thread; samples that finish() has not been asked for are left.
  ~Logger();

  void start();
  // Takes all that is left and closes the table. False, and why, if something is missing.
  bool finish(std::string* why);

  std::uint64_t logged() const { return logged_.load(std::memory_order_relaxed); }

 private:
  void work();
  bool drain();

  SampleRing& ring_;
  std::unique_ptr<TableLog> table_;
  double period_;
  std::vector<double> row_;
  std::atomic<bool> ending_{false};
  std::atomic<std::uint64_t> logged_{0};
  std::thread thread_;
  bool good_ = true;
};

}  // namespace mortise::targets
