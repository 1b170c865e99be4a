// No heap, proved by the linker: nothing supplies _sbrk, so the image links only without malloc.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "tests/realtime/command.hpp"

namespace mortise::test {
namespace {

const std::string kBuild = CORTEX_M7_BUILD;  // shared with other images: see targets/cortex-m7

class BareMetal : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* tool : {"arm-none-eabi-g++", "ninja"})
      if (!has_program(tool)) GTEST_SKIP() << tool << " is not installed";
    const CommandResult exported =
        run_command(std::string(MORTISE_TOOL) + " export " + REALTIME_MODELS +
                    "/rod_wall.mrt --header -o " + REALTIME_BUILD + "/bare_metal.hpp");
    ASSERT_EQ(exported.status, 0) << exported.output;
  }

  // Configures and links IMAGE.elf; `options` go to CMake.
  CommandResult build(const std::string& image, const std::string& options) {
    const std::string source = std::string(SOURCE_ROOT) + "/targets/cortex-m7";
    return run_command("mkdir -p " + kBuild + " && flock " + kBuild +
                       "/lock sh -c 'cmake -U MORTISE_\\* -S " + source + " -B " + kBuild +
                       " -G Ninja --toolchain " + source +
                       "/toolchain.cmake -DMORTISE_MODEL_HEADER=" + REALTIME_BUILD +
                       "/bare_metal.hpp -DMORTISE_IMAGE=" + image + " " + options +
                       " && ninja -C " + kBuild + "'");
  }
};

TEST_F(BareMetal, LinksWithoutHeapAndWithinItsBudget) {
  const CommandResult linked = build("bare_metal", "");
  ASSERT_EQ(linked.status, 0) << linked.output;
  const CommandResult symbols =
      run_command("arm-none-eabi-nm " + kBuild + "/bare_metal.elf | grep -Ei 'malloc|sbrk|_Znw'");
  EXPECT_EQ(symbols.output, "");
  std::ifstream size(kBuild + "/bare_metal.size");
  std::string word;
  unsigned flash = 0, arena = 0, beyond = 0;
  ASSERT_TRUE(size >> word >> flash) << linked.output;
  while (size >> word && word != "state") {
  }
  ASSERT_TRUE(size >> arena >> word >> beyond);
  EXPECT_GT(flash, 0u);
  EXPECT_LE(flash, 52u * 1024u);
  EXPECT_GT(arena, 0u);
  EXPECT_LE(beyond, 4352u + 1408u);
}

// Line `trace` of what an image prints.
std::string trace_of(const std::string& image) {
  const CommandResult run = run_command(
      "timeout 120 qemu-system-arm -M mps2-an500 -cpu cortex-m7 -nographic -icount shift=5 "
      "-semihosting-config enable=on,target=native,arg=throw,arg=1000 -kernel " +
      kBuild + "/" + image + ".elf < /dev/null");
  EXPECT_EQ(run.status, 0) << run.output;
  const std::size_t at = run.output.find("trace ");
  EXPECT_NE(at, std::string::npos) << run.output;
  return at == std::string::npos ? "" : run.output.substr(at, run.output.find('\n', at) - at);
}

TEST_F(BareMetal, StepsThroughEigenWithTheSameBitsAndWithoutHeap) {
  if (!has_program("qemu-system-arm")) GTEST_SKIP() << "qemu-system-arm is not installed";
  for (const char* eigen : {"OFF", "ON"}) {
    const CommandResult linked =
        build(std::string("bare_metal_eigen_") + eigen,
              std::string("-DMORTISE_FLASH_KB=64 -DMORTISE_EIGEN=") + eigen);
    ASSERT_EQ(linked.status, 0) << linked.output;
  }
  const CommandResult symbols = run_command(
      "arm-none-eabi-nm " + kBuild + "/bare_metal_eigen_ON.elf | grep -Ei 'malloc|sbrk|_Znw'");
  EXPECT_EQ(symbols.output, "");
  const std::string expected = trace_of("bare_metal_eigen_OFF");
  EXPECT_EQ(trace_of("bare_metal_eigen_ON"), expected);
  EXPECT_GT(expected.size(), 20u);
}

TEST_F(BareMetal, PlantedVectorDoesNotLink) {
  const std::string planted = std::string(REALTIME_BUILD) + "/planted.cc";
  std::ofstream(planted)
      << "#include <vector>\n"
         "extern \"C\" int planted(int n) { return std::vector<int>(n).back(); }\n";
  const CommandResult linked = build("bare_metal_planted",
                                     "-DMORTISE_EXTRA_LINK_OPTIONS=-Wl,-u,planted "
                                     "-DMORTISE_EXTRA_SOURCES=" +
                                         planted);
  EXPECT_NE(linked.status, 0) << linked.output;
  EXPECT_NE(linked.output.find("undefined reference to `_sbrk'"), std::string::npos)
      << linked.output;
}

// A stack that is too small must fault; reading back wrong numbers would be worse.
TEST_F(BareMetal, StackOverflowFaults) {
  if (!has_program("qemu-system-arm")) GTEST_SKIP() << "qemu-system-arm is not installed";
  const CommandResult linked = build("bare_metal_stack", "-DMORTISE_STACK_BYTES=1024");
  ASSERT_EQ(linked.status, 0) << linked.output;
  const CommandResult run = run_command(
      "timeout 60 qemu-system-arm -M mps2-an500 -cpu cortex-m7 -nographic "
      "-semihosting-config enable=on,target=native -kernel " +
      kBuild + "/bare_metal_stack.elf < /dev/null");
  EXPECT_EQ(run.status, 99) << run.output;
  EXPECT_NE(run.output.find("fault"), std::string::npos) << run.output;
}

}  // namespace
}  // namespace mortise::test
