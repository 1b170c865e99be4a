// One trajectory, one hash: whatever the optimisation, the vector width or the machine.
#include <gtest/gtest.h>

#include <optional>

#include "tests/realtime/command.hpp"

namespace mortise::test {
namespace {

struct Case {
  const char* model;
  const char* scenario;
  const char* other;  // another scenario
  const char* steps;
  const char* folder;    // of the model file
  const char* flash_kb;  // code and model on a Cortex-M7
  long instructions;     // of a step there, in the mean at most
  long most;             // of any step
};

// Instructions on a Cortex-M7 per flop of a model's bound, and those of a step that computes
// nothing.
constexpr long kInstructionsPerFlop = 16, kInstructionsBesides = 4000;

// The number behind `key` in a text.
std::optional<long> number_behind(const std::string& text, const std::string& key) {
  const std::size_t at = text.find(key);
  if (at == std::string::npos) return std::nullopt;
  return std::stol(text.substr(at + key.size()));
}

void PrintTo(const Case& c, std::ostream* out) { *out << c.model; }

class SameBits : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    model_ = std::string(GetParam().folder) + "/" + GetParam().model + ".mrt";
    const CommandResult run = run_command(arguments_of(TRACE));
    ASSERT_EQ(run.status, 0) << run.output;
    ASSERT_TRUE(trace_hash(run.output)) << run.output;
    expected_ = *trace_hash(run.output);
    EXPECT_EQ(run.output.find("in contact 0,"), std::string::npos)
        << "nothing is proved without contact\n"
        << run.output;
  }

  std::string arguments_of(const std::string& program) const {
    return program + " " + model_ + " " + GetParam().scenario + " " + GetParam().steps;
  }

  void expect_same(const CommandResult& run) const {
    ASSERT_EQ(run.status, 0) << run.output;
    ASSERT_TRUE(trace_hash(run.output)) << run.output;
    EXPECT_EQ(*trace_hash(run.output), expected_) << run.output;
  }

  std::string model_;
  std::uint64_t expected_ = 0;
};

TEST_P(SameBits, EveryOptimisationAndVectorWidth) {
  int compared = 0;
  std::string missing;
  for (const std::string level : {"built", "O0", "scalar"}) {
    const std::string program =
        level == "built" ? TRACE : std::string(TRACE_FOLDER) + "/trace_" + level;
    for (const std::string set : {"baseline", "avx2", "avx512"}) {
      if (level == "scalar" && set != "baseline") continue;
      const CommandResult run = run_command(arguments_of(program) + " " + set);
      if (run.status == 3 && set != "baseline") {  // other levels are built for some
        if (level == "built") missing = set;
        continue;
      }
      SCOPED_TRACE(level + " " + set);
      expect_same(run);
      ++compared;
    }
  }
  EXPECT_GE(compared, 3);
  if (!missing.empty()) GTEST_SKIP() << "not compared: this machine lacks " << missing;
}

TEST_P(SameBits, AnotherScenarioHasAnotherHash) {
  // where all of them begin alike: more steps
  const bool alike = std::string(GetParam().other) == GetParam().scenario;
  const CommandResult run = run_command(std::string(TRACE) + " " + model_ + " " + GetParam().other +
                                        " " + GetParam().steps + (alike ? "0" : ""));
  ASSERT_TRUE(trace_hash(run.output)) << run.output;
  EXPECT_NE(*trace_hash(run.output), expected_);
}

TEST_P(SameBits, AArch64) {
  for (const char* tool : {"aarch64-linux-gnu-g++", "qemu-aarch64", "ninja"})
    if (!has_program(tool)) GTEST_SKIP() << tool << " is not installed";
  const std::string source = std::string(SOURCE_ROOT) + "/targets/aarch64";
  const std::string build = std::string(REALTIME_BUILD) + "/aarch64";
  const CommandResult built = run_command(
      "flock " + std::string(REALTIME_BUILD) + " sh -c 'cmake -S " + source + " -B " + build +
      " -G Ninja --toolchain " + source + "/toolchain.cmake && ninja -C " + build + "'");
  ASSERT_EQ(built.status, 0) << built.output;
  expect_same(run_command(arguments_of("qemu-aarch64 " + build + "/trace/mortise_trace")));
}

// Instructions of the steps of a run on a Cortex-M7.
struct Instructions {
  long mean = 0, most = 0;
};

Instructions instructions_of(const CommandResult& run) {
  const std::string key = "instructions per step ";
  const std::optional<long> mean = number_behind(run.output, key);
  if (!mean) return {};
  const std::string behind = run.output.substr(run.output.find(key));
  return {*mean, number_behind(behind, ", most ").value_or(0)};
}

// What the bound of flops that a model file states allows.
long allowed_instructions(const std::string& model) {
  const CommandResult info = run_command(std::string(MORTISE_TOOL) + " info --json " + model);
  const std::optional<long> flops = number_behind(info.output, "\"flops_per_step\":");
  EXPECT_TRUE(flops) << info.output;
  return kInstructionsPerFlop * flops.value_or(0) + kInstructionsBesides;
}

// arguments: model, scenario or "adversary", steps.
CommandResult run_on_cortex_m7(const std::string& flash_kb, const std::string& arguments) {
  const CommandResult run =
      run_command("MORTISE=" + std::string(MORTISE_TOOL) + " FLASH_KB=" + flash_kb +
                  " BUILD=" + CORTEX_M7_BUILD + " " + std::string(SOURCE_ROOT) +
                  "/targets/cortex-m7/run " + arguments);
  std::printf("%s\n", run.output.c_str());
  return run;
}

TEST_P(SameBits, CortexM7) {
  const CommandResult run = run_on_cortex_m7(GetParam().flash_kb, arguments_of(""));
  if (run.status == 77) GTEST_SKIP() << run.output;
  expect_same(run);
  if (HasFatalFailure()) return;
  // Emulated instructions are counted exactly, so that a slower step is a failure, not noise.
  const Instructions counted = instructions_of(run);
  EXPECT_GT(counted.mean, 100);
  EXPECT_LT(counted.mean, GetParam().instructions);
  EXPECT_GE(counted.most, counted.mean);
  EXPECT_LE(counted.most, GetParam().most);
  EXPECT_LE(counted.most, allowed_instructions(model_));
}

INSTANTIATE_TEST_SUITE_P(
    Models, SameBits,
    ::testing::Values(
        Case{"rod_wall", "throw", "resonance", "10000", REALTIME_MODELS, "52", 2900, 8500},
        Case{"beam_wall", "throw", "resonance", "10000", REALTIME_MODELS, "54", 2500, 7400},
        Case{"seated", "harmonic", "harmonic", "100", SEED_MODELS, "64", 11000, 36000},
        Case{"line", "ramp", "still", "300", SEED_MODELS, "400", 1000000, 250000},
        Case{"carried", "ramp", "still", "100", SEED_MODELS, "400", 1020000, 1020000},
        Case{"point", "ramp", "still", "1000", SEED_MODELS, "400", 1000000, 700000},
        Case{"joint", "phases", "push", "400", SEED_MODELS, "96", 35000, 142000},
        Case{"varied", "phases", "push", "400", SEED_MODELS, "96", 35000, 142000},
        Case{"springs", "push", "still", "400", SEED_MODELS, "96", 14000, 15000},
        Case{"slider", "push", "still", "400", SEED_MODELS, "64", 12000, 10700},
        Case{"alpha", "push", "still", "400", SEED_MODELS, "64", 14000, 12500},
        Case{"bolted", "push", "still", "200", SEED_MODELS, "96", 98000, 130000},
        Case{"screwed", "push", "still", "200", SEED_MODELS, "192", 80000, 120000},
        Case{"frame", "push", "still", "200", SEED_MODELS, "160", 305000, 1600000},
        Case{"beside", "push", "moving", "200", SEED_MODELS, "160", 60000, 64000},
        Case{"two_cantilevers", "case_IV", "case_I", "500", REALTIME_MODELS, "160", 600000, 447000},
        Case{"beam_on_beam", "slide", "slide", "500", REALTIME_MODELS, "500", 90000, 78000}),
    [](const auto& info) { return std::string(info.param.model); });

// Inputs, parameters and restarts that look for the slowest step.
struct Hunt {
  const char *model, *folder, *steps, *flash_kb;
  long most;  // instructions of any step
};

void PrintTo(const Hunt& h, std::ostream* out) { *out << h.model; }

class AdversaryOnCortexM7 : public ::testing::TestWithParam<Hunt> {};

TEST_P(AdversaryOnCortexM7, FindsNoSlowerStep) {
  const Hunt& hunt = GetParam();
  const std::string model = std::string(hunt.folder) + "/" + hunt.model + ".mrt";
  const CommandResult run = run_on_cortex_m7(hunt.flash_kb, model + " adversary " + hunt.steps);
  if (run.status == 77) GTEST_SKIP() << run.output;
  ASSERT_EQ(run.status, 0) << run.output;
  const Instructions counted = instructions_of(run);
  EXPECT_GT(counted.most, hunt.most / 2) << "it no longer finds what it found";
  EXPECT_LE(counted.most, hunt.most);
  EXPECT_LE(counted.most, allowed_instructions(model));
}

INSTANTIATE_TEST_SUITE_P(Models, AdversaryOnCortexM7,
                         ::testing::Values(Hunt{"rod_wall", REALTIME_MODELS, "20000", "54", 37000},
                                           Hunt{"joint", SEED_MODELS, "20000", "96", 5200000},
                                           Hunt{"springs", SEED_MODELS, "20000", "96", 30600},
                                           Hunt{"slider", SEED_MODELS, "20000", "64", 11500},
                                           Hunt{"line", SEED_MODELS, "2000", "400", 490000}),
                         [](const auto& info) { return std::string(info.param.model); });

}  // namespace
}  // namespace mortise::test
