// Runs a model in step with the clock, fed by one of its scenarios.
//   mortise_rt MODEL.mrt [--scenario NAME] [--rate HZ] [--seconds S] [--cpu N] [--priority P]
// Exit status: 0 ran, 1 model refused, 2 golden trace failed, 3 bad arguments.
#include <sys/resource.h>
#include <sys/utsname.h>
#include <time.h>

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include "loaded_model.hpp"
#include "paced_loop.hpp"
#include "scenario_bench.hpp"
#include "thread_setup.hpp"

namespace {

using namespace mortise;
using namespace mortise::targets;

struct Options {
  const char* model = nullptr;
  const char* scenario = nullptr;
  double rate = 0;  // [Hz], 1 / (k h); 0: the multiple of h nearest to 1 kHz
  double seconds = 5;
  int cpu = -1, priority = 80;
};

bool parse(int argc, char** argv, Options* o) {
  for (int k = 1; k < argc; ++k) {
    const bool value = k + 1 < argc;
    if (std::strcmp(argv[k], "--scenario") == 0 && value) {
      o->scenario = argv[++k];
    } else if (std::strcmp(argv[k], "--rate") == 0 && value) {
      o->rate = std::strtod(argv[++k], nullptr);
    } else if (std::strcmp(argv[k], "--seconds") == 0 && value) {
      o->seconds = std::strtod(argv[++k], nullptr);
    } else if (std::strcmp(argv[k], "--cpu") == 0 && value) {
      o->cpu = std::atoi(argv[++k]);
    } else if (std::strcmp(argv[k], "--priority") == 0 && value) {
      o->priority = std::atoi(argv[++k]);
    } else if (argv[k][0] != '-' && !o->model) {
      o->model = argv[k];
    } else {
      return false;
    }
  }
  return o->model && o->seconds > 0;
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

void print(const char* name, const Histogram& h) {
  std::printf("%-8s mean %.1f  p50 %.0f  p99 %.0f  p99.9 %.0f  max %.1f us, %" PRIu64
              " beyond 10 ms\n",
              name, h.mean(), h.percentile(0.5), h.percentile(0.99), h.percentile(0.999),
              h.largest(), h.overflow());
}

void report(const LoopRecord& record, const rusage& before, const rusage& after) {
  utsname name;
  uname(&name);
  std::printf("kernel %s %s\n", name.release, name.version);
  print("wake-up", record.wake_up);
  print("tick", record.work);
  std::printf("ticks %" PRIu64 ", overruns %" PRIu64 ", status bits %x\n", record.ticks,
              record.overruns, record.status);
  std::printf("minor faults %ld, major faults %ld, switches voluntary %ld, forced %ld\n",
              after.ru_minflt - before.ru_minflt, after.ru_majflt - before.ru_majflt,
              after.ru_nvcsw - before.ru_nvcsw, after.ru_nivcsw - before.ru_nivcsw);
}

}  // namespace

int main(int argc, char** argv) {
  Options o;
  if (!parse(argc, argv, &o)) {
    std::fprintf(stderr,
                 "usage: %s MODEL.mrt [--scenario NAME] [--rate HZ] [--seconds S] [--cpu N] "
                 "[--priority P]\n",
                 argv[0]);
    return 3;
  }
  LoadedModel loaded;
  if (const int failed = loaded.load(o.model)) return failed;
  const Model& model = loaded.model();
  const int steps = steps_per_tick(o.rate, model.step_size());
  if (steps == 0) {
    std::fprintf(stderr, "--rate must be 1/(k h) with a whole k; h is %g s\n", model.step_size());
    return 3;
  }
  ScenarioPlayer player;
  if (!player.start(model, o.scenario ? find_scenario(model, o.scenario) : 0, &loaded.state())) {
    std::fprintf(stderr, "the model has no such scenario\n");
    return 3;
  }
  ScenarioBench bench(model, loaded.state(), player, steps);
  std::vector<Real> memory(Pump::memory_reals(model));
  Pump pump(model, &loaded.state(), &bench, steps, memory.data());
  const double period = steps * model.step_size() * 1e9;  // [ns]
  const auto ticks = static_cast<std::uint64_t>(o.seconds * 1e9 / period);
  auto warm = std::make_unique<LoopRecord>(), record = std::make_unique<LoopRecord>();

  for (const Measure& m : prepare_thread(o.cpu, o.priority))
    std::printf("%-20s %s\n", m.what.c_str(), m.error == 0 ? "yes" : std::strerror(m.error));
  std::printf("%d steps of %g s per tick, %.6g Hz, %.3g s\n", steps, model.step_size(),
              1e9 / period, o.seconds);
  std::fflush(stdout);

  MonotonicClock clock;
  run_paced(&clock, &pump, period, 2, warm.get());  // first touch of code, buffers and clock pages
  rusage before, after;
  getrusage(RUSAGE_THREAD, &before);
  run_paced(&clock, &pump, period, ticks, record.get());
  getrusage(RUSAGE_THREAD, &after);
  report(*record, before, after);
  std::printf("trace %016" PRIx64 " after %" PRIu64 " steps\n", bench.hash(),
              loaded.state().steps());
  return 0;
}
