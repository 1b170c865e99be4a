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
  long most;             // of any step; 0: what the file's bound of flops allows
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
  for (const std::string level : {"built", "O0", "O2", "scalar"}) {
    const std::string program =
        level == "built" ? TRACE : std::string(TRACE_FOLDER) + "/trace_" + level;
    for (const std::string set : {"baseline", "avx2", "avx512"}) {
      const CommandResult run = run_command(arguments_of(program) + " " + set);
      if (run.status == 3 && set != "baseline") {
        missing = set;
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

TEST_P(SameBits, CortexM7) {
  const CommandResult run =
      run_command("MORTISE=" + std::string(MORTISE_TOOL) + " FLASH_KB=" + GetParam().flash_kb +
                  " BUILD=" + std::string(REALTIME_BUILD) + "/cortex-m7-" + GetParam().model + " " +
                  arguments_of(std::string(SOURCE_ROOT) + "/targets/cortex-m7/run"));
  if (run.status == 77) GTEST_SKIP() << run.output;
  std::printf("%s\n", run.output.c_str());
  expect_same(run);
  if (HasFatalFailure()) return;
  // Emulated instructions are counted exactly, so that a slower step is a failure, not noise.
  const std::string key = "instructions per step ";
  const std::optional<long> mean = number_behind(run.output, key);
  ASSERT_TRUE(mean);
  EXPECT_GT(*mean, 100);
  EXPECT_LT(*mean, GetParam().instructions);
  const std::optional<long> most =
      number_behind(run.output.substr(run.output.find(key)), ", most ");
  ASSERT_TRUE(most);
  EXPECT_GE(*most, *mean);
  const CommandResult info = run_command(std::string(MORTISE_TOOL) + " info --json " + model_);
  const std::optional<long> flops = number_behind(info.output, "\"flops_per_step\":");
  ASSERT_TRUE(flops) << info.output;
  EXPECT_LE(*most, kInstructionsPerFlop * *flops + kInstructionsBesides);
  if (GetParam().most > 0) {
    EXPECT_LE(*most, GetParam().most);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Models, SameBits,
    ::testing::Values(
        Case{"rod_wall", "throw", "resonance", "10000", REALTIME_MODELS, "44", 2500, 7000},
        Case{"beam_wall", "throw", "resonance", "10000", REALTIME_MODELS, "44", 2500, 6000},
        Case{"line", "ramp", "still", "300", SEED_MODELS, "400", 1000000, 250000},
        Case{"point", "ramp", "still", "1000", SEED_MODELS, "400", 1000000, 700000},
        Case{"joint", "phases", "push", "400", SEED_MODELS, "96", 35000, 0},
        Case{"springs", "push", "still", "400", SEED_MODELS, "96", 14000, 0},
        Case{"slider", "push", "still", "400", SEED_MODELS, "64", 12000, 0},
        Case{"alpha", "push", "still", "400", SEED_MODELS, "64", 14000, 0},
        Case{"two_cantilevers", "case_IV", "case_I", "500", REALTIME_MODELS, "160", 600000, 0},
        Case{"beam_on_beam", "slide", "slide", "500", REALTIME_MODELS, "500", 90000, 0}),
    [](const auto& info) { return std::string(info.param.model); });

}  // namespace
}  // namespace mortise::test
