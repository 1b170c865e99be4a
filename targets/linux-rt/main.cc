// Runs a model in step with the clock: see README.md. Exit status: exit_status.hpp.
#include <signal.h>
#include <time.h>

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <optional>
#include <vector>

#include "exit_status.hpp"
#include "loaded_model.hpp"
#include "loop_bench.hpp"
#include "mortise/mortise.h"
#include "options.hpp"
#include "paced_loop.hpp"
#include "places.hpp"
#include "rehearsal.hpp"
#include "report.hpp"
#if defined(MORTISE_SCOPE)
#include "scope/scope.hpp"
#endif
#include "thread_setup.hpp"

namespace {

using namespace mortise;
using namespace mortise::targets;

std::atomic<bool> asked_to_end{false};
extern "C" void end_loop(int) { asked_to_end.store(true); }

// However often they come the loop ends in order: senders like timeout(1) send them twice.
void listen_to_signals() {
  struct sigaction action {};
  action.sa_handler = end_loop;
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGXCPU}) {
    struct sigaction before {};
    sigaction(number, nullptr, &before);
    if (number != SIGHUP || before.sa_handler != SIG_IGN) sigaction(number, &action, nullptr);
  }
  signal(SIGXFSZ, SIG_IGN);  // a log at the limit of its size is an error, not the end of the loop
  signal(SIGPIPE, SIG_IGN);  // nor is it one that nobody reads the report
}

// The C interface holds models as they are.
Status stops_of(const Model& model) {
  return mortise_stop_mask(reinterpret_cast<const mortise_model*>(&model));
}

// Whole steps per tick; 0 if the rate is not 1 / (k h).
int steps_per_tick(double rate, double h) {
  const double k = 1 / ((rate > 0 ? rate : 1000) * h);
  if (!(k < 1e6)) return 0;
  const int whole = std::max(1, static_cast<int>(std::lround(k)));
  return rate > 0 && std::fabs(k - whole) > 1e-6 * whole ? 0 : whole;
}

class MonotonicClock : public Clock {
 public:
  std::int64_t now() override {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000 + t.tv_nsec;
  }
  void sleep_until(std::int64_t when) override {
    const timespec t{when / 1000000000, when % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nullptr) != 0) {
    }
  }
};

class Watch : public TickWatch {
 public:
  // priority: of the loop, 0: an ordinary one.
  Watch(LoopBench* bench, const InputSource* source, int priority, LoopProgress* progress)
      : bench_(*bench), source_(*source), priority_(priority), progress_(*progress) {}
  void begin(const SampleHead& head) override { bench_.begin(head); }
  bool lost() override { return source_.lost(); }
  void rest(bool has) override {
    if (priority_ > 0) (void)set_priority(has ? priority_ : 0);
    progress_.breathless.store(!has, std::memory_order_relaxed);
  }

 private:
  LoopBench& bench_;
  const InputSource& source_;
  int priority_;
  LoopProgress& progress_;
};

// peer: null if inputs come from elsewhere.
const char* reason_of(LoopEnd end, const PeerSource* peer) {
  switch (end) {
    case LoopEnd::finished:
      return nullptr;
    case LoopEnd::asked:
      return "told to end";
    case LoopEnd::overrun:
      return "an overrun too many (--on-overrun)";
    case LoopEnd::lost_peer:
      return peer != nullptr && peer->counts().accepted.load() == 0
                 ? "the peer is silent: it has never spoken. Does it send to the address of "
                   "--input?"
                 : "the peer is silent";
    case LoopEnd::model:
      return "a step is no solution for its inputs";
  }
  return nullptr;
}

// Everything but the loop happens before and after it.
class Program {
 public:
  Program(const LoopOptions& options, LoadedModel* loaded, int steps)
      : o_(options), loaded_(*loaded), steps_(steps) {}

  int run() {
    const Model& model = loaded_.model();
    std::string why;
    if (!open_places(o_, model, &loaded_.state(), steps_, &places_, &why)) {
      std::fprintf(stderr, "%s\n", why.c_str());
      return exit_status::kUsage;
    }
    const double period = steps_ * model.step_size();  // [s]
    std::vector<SampleRing*> rings;
    if (places_.ring) rings.push_back(places_.ring.get());
#if defined(MORTISE_SCOPE)
    std::unique_ptr<SampleRing> seen;
    std::optional<Scope> scope;
    if (o_.scope >= 0) {
      seen = std::make_unique<SampleRing>(static_cast<std::size_t>(model.dims().inputs) +
                                              static_cast<std::size_t>(model.dims().outputs),
                                          static_cast<std::size_t>(std::ceil(kScopeRoom / period)));
      rings.push_back(seen.get());
      const ScopeSettings settings = scope_settings(period);
      scope.emplace(model, seen.get(), &progress_, settings);
      if (!scope->start(&why)) {
        std::fprintf(stderr, "--scope: %s\n", why.c_str());
        return exit_status::kUsage;
      }
      const std::string token = settings.token.empty() ? "" : "?token=" + settings.token;
      std::printf("scope                http://%s:%d/%s\n",
                  settings.remote ? "ADDRESS" : "127.0.0.1", scope->port(), token.c_str());
    }
#else
    if (o_.scope >= 0) {
      std::fprintf(stderr, "--scope: this program was built without nlohmann-json\n");
      return exit_status::kUsage;
    }
#endif
    LoopBench bench(model, loaded_.state(), places_.source.get(), places_.peer, rings);
    std::vector<Real> memory(Pump::memory_reals(model));
    Pump pump(model, &loaded_.state(), &bench, steps_, memory.data());
    Watch watch(&bench, places_.source.get(), o_.priority, &progress_);
    // threads that are made now are ordinary ones
    if (places_.logger) places_.logger->start();
    LoopEnd end;
    {
      LiveLine live(&progress_, &places_, period, o_.live);
      end = loop(&pump, &watch, period);
    }
    const int log = finish_log();
    std::printf("trace %016" PRIx64 " after %" PRIu64 " steps\n", bench.hash(),
                loaded_.state().steps());
    if (bench.unsent() > 0)
      std::printf("packets that could not be sent %" PRIu64 "\n", bench.unsent());
    if (const char* reason = reason_of(end, places_.peer_source))
      std::printf("ended: %s\n", reason);
    if (end != LoopEnd::finished && end != LoopEnd::asked) return exit_status::kEnded;
    return log;
  }

 private:
#if defined(MORTISE_SCOPE)
  static constexpr double kScopeRoom = 2;  // [s] that the page may be behind

  ScopeSettings scope_settings(double period) const {
    ScopeSettings s;
    s.name = model_name(o_.model);
    s.port = o_.scope;
    s.remote = o_.allow_remote;
    if (s.remote) s.token = make_token();
    s.period = period;
    return s;
  }
#endif

  LoopEnd loop(Pump* pump, TickWatch* watch, double period) {
    for (const Measure& m : prepare_thread(o_.cpu, o_.priority))
      std::printf("%-20s %s\n", m.what.c_str(), m.error == 0 ? "yes" : std::strerror(m.error));
    std::printf("%d steps of %g s per tick, %.6g Hz, ", steps_, loaded_.model().step_size(),
                1 / period);
    std::printf(o_.seconds > 0 ? "%.3g s\n" : "until it is told to end\n", o_.seconds);
    std::fflush(stdout);

    auto record = std::make_unique<LoopRecord>();
    MonotonicClock clock;
    LoopSettings settings;
    settings.period = period * 1e9;
    settings.ticks = static_cast<std::uint64_t>(std::llround(o_.seconds / period));
    settings.on_overrun = o_.on_overrun;
    settings.overruns_in_row = o_.overruns_in_row;
    settings.stop_on = o_.stop_on_status ? stops_of(loaded_.model()) : Status{0};
    settings.asked = &asked_to_end;
    settings.watch = watch;
    settings.progress = &progress_;
    tell_overload(rehearse(&clock, loaded_.model(), &loaded_.state(), places_.source.get(), steps_,
                           settings.period),
                  period);
    places_.source->settle();
    const ThreadCosts before = thread_costs();
    const LoopEnd end = run_paced(&clock, pump, settings, record.get());
    const ThreadCosts after = thread_costs();
    print_report(*record, places_, before, after);
    return end;
  }

  // tick: what it takes [us].
  static void tell_overload(double tick, double period) {
    if (tick <= 1e6 * period) return;
    std::fprintf(
        stderr,
        "warning: this machine cannot keep up: a tick takes %.0f us, the next is due after "
        "%.0f us. Every rate has as many steps per second: `mortise advise` finds a "
        "larger step.size or fewer modes; --on-overrun stop:N would end the loop\n",
        tick, 1e6 * period);
  }

  int finish_log() {
    if (!places_.logger) return exit_status::kRan;
    std::string why;
    const std::uint64_t lost = places_.ring->lost();
    if (!places_.logger->finish(&why)) {
      std::fprintf(stderr, "the log is not complete: %s\n", why.c_str());
      return exit_status::kLog;
    }
    std::printf("log      %" PRIu64 " samples, lost %" PRIu64 "\n", places_.logger->logged(), lost);
    if (lost == 0) return exit_status::kRan;
    std::fprintf(stderr, "%" PRIu64 " samples are missing: raise --log-room\n", lost);
    return exit_status::kLog;
  }

  const LoopOptions& o_;
  LoadedModel& loaded_;
  int steps_;
  Places places_;
  LoopProgress progress_;
};

}  // namespace

int main(int argc, char** argv) {
  LoopOptions o;
  if (const int end = read_options(argc, argv, &o); end >= 0) return end;
  LoadedModel loaded;
  if (const int failed = loaded.load(o.model.c_str())) return failed;
  const int steps = steps_per_tick(o.rate, loaded.model().step_size());
  if (steps == 0) {
    std::fprintf(stderr, "--rate must be 1/(k h) with a whole k; h is %g s\n",
                 loaded.model().step_size());
    return exit_status::kUsage;
  }
  listen_to_signals();
  return Program(o, &loaded, steps).run();
}
