// One model in flash on a bare Cortex-M7: verify it, run its golden trace, then step a scenario and
// print the hash of the trajectory. Arguments (semihosting): SCENARIO STEPS. With MORTISE_ADVERSARY
// the scenario is not played: inputs that look for the slowest step take its place.
#include "mortise/mortise.hpp"

#include "model.hpp"
#include "port.hpp"

#if defined(MORTISE_ADVERSARY)
#include "adversary.hpp"
#endif

namespace {

using mortise::Real;

enum Exit {
  kPassed = 0,
  kRefused = 1,
  kGoldenFailed = 2,
  kBadArguments = 3,
  kNeedsNewton = 4,
  kStepsMissing = 5
};

__attribute__((section(".arena"))) alignas(64) unsigned char arena[embedded::kArenaBytes];
mortise::Model model;
__attribute__((section(".arena"))) alignas(8) unsigned char interfaces[embedded::kInterfaceBytes];

struct Arguments {
  std::int32_t scenario = 0;
  std::uint32_t steps = 1000;
};

void print_count(const char* name, std::uint64_t value) {
  port::print(name);
  port::print_decimal(static_cast<std::uint32_t>(value));
}

bool read_arguments(const mortise::Model& model, Arguments* out) {
  char line[80];
  port::command_line(line, sizeof line);
  char* digits = line;
  while (*digits && *digits != ' ') ++digits;
  if (*digits) {
    *digits++ = 0;
    out->steps = 0;
    for (; *digits >= '0' && *digits <= '9'; ++digits)
      out->steps = 10 * out->steps + static_cast<std::uint32_t>(*digits - '0');
  }
#if defined(MORTISE_ADVERSARY)
  (void)model;
  return out->steps > 0;
#else
  if (line[0]) out->scenario = mortise::find_scenario(model, line);
  return out->scenario >= 0 && out->steps > 0;
#endif
}

bool open_model() {
  mortise::LoadFault why;
  if (mortise::Model::open(embedded::kModel, embedded::kModelBytes, &model, &why, interfaces,
                           sizeof interfaces) != mortise::LoadError::kOK) {
    print_count("refused: load error ", static_cast<std::uint32_t>(why.code));
    port::print(" at ");
    port::print(why.field);
    port::print("\n");
    return false;
  }
  return embedded::Step::Sizes::fits(model.dims()) && embedded::fits_law(model.view()) &&
         model.arena_bytes() == sizeof arena;
}

bool golden_passes(const mortise::Model& model, mortise::State& state) {
  const mortise::SelfTest test = mortise::run_selftest(model, state);
  port::print(test.passed ? "golden passed " : "golden FAILED ");
  port::print_hex(test.hash, 16);
  print_count(", first bad step ", static_cast<std::uint32_t>(test.first_bad_step + 1));
  port::print("\n");
  return test.passed;
}

void report(const mortise::State& state, std::uint64_t hash, double ticks, std::uint32_t steps,
            std::uint32_t worst) {
  const mortise::Statistics& s = state.statistics();
  port::print("trace ");
  port::print_hex(hash, 16);
  print_count("\nsteps ", s.steps);
  print_count(", in contact ", s.steps_in_contact);
  print_count(", iterations ", s.iterations);
  print_count(", most ", s.iterations_max);
  print_count(", capped ", s.capped);
#if MORTISE_FILM_SCALAR != 0
  print_count(", repeated ", s.repeated);
#endif
  print_count(", rolled back ", s.rolled_back);
  print_count("\ninstructions per step ",
              port::instructions(static_cast<std::uint32_t>(ticks / steps)));
  print_count(", most ", port::instructions(worst));
  print_count("\nstack ", port::stack_used());
  print_count(" of ", port::stack_size());
  port::print(" byte\n");
}

}  // namespace

int main() {
  if (!open_model()) return kRefused;
#if !defined(MORTISE_NEWTON)
  if (model.view().newton) return kNeedsNewton;
#endif
  mortise::State* state = mortise::State::make(model, arena, sizeof arena, nullptr);
  if (!state || !golden_passes(model, *state)) return kGoldenFailed;
  Arguments arguments;
  mortise::ScenarioPlayer player;
  if (!read_arguments(model, &arguments)) return kBadArguments;
#if defined(MORTISE_ADVERSARY)
  mortise::targets::Adversary adversary(model, state, &player, 1);
#else
  if (!player.start(model, arguments.scenario, state)) return kBadArguments;
#endif

  Real u[embedded::kInputValues + 1], y[embedded::kOutputs + 1];  // a model may have none
  port::start_counter();
  std::uint64_t hash = mortise::kFnvStart;
  std::uint32_t worst = 0;
  double ticks = 0;
  for (std::uint32_t k = 0; k < arguments.steps; ++k) {
#if defined(MORTISE_ADVERSARY)
    adversary.next(u);
#else
    player.next(model, u, state);
#endif
    const std::uint32_t start = port::count();
    const mortise::Status status = embedded::step(model, *state, u, y);
    const std::uint32_t spent = port::elapsed(start, port::count());
    ticks += spent;
    if (spent > worst) worst = spent;
    hash = mortise::hash_step(hash, model, *state, y, status);
  }
  report(*state, hash, ticks, arguments.steps, worst);
#if defined(MORTISE_ADVERSARY)
  return kPassed;  // restarts count steps anew
#else
  return state->steps() == arguments.steps ? kPassed : kStepsMissing;
#endif
}
