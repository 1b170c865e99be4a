// Command line of the benchmarks that repeat runs of models.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

namespace mortise::bench {

struct BenchOptions {
  int repetitions = 15;
  std::string only;      // part of a name; empty: all
  long steps = 1000000;  // of long runs
  int seed = 0;          // of the first random case
};

// None, with the usage printed, for anything else. long_runs: whether the program has any.
inline std::optional<BenchOptions> read_bench_options(int argc, char** argv,
                                                      bool long_runs = false) {
  BenchOptions options;
  for (int k = 1; k < argc; k += 2) {
    const std::string flag = argv[k];
    if (k + 1 < argc && flag == "--repetitions") {
      options.repetitions = std::atoi(argv[k + 1]);
    } else if (k + 1 < argc && flag == "--only") {
      options.only = argv[k + 1];
    } else if (k + 1 < argc && long_runs && flag == "--steps") {
      options.steps = std::atol(argv[k + 1]);
    } else if (k + 1 < argc && long_runs && flag == "--seed") {
      options.seed = std::atoi(argv[k + 1]);
    } else {
      options.repetitions = 0;
    }
    if (options.repetitions >= 1 && options.steps >= 1) continue;
    std::fprintf(stderr, "usage: %s [--repetitions N] [--only PART_OF_NAME]%s\n", argv[0],
                 long_runs ? " [--steps N] [--seed N]" : "");
    return std::nullopt;
  }
  return options;
}

inline void print_clock(double clock, int repetitions) {
  std::printf(
      "reading the clock: %.0f ns, subtracted. quiet: every step at its fastest of %d "
      "repetitions\n",
      clock, repetitions);
}

}  // namespace mortise::bench
