// Steps a scenario of a model and prints the hash of the trajectory: the same number on every
// machine.   mortise_trace MODEL.mrt SCENARIO STEPS [INSTRUCTION_SET]
// Exit status: 0 passed, 1 model refused, 2 golden trace failed, 3 bad arguments.
#include <cinttypes>
#include <cstdio>

#include "loaded_model.hpp"

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: %s MODEL.mrt SCENARIO STEPS [INSTRUCTION_SET]\n", argv[0]);
    return 3;
  }
  mortise::targets::LoadedModel loaded;
  if (const int failed = loaded.load(argv[1])) return failed;
  if (argc > 4 && !loaded.model().select_instruction_set(argv[4])) {
    std::fprintf(stderr, "this machine or build lacks the instruction set %s\n", argv[4]);
    return 3;
  }
  const std::int32_t scenario = mortise::find_scenario(loaded.model(), argv[2]);
  const long steps = std::strtol(argv[3], nullptr, 10);
  std::uint64_t hash = 0;
  if (steps <= 0 || !loaded.trace(scenario, steps, &hash)) {
    std::fprintf(stderr, "no scenario %s, or no steps\n", argv[2]);
    return 3;
  }
  std::printf("trace %016" PRIx64 "\n", hash);
  const mortise::Statistics& s = loaded.state().statistics();
  std::printf("steps %" PRIu64 ", in contact %" PRIu64 ", iterations %" PRIu64
              ", most %u, capped %" PRIu64 ", rolled back %" PRIu64 "\n",
              s.steps, s.steps_in_contact, s.iterations, s.iterations_max, s.capped, s.rolled_back);
  return 0;
}
