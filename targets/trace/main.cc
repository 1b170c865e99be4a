// Steps a scenario of a model and prints the hash of the trajectory: the same number on every
// machine.   trace MODEL.mrt SCENARIO STEPS [INSTRUCTION_SET]
// Exit status: 0 passed, 1 model refused, 2 golden trace failed, 3 bad arguments.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "mortise/mortise.hpp"

namespace {

using mortise::Real;

struct Free {
  void operator()(void* p) const { std::free(p); }
};
using Aligned = std::unique_ptr<void, Free>;

Aligned aligned_bytes(std::size_t size) {
  return Aligned(std::aligned_alloc(64, (size + 63) & ~std::size_t{63}));
}

// The file at an address that is a multiple of 64; null if it cannot be read.
Aligned read_file(const char* path, std::size_t* size) {
  std::FILE* file = std::fopen(path, "rb");
  if (!file) return nullptr;
  std::fseek(file, 0, SEEK_END);
  const long length = std::ftell(file);
  std::rewind(file);
  *size = length > 0 ? static_cast<std::size_t>(length) : 0;
  Aligned bytes = aligned_bytes(*size + 1);
  const bool whole = std::fread(bytes.get(), 1, *size, file) == *size;
  std::fclose(file);
  return whole ? std::move(bytes) : nullptr;
}

bool golden_passes(const mortise::Model& model, mortise::State& state) {
  const mortise::SelfTest test = mortise::run_selftest(model, state);
  std::printf("golden %s %016" PRIx64 ", first bad step %d\n", test.passed ? "passed" : "FAILED",
              test.hash, test.first_bad_step + 1);
  return test.passed;
}

std::uint64_t trace(const mortise::Model& model, mortise::State& state,
                    mortise::ScenarioPlayer& player, long steps) {
  std::vector<Real> u(static_cast<std::size_t>(model.input_values()) + 1);
  std::vector<Real> y(static_cast<std::size_t>(model.dims().outputs) + 1);
  std::uint64_t hash = mortise::kFnvStart;
  for (long k = 0; k < steps; ++k) {
    player.next(model, u.data());
    const mortise::Status status = mortise::step(model, state, u.data(), y.data());
    hash = mortise::hash_step(hash, model, state, y.data(), status);
  }
  return hash;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: %s MODEL.mrt SCENARIO STEPS [INSTRUCTION_SET]\n", argv[0]);
    return 3;
  }
  std::size_t size = 0;
  const Aligned bytes = read_file(argv[1], &size);
  mortise::Model model;
  mortise::LoadFault why;
  if (mortise::Model::open(bytes.get(), size, &model, &why) != mortise::LoadError::kOK) {
    std::fprintf(stderr, "%s: %s: %s\n", argv[1], why.field, mortise::load_error_text(why.code));
    return 1;
  }
  if (argc > 4 && !model.select_instruction_set(argv[4])) {
    std::fprintf(stderr, "this machine or build lacks the instruction set %s\n", argv[4]);
    return 3;
  }
  const Aligned arena = aligned_bytes(model.arena_bytes());
  mortise::State* state =
      mortise::State::make(model, arena.get(), model.arena_bytes(), nullptr);
  if (!state || !golden_passes(model, *state)) return 2;
  mortise::ScenarioPlayer player;
  const std::int32_t scenario = mortise::find_scenario(model, argv[2]);
  const long steps = std::strtol(argv[3], nullptr, 10);
  if (steps <= 0 || !player.start(model, scenario, state)) {
    std::fprintf(stderr, "no scenario %s, or no steps\n", argv[2]);
    return 3;
  }
  std::printf("trace %016" PRIx64 "\n", trace(model, *state, player, steps));
  const mortise::Statistics& s = state->statistics();
  std::printf("steps %" PRIu64 ", in contact %" PRIu64 ", iterations %" PRIu64
              ", most %u, capped %" PRIu64 ", rolled back %" PRIu64 "\n",
              s.steps, s.steps_in_contact, s.iterations, s.iterations_max, s.capped,
              s.rolled_back);
  return 0;
}
