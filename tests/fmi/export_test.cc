// `mortise export --fmu`: what it writes and refuses; sources that compile alone to the same bits.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/fmi/checks.hpp"
#include "tests/generator/tool/cli/command.hpp"

namespace mortise::fmi_host {
namespace {

using gen::mortise;
using gen::scratch;

TEST(FmuExport, SameBytesIntoAFileAndAFolder) {
  const std::string model = model_file("rod_wall"), folder = scratch("folder");
  std::filesystem::create_directories(folder);
  const nlohmann::json result =
      gen::mortise_json("export " + model + " --fmu 3 -o " + folder + "/");
  EXPECT_EQ(result["output"], folder + "/rod_wall.fmu");
  EXPECT_EQ(result["fmi_version"], 3);
  EXPECT_EQ(result["model_identifier"], "rod_wall");
  EXPECT_FALSE(result["platforms"].empty());
  EXPECT_EQ(mortise("export " + model + " --fmu 3 -o " + scratch("other.fmu")).code, 0);
  EXPECT_EQ(gen::content(scratch("other.fmu")), gen::content(folder + "/rod_wall.fmu"));
}

TEST(FmuExport, RefusesWhatMakesNoSense) {
  const std::string model = model_file("rod_wall"), file = scratch("m.fmu");
  EXPECT_EQ(mortise("export " + model + " --fmu 4 -o " + file).code, 2);
  EXPECT_EQ(mortise("export " + model + " -o " + file).code, 2);
  EXPECT_EQ(mortise("export " + model + " --fmu 2 --header -o " + file).code, 2);
  EXPECT_EQ(mortise("export " + model + " --fmu 2 -o " + scratch("m.h")).code, 2);
  EXPECT_EQ(mortise("export " + model + " --fmu 2 -o " + scratch("m.zip")).code, 2);
  EXPECT_EQ(mortise("export " + model + " --header -o " + file).code, 2);
  EXPECT_EQ(mortise("export " + model + " --header -o " + scratch("")).code, 2);
  EXPECT_EQ(mortise("export " + model + " --fmu 2 -o /nowhere/m.fmu").code, 1);
  EXPECT_EQ(mortise("export /nowhere/m.mrt --fmu 2 -o " + file).code, 1);
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(FmuExport, SourcesOfTheUnpackedFmuGiveTheSameBits) {
  const ExportedFmu fmu = exported("rod_wall", 3);
  ASSERT_TRUE(fmu.library);
  check_sources(fmu, "rod_wall", 300);
}

// Arguments of step_fmu for a library of the FMU, or none.
std::string step_arguments(const ExportedFmu& fmu, const std::string& library) {
  return library + " " + fmu.files.folder + "/resources/ '" + fmu.description.token + "' " +
         fmt::format("{} 200 {}", fmu.description.step, fmu.description.reals("output").size());
}

// What a shell prints.
std::string printed(const std::string& call) {
  const std::string out = scratch("printed");
  EXPECT_EQ(std::system((call + " > " + out).c_str()), 0) << call << "\n" << gen::content(out);
  return gen::content(out);
}

// Static linking, as importers for targets without loader have it: two in one program.
TEST(FmuExport, SourcesOfTwoFmusLinkIntoOneProgram) {
  const std::string root = std::string(MORTISE_TEST_DATA) + "/../..";
  const std::string step = "g++ -std=c++17 -I " + root + " " + root + "/tests/fmi/step_fmu.cc ";
  ASSERT_EQ(std::system((step + "-o " + scratch("step") + " -ldl").c_str()), 0);
  std::vector<ExportedFmu> fmus;
  std::string wanted, arguments, objects, declared, called;
  for (const std::string model : {"rod_wall", "two_cantilevers"}) {
    fmus.push_back(exported(model, 3));
    const ExportedFmu& fmu = fmus.back();
    ASSERT_TRUE(fmu.library);
    wanted += printed(scratch("step") + " " + step_arguments(fmu, fmu.library_file()));
    arguments += " " + step_arguments(fmu, "linked");
    const std::string prefix = " -DFMI3_FUNCTION_PREFIX=" + model + "_ ", object = scratch(model);
    // the options of the build description as far as the bits need them
    const std::string sources =
        "g++ -std=c++17 -O0 -ffp-contract=off -fno-exceptions -fno-rtti -I " + fmu.files.folder +
        "/sources " + fmu.files.folder + "/sources/all.cc" + prefix + "-c -o " + object + ".o";
    ASSERT_EQ(std::system(sources.c_str()), 0);
    ASSERT_EQ(std::system((step + prefix + "-c -o " + object + "_step.o").c_str()), 0);
    objects += " " + object + ".o " + object + "_step.o";
    // nothing but what is weak, of libraries, goes without the prefix
    EXPECT_EQ(printed("nm -g --defined-only " + object + ".o | grep -v ' [WVu] ' | grep -vc '" +
                      model + "_' | cat"),
              "0\n");
    declared += fmt::format("int {}_main(int, char**);\n", model);
    called += fmt::format("  if ({}_main(7, a) != 0) return 1;\n  a += 6;\n", model);
  }
  std::ofstream(scratch("both.cc")) << declared << "int main(int, char** a) {\n" << called << "}\n";
  ASSERT_EQ(std::system(("g++ " + scratch("both.cc") + objects + " -o " + scratch("both")).c_str()),
            0);
  EXPECT_EQ(printed(scratch("both") + arguments), wanted);
}

// Libraries of both machines give the same bits, the other one emulated.
TEST(FmuExport, AArch64HasTheBitsOfThisMachine) {
  if (std::system("command -v qemu-aarch64 aarch64-linux-gnu-g++ > /dev/null") != 0)
    GTEST_SKIP() << "no cross compiler or emulator of AArch64";
  const std::string root = std::string(MORTISE_TEST_DATA) + "/../..";
  const auto compile = [&](const std::string& compiler) {
    const std::string program = scratch(compiler);
    const std::string call =
        compiler + " -std=c++17 -I " + root + " " + root + "/tests/fmi/step_fmu.cc -o " + program;
    EXPECT_EQ(std::system((call + " -ldl").c_str()), 0) << call;
    return program;
  };
  const std::string here = compile("g++"), there = compile("aarch64-linux-gnu-g++");
  for (const char* model : {"two_cantilevers", "line_shock_reduced"}) {
    const ExportedFmu fmu = exported(model, 3);
    ASSERT_TRUE(fmu.library);
    const auto bits = [&](const std::string& program, const std::string& platform) {
      return printed(program + " " +
                     step_arguments(fmu, fmu.files.folder + "/binaries/" + platform + "/" +
                                             fmu.description.identifier + ".so"));
    };
    const std::string wanted = bits(here, "x86_64-linux");
    EXPECT_GT(wanted.size(), 100u);
    EXPECT_EQ(bits("qemu-aarch64 -L /usr/aarch64-linux-gnu " + there, "aarch64-linux"), wanted);
  }
}

// Two FMUs in one process must not see each other's functions.
TEST(FmuExport, TheLibraryExportsTheFunctionsOfTheStandardAlone) {
  const ExportedFmu fmu = exported("rod_wall", 2);
  const std::string list = scratch("symbols");
  const std::string call = "nm -D --defined-only " + fmu.library_file() + " > " + list;
  ASSERT_EQ(std::system(call.c_str()), 0);
  std::istringstream lines(gen::content(list));
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count)
    EXPECT_NE(line.find(" T fmi"), std::string::npos) << line;
  EXPECT_EQ(count, 44 + 75);
}

}  // namespace
}  // namespace mortise::fmi_host
