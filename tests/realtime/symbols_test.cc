// What the runtime library may contain, read from its symbols and from how it was compiled.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "tests/realtime/command.hpp"

namespace mortise::test {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(Symbols, RuntimeNeedsNoHeapNoExceptionsAndNoInputOutput) {
  const CommandResult nm = run_command(std::string(NM) + " -C " + RUNTIME_ARCHIVE);
  ASSERT_EQ(nm.status, 0) << nm.output;
  ASSERT_NE(nm.output.find("mortise::Model::open"), std::string::npos) << "the right archive";
  const std::regex forbidden(
      R"(\b(malloc|calloc|realloc|free|aligned_alloc|posix_memalign|strtod|setlocale)\b)"
      R"(|operator (new|delete)|__cxa_|_Unwind|__gxx_personality|typeinfo|vtable for|throw)"
      R"(|\b(f?printf|puts|fopen|read|write|open|pthread_\w+|abort|exit|__assert_fail)$)");
  for (const std::string& line : lines_of(nm.output))
    EXPECT_FALSE(std::regex_search(line, forbidden)) << line;
}

// An out-of-line copy of an inline function, compiled for AVX-512, could be chosen by the linker
// for everybody. So whatever may be merged must carry the name of its instruction set.
TEST(Symbols, StepsOfAnInstructionSetDefineNothingThatOthersShare) {
  int objects = 0;
  std::istringstream list(STEP_OBJECTS);
  for (std::string entry; std::getline(list, entry, ',');) {
    const std::string set = entry.substr(0, entry.find('='));
    const std::string object = entry.substr(set.size() + 1);
    const CommandResult nm = run_command(std::string(NM) + " -C --defined-only " + object);
    ASSERT_EQ(nm.status, 0) << nm.output;
    const std::regex merged(R"(^[0-9a-f]* [WVu] (.*))");
    for (const std::string& line : lines_of(nm.output)) {
      std::smatch match;
      if (!std::regex_search(line, match, merged)) continue;
      EXPECT_NE(line.find("mortise::" + set + "::"), std::string::npos) << set << ": " << line;
    }
    EXPECT_NE(nm.output.find("mortise::" + set + "::step"), std::string::npos) << nm.output;
    ++objects;
  }
  EXPECT_GE(objects, 1);
}

TEST(Symbols, RuntimeIsCompiledWithoutExceptionsRttiAndContraction) {
  std::ifstream file(COMPILE_COMMANDS);
  ASSERT_TRUE(file) << COMPILE_COMMANDS;
  int seen = 0;
  for (const auto& entry : nlohmann::json::parse(file)) {
    const auto source = entry["file"].get<std::string>();
    const auto command = entry["command"].get<std::string>();
    // other targets compile these sources too, e.g. for sanitizers
    if (source.find("/runtime/src/") == std::string::npos ||
        command.find("runtime/CMakeFiles/mortise_") == std::string::npos)
      continue;
    ++seen;
    for (const char* flag : {"-fno-exceptions", "-fno-rtti", "-ffp-contract=off"})
      EXPECT_NE(command.find(flag), std::string::npos) << source << " lacks " << flag;
    EXPECT_EQ(command.find("-ffast-math"), std::string::npos) << source;
  }
  EXPECT_GE(seen, 8);
}

}  // namespace
}  // namespace mortise::test
