#include "report.hpp"

#include <sys/utsname.h>

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <string>

#if defined(MORTISE_HEAP_COUNT)
#include "heap_count.hpp"
#endif

namespace mortise::targets {

namespace {

std::string names_of(Status status) {
  std::string names;
  for (std::int32_t bit = 0; bit < 32; ++bit)
    if ((status >> bit & 1) != 0)
      names += (names.empty() ? "" : " ") + std::string(status_name(bit));
  return names.empty() ? "ok" : names;
}

void print(const char* name, const Histogram& h) {
  std::printf("%-8s mean %.1f  p50 %.0f  p99 %.0f  p99.9 %.0f  max %.1f us, %" PRIu64
              " beyond 10 ms\n",
              name, h.mean(), h.percentile(0.5), h.percentile(0.99), h.percentile(0.999),
              h.largest(), h.overflow());
}

// Buckets of 1, 2, 4, ... us side by side.
void print_histograms(const LoopRecord& record) {
  std::printf("%14s %12s %12s\n", "from .. to us", "wake-up", "tick");
  for (int from = 0, to = 1; from < Histogram::end(); from = to, to *= 2) {
    const std::uint64_t wake_up = record.wake_up.between(from, to),
                        work = record.work.between(from, to);
    if (wake_up + work > 0)
      std::printf("%6d .. %-5d %12" PRIu64 " %12" PRIu64 "\n", from, to, wake_up, work);
  }
  if (record.wake_up.overflow() + record.work.overflow() > 0)
    std::printf("%6d ..       %12" PRIu64 " %12" PRIu64 "\n", Histogram::end(),
                record.wake_up.overflow(), record.work.overflow());
}

void print_peer(const PeerSource& peer) {
  const PeerCounts& c = peer.counts();
  std::printf("peer     packets %" PRIu64 ", malformed %" PRIu64
              " (those without room among them), stale %" PRIu64 ", of others %" PRIu64
              ", missing %" PRIu64 ", begun anew %" PRIu64 ", silent ticks %" PRIu64 " (%" PRIu64
              " in a row)\n",
              c.accepted.load(), peer.malformed(), c.stale.load(), c.foreign.load(),
              c.missing.load(), c.restarts.load(), c.silent.load(), c.longest.load());
}

}  // namespace

LiveLine::LiveLine(LoopProgress* progress, const Places* places, double period, bool lines)
    : progress_(*progress), places_(*places), period_(period), lines_(lines), thread_([this] {
        work();
      }) {}

LiveLine::~LiveLine() {
  ending_.store(true);
  thread_.join();
}

void LiveLine::work() {
  bool breathless = false;
  for (int tenth = 1; !ending_.load(); ++tenth) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    if (progress_.breathless.load() != breathless) {
      breathless = !breathless;
      std::fprintf(stderr, breathless ? "warning: overruns without a pause for a second: the loop "
                                        "goes on with ordinary priority until it has caught up\n"
                                      : "the loop has caught up\n");
    }
    if (!lines_ || tenth % 10 != 0) continue;
    const std::uint64_t ticks = progress_.ticks.load();
    const double slowest = static_cast<double>(progress_.slowest_ns.exchange(0)) * 1e-3;
    std::fprintf(stderr, "t %.1f s  ticks %" PRIu64 "  slowest tick %.1f us  overruns %" PRIu64,
                 static_cast<double>(ticks) * period_, ticks, slowest, progress_.overruns.load());
    if (places_.peer_source != nullptr)
      std::fprintf(stderr, "  silent %" PRIu64 "  malformed %" PRIu64,
                   places_.peer_source->counts().silent.load(), places_.peer_source->malformed());
    if (places_.ring)
      std::fprintf(stderr, "  logged %" PRIu64 "  lost %" PRIu64, places_.logger->logged(),
                   places_.ring->lost());
    std::fprintf(stderr, "  %s\n", names_of(progress_.status.load()).c_str());
  }
}

ThreadCosts thread_costs() {
  ThreadCosts costs;
  getrusage(RUSAGE_THREAD, &costs.usage);
#if defined(MORTISE_HEAP_COUNT)
  costs.heap_calls = heap_calls();
#endif
  return costs;
}

void print_report(const LoopRecord& record, const Places& places, const ThreadCosts& before,
                  const ThreadCosts& after) {
  utsname name;
  uname(&name);
  std::printf("kernel %s %s\n", name.release, name.version);
  print("wake-up", record.wake_up);
  print("tick", record.work);
  print_histograms(record);
  std::printf("ticks %" PRIu64 ", overruns %" PRIu64 " (%" PRIu64
              " in a row), instants skipped %" PRIu64 ", status %s\n",
              record.ticks, record.overruns, record.in_row, record.skipped,
              names_of(record.status).c_str());
  if (record.yielded > 0)
    std::printf("had no pause for a second and went on with ordinary priority: %" PRIu64 " times\n",
                record.yielded);
  std::printf("minor faults %ld, major faults %ld, switches voluntary %ld, forced %ld\n",
              after.usage.ru_minflt - before.usage.ru_minflt,
              after.usage.ru_majflt - before.usage.ru_majflt,
              after.usage.ru_nvcsw - before.usage.ru_nvcsw,
              after.usage.ru_nivcsw - before.usage.ru_nivcsw);
#if defined(MORTISE_HEAP_COUNT)
  std::printf("heap calls %" PRIu64 "\n", after.heap_calls - before.heap_calls);
#endif
  if (places.peer_source != nullptr) print_peer(*places.peer_source);
}

}  // namespace mortise::targets
