// The exported folder builds with no file added, without a warning, for this machine, AArch64 and a
// bare Cortex-M7, and gives the bits of the program that exported it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <sstream>

#include "generator/bake/play/play.hpp"
#include "mortise/mortise.h"
#include "tests/export/block_check.hpp"
#include "tests/export/exported_sources.hpp"
#include "tests/fmi/exported_fmu.hpp"
#include "tests/generator/tool/cli/command.hpp"

namespace mortise::export_test {
namespace {

using test::CommandResult;
using test::has_program;
using test::run_command;

const std::string kHost = "CC=" CC " CXX=" CXX " OPT=-O1";

// What the example prints of so many steps of the model's first scenario.
std::string trace_of(const std::string& model, int steps) {
  gen::Instance instance = gen::open_model_file(fmi_host::model_file(model));
  ScenarioPlayer player;
  const bool has_scenario = player.start(instance.model(), 0, &instance.state());
  std::vector<double> u(2 * static_cast<std::size_t>(instance.dims().inputs) + 1);
  std::vector<double> y(static_cast<std::size_t>(instance.dims().outputs));
  std::uint64_t hash = kFnvStart;
  for (int k = 0; k < steps; ++k) {
    if (has_scenario) player.next(instance.model(), u.data(), &instance.state());
    const Status status = instance.step(u.data(), y.data());
    hash = fnv1a(fnv1a(hash, y.data(), y.size() * sizeof(double)), &status, sizeof status);
  }
  return fmt::format("trace {:016x}\n", hash);
}

// Complete but for the library of C, of which no heap: nothing of the library of C++.
void expect_no_heap(const std::string& nm, const std::string& object) {
  EXPECT_EQ(run_command(nm + " -u " + object + " | grep -Ei 'alloc|free| _Z|sbrk|cxa|throw|unwind'")
                .output,
            "");
}

class Sources : public ::testing::TestWithParam<const char*> {};

TEST_P(Sources, GiveTheBitsOfTheProgramOnThisMachine) {
  const std::string model = GetParam(), folder = export_sources(model);
  const CommandResult run = make(folder, kHost + " check");
  ASSERT_EQ(run.status, 0) << run.output;
  EXPECT_NE(run.output.find(trace_of(model, 256)), std::string::npos) << run.output;
  expect_no_heap("nm", folder + "/build/host/mortise_runtime.o");
  check_block(folder, model);
}

// Laws: unilateral contacts, joints, films, sliding and bolted contacts; an assembly of some; none.
INSTANTIATE_TEST_SUITE_P(Models, Sources,
                         ::testing::Values("rod_wall", "two_cantilevers", "line_shock_reduced",
                                           "slider", "bolted", "frame", "bare"),
                         [](const auto& each) { return std::string(each.param); });

TEST(SourceBuild, AChangedBitOrAnotherModelFails) {
  const std::string folder = export_sources("rod_wall", "--steps 1000 --scenario throw");
  ASSERT_EQ(make(folder, kHost + " check").status, 0);
  const std::string reference = gen::content(folder + "/reference.h");
  const std::size_t digit = reference.find("UINT64_C(0x") + std::strlen("UINT64_C(0x");
  const std::string hash = reference.substr(digit, 16);
  std::string other = hash;
  other[15] = hash[15] == '0' ? '1' : '0';
  edit(folder, "reference.h", hash, other);
  const CommandResult wrong_hash = make(folder, kHost + " check");
  EXPECT_NE(wrong_hash.status, 0);
  EXPECT_NE(wrong_hash.output.find("reference FAILED"), std::string::npos) << wrong_hash.output;
  edit(folder, "reference.h", other, hash);

  edit(folder, "reference.h", "{0x1.", "{0x1.8");
  const CommandResult wrong_row = make(folder, kHost + " check");
  EXPECT_NE(wrong_row.status, 0);
  EXPECT_NE(wrong_row.output.find("has the bits"), std::string::npos) << wrong_row.output;

  edit(folder, "model.c", ",0,0,0,", ",0,1,0,");
  const CommandResult damaged = make(folder, kHost + " check");
  EXPECT_NE(damaged.status, 0);
  EXPECT_NE(damaged.output.find("checksum does not match"), std::string::npos) << damaged.output;

  // a runtime refuses models of laws that it was made without
  const std::string joint = export_sources("two_cantilevers", "", "joint");
  ASSERT_EQ(run_command("cd " + joint + " && cp model.c model.h " + folder).status, 0);
  const CommandResult foreign = make(folder, kHost + " check");
  EXPECT_NE(foreign.status, 0);
  EXPECT_NE(foreign.output.find("update the runtime"), std::string::npos) << foreign.output;
}

// Both folders have all names of the interface: the linker tells them apart.
TEST(SourceBuild, TwoFoldersLinkIntoOneProgram) {
  const std::string port = gen::scratch("both.c");
  std::ofstream both(port);
  std::string objects, called, wanted;
  for (const char* model : {"rod_wall", "free"}) {
    const std::string folder = export_sources(model, "", model);
    const std::string in = "cd " + folder + " && ", out = " -c -I. -isystem third_party -o ";
    const CommandResult built = run_command(
        in + CXX " -std=c++17 -O0 -ffp-contract=off -fno-exceptions -fno-rtti mortise_runtime.cc" +
        out + "runtime.o && " + CC " -std=c11 model.c" + out + "model.o && " +
        CC " -std=c11 -Dmain=" + model + " main.c" + out + "main.o && " +
        CC " -std=c11 -Isimulink simulink/mortise_block.c" + out + "block.o && " +
        CC " -std=c11 -Isimulink simulink/mortise_caller.c" + out + "caller.o");
    ASSERT_EQ(built.status, 0) << built.output;
    for (const char* object : {"runtime", "model", "main", "block", "caller"})
      objects += fmt::format(" {}/{}.o", folder, object);
    both << "int " << model << "(void);\n";
    called += fmt::format("{}{}() == 0", called.empty() ? "" : " && ", model);
    wanted += trace_of(model, 256);
  }
  both << "int main(void) { return " << called << " ? 0 : 1; }\n";
  both.close();
  const std::string program = gen::scratch("both");
  const CommandResult run =
      run_command(CC " " + port + objects + " " + gen::scratch("free") + "/boards/host/port.c -I" +
                  gen::scratch("free") + " -lm -o " + program + " 2>&1 && " + program);
  ASSERT_EQ(run.status, 0) << run.output;
  std::istringstream lines(run.output);
  std::string traces;
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("trace ", 0) == 0) traces += line + "\n";
  EXPECT_EQ(traces, wanted);
}

// A controller with Eigen beside the C interface, the same steps by both.
TEST(SourceBuild, EigenGoesAlong) {
  const std::string folder = export_sources("rod_wall", "--eigen " EIGEN_FOLDER);
  EXPECT_NE(gen::content(folder + "/third_party/Eigen/COPYING.MPL2")
                .find("Mozilla Public License Version 2.0"),
            std::string::npos);
  std::ofstream(folder + "/control.cc") << R"(
#include "mortise_eigen.hpp"

#include "model.h"

alignas(64) static unsigned char arena[2][MORTISE_MODEL_ARENA_BYTES];

int main() {
  mortise::Model model;
  if (mortise::Model::open(mortise_model_file, sizeof mortise_model_file, &model, nullptr) !=
      mortise::LoadError::kOK)
    return 1;
  if (!rod_wall_runtime::fits(model)) return 2;
  mortise::Plant<rod_wall_runtime> plant(
      model, *mortise::State::make(model, arena[0], sizeof arena[0], nullptr));
  mortise::State* state = mortise::State::make(model, arena[1], sizeof arena[1], nullptr);
  decltype(plant)::Inputs u = decltype(plant)::Inputs::Constant(1e4);
  decltype(plant)::Outputs y, z;
  const Eigen::Matrix<double, 2 * MORTISE_MODEL_INPUTS, 1> both(1e4, 1e4);
  for (int k = 0; k < 500; ++k)
    if (plant.step(u, &y) != mortise::step(model, *state, both.data(), z.data()) || y != z) return 3;
  return y.norm() > 0 ? 0 : 4;
}
)";
  const CommandResult run = run_command(
      "cd " + folder + " && " +
      CXX
      " -std=c++17 -O1 -ffp-contract=off -fno-exceptions -fno-rtti -I. -isystem third_party "
      "control.cc mortise_runtime.cc -c 2>&1 && " CC " -std=c11 -I. model.c -c && " CXX
      " control.o mortise_runtime.o model.o -o control && ./control");
  EXPECT_EQ(run.status, 0) << run.output;

  const gen::CommandResult joint =
      gen::mortise("export " + fmi_host::model_file("two_cantilevers") + " --source " +
                   gen::scratch("joint") + " --eigen " EIGEN_FOLDER);
  EXPECT_EQ(joint.code, 1);
  EXPECT_NE(joint.err.find("leave --eigen out"), std::string::npos) << joint.err;
  const gen::CommandResult nowhere =
      gen::mortise("export " + fmi_host::model_file("rod_wall") + " --source " +
                   gen::scratch("nowhere") + " --eigen /nowhere");
  EXPECT_EQ(nowhere.code, 1);
  EXPECT_NE(nowhere.err.find("holds no Eigen/Core"), std::string::npos) << nowhere.err;
}

// Likewise of kinds of films: this runtime holds the step in float32.
TEST(SourceBuild, AFilmOfAnotherKindIsRefused) {
  const std::string folder = export_sources("line32"), other = export_sources("line", "", "other");
  ASSERT_EQ(run_command("cd " + other + " && cp model.c model.h " + folder).status, 0);
  const CommandResult foreign = make(folder, "CC=" CC " CXX=" CXX " OPT=-O0 check");
  EXPECT_NE(foreign.status, 0);
  EXPECT_NE(foreign.output.find("refused: law: the file needs a feature"), std::string::npos)
      << foreign.output;
}

// Builds and tests with CMake; `options` of its configuration.
void check_by_cmake(const std::string& folder, const std::string& options) {
  const std::string build = folder + "/build/cmake";
  const CommandResult built =
      run_command("cmake -S " + folder + " -B " + build + " -G 'Unix Makefiles' " + options +
                  " && cmake --build " + build + " && ctest --test-dir " + build);
  ASSERT_EQ(built.status, 0) << built.output;
  EXPECT_EQ(built.output.find("warning"), std::string::npos) << built.output;
  EXPECT_NE(built.output.find("100% tests passed, 0 tests failed out of 1"), std::string::npos);
}

TEST(SourceBuild, ByCMake) {
  const std::string folder = export_sources("free");
  check_by_cmake(folder, "-DCMAKE_C_COMPILER=" CC " -DCMAKE_CXX_COMPILER=" CXX
                         " -DCMAKE_BUILD_TYPE=MinSizeRel");
}

// The folder as Zephyr finds it: its commands are those of a stand-in, named by module.yml.
TEST(SourceBuild, AsAModuleOfZephyr) {
  const std::string folder = export_sources("free"), build = gen::scratch("zephyr");
  const CommandResult built =
      // not optimised: nothing that is missing is optimised away
      run_command("rm -rf " + build + " && cmake -S " EXPORT_TESTS "/zephyr -B " + build +
                  " -DMODULE=" + folder + " && cmake --build " + build + " && " + build +
                  "/application");
  EXPECT_EQ(built.status, 0) << built.output;
  EXPECT_NE(built.output.find("reference passed"), std::string::npos) << built.output;
}

#define SKIP_WITHOUT(program) \
  if (!has_program(program)) GTEST_SKIP() << program << " is not installed"

TEST(SourceBuild, OnAArch64) {
  SKIP_WITHOUT("aarch64-linux-gnu-g++");
  SKIP_WITHOUT("qemu-aarch64");
  const std::string folder = export_sources("rod_wall");
  const CommandResult run = make(folder, "BOARD=aarch64-linux OPT=-O1 check");
  ASSERT_EQ(run.status, 0) << run.output;
  EXPECT_NE(run.output.find(trace_of("rod_wall", 256)), std::string::npos) << run.output;
}

class CortexM7Sources : public ::testing::TestWithParam<const char*> {};

// The code is no larger than the program says, and not much smaller; the linker has found no heap.
TEST_P(CortexM7Sources, GiveTheBitsOfTheProgram) {
  SKIP_WITHOUT("arm-none-eabi-g++");
  SKIP_WITHOUT("qemu-system-arm");
  const std::string model = GetParam(), folder = gen::scratch("sources");
  std::filesystem::remove_all(folder);
  const nlohmann::json exported =
      gen::mortise_json("export " + fmi_host::model_file(model) + " --source " + folder);
  const CommandResult run = make(folder, "BOARD=mps2-an500 check < /dev/null");
  ASSERT_EQ(run.status, 0) << run.output;
  EXPECT_NE(run.output.find(trace_of(model, 256)), std::string::npos) << run.output;
  const CommandResult size =
      run_command("arm-none-eabi-size -A " + folder +
                  "/build/mps2-an500/example | awk '$1==\".text\" {print $2}'");
  const double code = std::stod(size.output), said = exported["code_bytes"].get<double>();
  EXPECT_LT(code, 1.05 * said);
  EXPECT_GT(code, 0.8 * said);
}
INSTANTIATE_TEST_SUITE_P(Models, CortexM7Sources,
                         ::testing::Values("rod_wall", "two_cantilevers", "line32"),
                         [](const auto& each) { return std::string(each.param); });

TEST(SourceBuild, OnCortexM7ByCMake) {
  SKIP_WITHOUT("arm-none-eabi-g++");
  SKIP_WITHOUT("qemu-system-arm");
  const std::string folder = export_sources("free");
  check_by_cmake(folder, "--toolchain " + folder + "/boards/mps2-an500/toolchain.cmake");
}

}  // namespace
}  // namespace mortise::export_test
