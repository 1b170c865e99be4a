// Speed of the film's numerics alone: one step of Alexander's scheme on synthetic sizes.
//   mortise_bench_film [--repetitions N]
// Exit code 1 if a step does not give finite numbers; speed only prints.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tests/bench/flop_roof.hpp"
#include "tests/bench/synthetic_film.hpp"
#include "tests/bench/timing.hpp"
#include "tests/runtime/film_kernel.hpp"

namespace mortise::bench {

namespace {

using film_test::FilmKernel;
using film_test::Run;

constexpr int kInARow = 20;  // steps between two readings of the clock

struct Times {
  bool good;
  double step, outputs;  // [ns], fastest
};

// Every step starts from the same committed state.
template <class T>
Times time_steps(const FilmKernel& kernel, SyntheticFilm<T>* film, int repetitions) {
  const Run run{&film->model(), film->region(), 0};
  film_test::Drive at[2];
  at[0].load = at[1].load = 0.78;
  kernel.start(run, nullptr, nullptr, at[0]);
  commit_film_memory(film->model().film_layout, film->region());
  Times t{true, 1e30, 1e30};
  for (int k = 0; k < repetitions; ++k) {
    const auto start = Clock::now();
    for (int i = 0; i < kInARow; ++i) {
      begin_film_trial(film->model().film_layout, film->region());
      t.good = kernel.step(run, at, nullptr, nullptr, false, 1).good && t.good;
    }
    t.step = std::min(t.step, nanoseconds(start, Clock::now()) / kInARow);
  }
  double force = 0;
  for (int k = 0; k < repetitions; ++k) {
    const auto start = Clock::now();
    for (int i = 0; i < kInARow; ++i) force += kernel.outputs(run, nullptr, 1).force;
    t.outputs = std::min(t.outputs, nanoseconds(start, Clock::now()) / kInARow);
  }
  t.good = t.good && std::isfinite(force);
  return t;
}

// Multiplications with an addition in the products of two stages; what the laws of the oil cost
// comes on top.
double products(const FilmSizes& s, bool rebuilt) {
  const double r = s.modes, u = r + 1, m = s.rows, held = s.rows - s.watched;
  double stage = 8 * m * r + held * u + u * u;  // shapes at the stencils, T f, solution
  if (rebuilt) stage += 8 * m * r + held * u * u + 0.5 * u * u * u;
  return 2 * stage;
}

template <class T>
bool time_sizes(const FilmKernel& kernel, const FilmSizes& s, double roof, int repetitions) {
  SyntheticFilm<T> film(s);
  film.rebuild(true);
  const Times rebuilt = time_steps(kernel, &film, repetitions);
  film.rebuild(false);
  const Times aged = time_steps(kernel, &film, repetitions);
  std::printf("  %-8s %-6s %3d %3d %-8s %8.0f %8.0f %8.0f %9.0f %% %5.0f %%\n", kernel.name,
              sizeof(T) == 4 ? "float" : "double", s.modes, s.rows,
              s.pivoting ? "chosen" : "diagonal", rebuilt.step, aged.step, aged.outputs,
              100 * products(s, true) / rebuilt.step / roof,
              100 * products(s, false) / aged.step / roof);
  if (!rebuilt.good || !aged.good) std::printf("  WRONG: a step failed\n");
  return rebuilt.good && aged.good;
}

}  // namespace

}  // namespace mortise::bench

int main(int argc, char** argv) {
  using namespace mortise::bench;
  int repetitions = 400;
  if (argc == 3 && std::strcmp(argv[1], "--repetitions") == 0) repetitions = std::atoi(argv[2]);
  if (argc != 1 && (argc != 3 || repetitions < 1)) {
    std::fprintf(stderr, "usage: mortise_bench_film [--repetitions N]\n");
    return 2;
  }
  const double roofs[] = {flop_roof_float(), flop_roof_double()};
  std::printf("multiply-adds of this core: %.0f float, %.0f double per ns\n", roofs[0], roofs[1]);
  std::printf("ns per step of two stages, fastest:  Jacobian made anew in both, or kept\n");
  std::printf("  %-8s %-6s %3s %3s %-8s %8s %8s %8s %11s %7s\n", "set", "scalar", "r", "m",
              "pivots", "anew", "kept", "outputs", "share anew", "kept");
  const FilmSizes sizes[] = {{20, 45, 3}, {30, 48, 3}, {30, 48, 3, true}};
  bool good = true;
  for (const auto& kernel : mortise::film_test::film_kernels()) {
    for (const FilmSizes& s : sizes) {
      good = time_sizes<float>(kernel, s, roofs[0], repetitions) && good;
      good = time_sizes<double>(kernel, s, roofs[1], repetitions) && good;
    }
  }
  return good ? 0 : 1;
}
