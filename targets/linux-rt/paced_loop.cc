#include "paced_loop.hpp"

#include <algorithm>
#include <cmath>

namespace mortise::targets {

namespace {

void tell(LoopProgress* progress, const LoopRecord& record, std::int64_t work) {
  progress->ticks.store(record.ticks, std::memory_order_relaxed);
  progress->overruns.store(record.overruns, std::memory_order_relaxed);
  progress->status.store(record.status, std::memory_order_relaxed);
  if (work > progress->slowest_ns.load(std::memory_order_relaxed))
    progress->slowest_ns.store(work, std::memory_order_relaxed);
}

// Overruns in a row, and what a loop that has no pause between them does to others.
class Overruns {
 public:
  Overruns(TickWatch* watch, LoopRecord* record) : watch_(watch), record_(*record) {}

  // A tick is due at this instant; the one before has ended.
  void due_at(std::int64_t due, std::int64_t ended) {
    pauses_ += due > ended ? static_cast<double>(due - ended) : 0;
  }
  // Adds a tick from start to end. Returns how many overruns now follow each other.
  std::uint64_t add(std::int64_t start, std::int64_t end, bool overrun) {
    if (!overrun) {
      if (breathless_ && watch_ != nullptr) watch_->rest(true);
      breathless_ = false;
      return in_row_ = 0;
    }
    if (in_row_++ == 0) {
      began_ = start;
      pauses_ = 0;
    }
    record_.in_row = std::max(record_.in_row, in_row_);
    const auto length = static_cast<double>(end - began_);
    if (!breathless_ && length >= kBreathless && pauses_ < kPauseShare * length) {
      breathless_ = true;
      ++record_.yielded;
      if (watch_ != nullptr) watch_->rest(false);
    }
    return in_row_;
  }

 private:
  TickWatch* watch_;
  LoopRecord& record_;
  std::uint64_t in_row_ = 0;
  std::int64_t began_ = 0;
  double pauses_ = 0;  // [ns] since then
  bool breathless_ = false;
};

}  // namespace

LoopEnd run_paced(Clock* clock, Pump* pump, const LoopSettings& s, LoopRecord* record) {
  const std::int64_t zero = clock->now();
  const auto instant = [&](std::uint64_t n) {
    return zero + std::int64_t{std::llround(static_cast<double>(n) * s.period)};
  };
  SampleHead head;
  Overruns overruns(s.watch, record);
  std::int64_t end = zero;
  std::uint64_t n = 1;  // instants, of which ticks may skip some
  for (; s.ticks == 0 || head.tick < s.ticks; ++n) {
    if (s.asked != nullptr && s.asked->load(std::memory_order_relaxed)) return LoopEnd::asked;
    const std::int64_t due = instant(n);
    overruns.due_at(due, end);
    clock->sleep_until(due);
    const std::int64_t start = clock->now();
    ++head.tick;
    head.wake_up_ns = start - due;
    if (s.watch != nullptr) s.watch->begin(head);
    const Status status = pump->tick();
    end = clock->now();
    record->status |= status;
    record->wake_up.add(start - due);
    record->work.add(end - start);
    ++record->ticks;
    head.work_ns = end - start;
    head.overrun = end > instant(n + 1) ? 1 : 0;
    record->overruns += head.overrun;
    const std::uint64_t in_row = overruns.add(start, end, head.overrun != 0);
    if (s.progress != nullptr) tell(s.progress, *record, head.work_ns);
    if ((status & s.stop_on) != 0) {
      ++record->stopping;
      return LoopEnd::model;
    }
    if (s.watch != nullptr && s.watch->lost()) return LoopEnd::lost_peer;
    if (head.overrun == 0) continue;
    if (s.on_overrun == OnOverrun::stop && in_row >= s.overruns_in_row) return LoopEnd::overrun;
    while (s.on_overrun == OnOverrun::hold && instant(n + 1) < end) {
      ++n;
      ++record->skipped;
    }
  }
  return LoopEnd::finished;
}

void run_paced(Clock* clock, Pump* pump, double period, std::uint64_t ticks, LoopRecord* record) {
  LoopSettings settings;
  settings.period = period;
  settings.ticks = ticks;
  if (ticks > 0) run_paced(clock, pump, settings, record);
}

}  // namespace mortise::targets
