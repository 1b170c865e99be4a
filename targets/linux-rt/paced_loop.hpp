// A loop that wakes at t_0 + n period, absolute, and never sleeps relative to anything.
#pragma once

#include <atomic>
#include <cstdint>

#include "histogram.hpp"
#include "pump.hpp"
#include "sample_ring.hpp"

namespace mortise::targets {

class Clock {
 public:
  virtual ~Clock() = default;
  virtual std::int64_t now() = 0;                   // [ns], monotonic
  virtual void sleep_until(std::int64_t when) = 0;  // [ns]
};

// What a tick that ends after the next was due leads to.
enum class OnOverrun {
  go_on,  // the late ticks follow at once: model time stays n h of the clock
  hold,   // the instants that have passed are skipped, outputs held: model time falls behind
  stop    // after overruns_in_row of them
};

enum class LoopEnd { finished, asked, overrun, lost_peer, model };

struct LoopRecord {
  Histogram wake_up;  // start of a tick after its instant
  Histogram work;     // duration of a tick
  std::uint64_t ticks = 0;
  std::uint64_t overruns = 0;  // ticks that ended after the next was due
  std::uint64_t in_row = 0;    // most of them one after the other
  std::uint64_t skipped = 0;   // instants without a tick (hold)
  std::uint64_t yielded = 0;   // times that the loop has gone on with no rest, see TickWatch::rest
  std::uint64_t stopping = 0;  // ticks with a status bit of LoopSettings::stop_on
  Status status = 0;           // every bit that any step has set
};

// For other threads, while the loop runs.
struct LoopProgress {
  std::atomic<std::uint64_t> ticks{0}, overruns{0};
  std::atomic<std::int64_t> slowest_ns{0};  // tick since somebody has set it to 0
  std::atomic<Status> status{0};
  std::atomic<bool> breathless{false};  // see TickWatch::rest
};

// What else happens in a tick.
class TickWatch {
 public:
  virtual ~TickWatch() = default;
  virtual void begin(const SampleHead& /*head*/) {}  // before the tick
  virtual bool lost() { return false; }              // after it: the peer is gone
  // false: overruns alone for kBreathless, and hardly a pause between them. Others who need the
  // processor should have it. true: this has ended.
  virtual void rest(bool /*has*/) {}
};

struct LoopSettings {
  double period = 0;        // [ns], need not be whole: tick n is due at the start + n period
  std::uint64_t ticks = 0;  // 0: until it is asked to stop
  OnOverrun on_overrun = OnOverrun::go_on;
  std::uint64_t overruns_in_row = 1;         // of OnOverrun::stop
  Status stop_on = 0;                        // status bits that end the loop after the tick
  const std::atomic<bool>* asked = nullptr;  // true: ends before the next tick
  TickWatch* watch = nullptr;
  LoopProgress* progress = nullptr;
};

inline constexpr double kBreathless = 1e9;   // [ns]
inline constexpr double kPauseShare = 0.05;  // of the time: what is less is hardly a pause

// Runs ticks, the first one a period from now. The record is added to.
LoopEnd run_paced(Clock* clock, Pump* pump, const LoopSettings& settings, LoopRecord* record);

// Runs so many ticks and nothing else.
void run_paced(Clock* clock, Pump* pump, double period, std::uint64_t ticks, LoopRecord* record);

}  // namespace mortise::targets
