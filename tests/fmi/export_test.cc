// `mortise export --fmu`: what it writes and refuses; sources that compile alone to the same bits.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

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

// The same bits from the libraries of both machines, the other one emulated.
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
      const std::string out = scratch(platform);
      const std::string call = program + " " + fmu.files.folder + "/binaries/" + platform + "/" +
                               fmu.description.identifier + ".so " + fmu.files.folder +
                               "/resources/ '" + fmu.description.token + "' " +
                               fmt::format("{} 200 {} > {}", fmu.description.step,
                                           fmu.description.reals("output").size(), out);
      EXPECT_EQ(std::system(call.c_str()), 0) << call << "\n" << gen::content(out);
      return gen::content(out);
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
