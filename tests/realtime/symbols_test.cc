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

std::vector<std::string> symbols_of(const std::string& options, const std::string& file) {
  const CommandResult nm = run_command(std::string(NM) + " -C " + options + " " + file);
  EXPECT_EQ(nm.status, 0) << nm.output;
  return lines_of(nm.output);
}

// Symbols of the heap, of exceptions, of run-time types and of the operating system.
std::vector<std::string> forbidden_symbols(const std::string& archive) {
  const std::regex forbidden(
      R"(\b(malloc|calloc|realloc|free|aligned_alloc|posix_memalign|strtod|setlocale)\b)"
      R"(|operator (new|delete)|__cxa_|_Unwind|__gxx_personality|typeinfo|vtable for|throw)"
      R"(|\b(f?printf|puts|fopen|read|write|open|pthread_\w+|abort|exit|__assert_fail)$)");
  std::vector<std::string> found;
  for (const std::string& line : symbols_of("", archive))
    if (std::regex_search(line, forbidden)) found.push_back(line);
  return found;
}

// Symbols that the linker may merge with those of other objects and that lie outside of `space`.
std::vector<std::string> shared_symbols(const std::string& object, const std::string& space) {
  const std::regex merged(R"(^[0-9a-f]* [WVu] )");
  std::vector<std::string> found;
  for (const std::string& line : symbols_of("--defined-only", object))
    if (std::regex_search(line, merged) && line.find(space) == std::string::npos)
      found.push_back(line);
  return found;
}

TEST(Symbols, RuntimeNeedsNoHeapNoExceptionsAndNoInputOutput) {
  for (const char* archive : {RUNTIME_ARCHIVE, LINEARIZE_ARCHIVE})
    EXPECT_EQ(forbidden_symbols(archive), std::vector<std::string>{}) << archive;
  EXPECT_GE(symbols_of("", RUNTIME_ARCHIVE).size(), 50u);
}

TEST(Symbols, SearchFindsThemWhereTheyAre) {
  EXPECT_FALSE(forbidden_symbols(GENERATOR_ARCHIVE).empty());
  EXPECT_FALSE(shared_symbols(RUNTIME_ARCHIVE, "mortise::avx2::").empty());
}

// An out-of-line copy of an inline function, compiled for AVX-512, could be chosen by the linker
// for everybody. So whatever may be merged must carry the name of its instruction set.
TEST(Symbols, StepsOfAnInstructionSetDefineNothingThatOthersShare) {
  int objects = 0;
  std::istringstream list(STEP_OBJECTS);
  for (std::string entry; std::getline(list, entry, ',');) {
    const std::string set = entry.substr(0, entry.find('='));
    std::istringstream of_set(entry.substr(set.size() + 1));
    for (std::string object; std::getline(of_set, object, '+'); ++objects) {
      EXPECT_EQ(shared_symbols(object, "mortise::" + set + "::"), std::vector<std::string>{});
      EXPECT_FALSE(symbols_of("--defined-only", object).empty()) << object;
    }
  }
  EXPECT_GE(objects, 2);
}

TEST(Symbols, RuntimeIsCompiledWithoutExceptionsRttiAndContraction) {
  std::ifstream file(COMPILE_COMMANDS);
  ASSERT_TRUE(file) << COMPILE_COMMANDS;
  int seen = 0;
  for (const auto& entry : nlohmann::json::parse(file)) {
    const auto source = entry["file"].get<std::string>();
    const auto command = entry["command"].get<std::string>();
    // other targets compile these sources too, e.g. for sanitizers; some are compiled together
    if (command.find(" -o runtime/CMakeFiles/mortise_") == std::string::npos) continue;
    ++seen;
    for (const char* flag : {"-fno-exceptions", "-fno-rtti", "-ffp-contract=off"})
      EXPECT_NE(command.find(flag), std::string::npos) << source << " lacks " << flag;
    EXPECT_EQ(command.find("-ffast-math"), std::string::npos) << source;
  }
  EXPECT_GE(seen, 4);  // two units, and two of every instruction set: of the baseline at least
}

}  // namespace
}  // namespace mortise::test
