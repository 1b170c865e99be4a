// What holds for every command, as the program itself lists them: it explains itself, a failure is
// said in JSON too, and one thing has one name.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

// Names below "Subcommands:" of a help text.
std::vector<std::string> listed(const std::string& help) {
  std::istringstream lines(help);
  std::vector<std::string> names;
  bool below = false;
  for (std::string line; std::getline(lines, line);) {
    if (line == "Subcommands:") {
      below = true;
    } else if (below && line.size() > 2 && line.compare(0, 2, "  ") == 0 && line[2] != ' ') {
      names.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
  }
  return names;
}

// Every command that does something: "build", "analyze modes", ...
std::vector<std::string> every_command() {
  std::vector<std::string> commands;
  for (const std::string& name : listed(mortise("--help").out)) {
    const std::vector<std::string> kinds = listed(mortise(name + " --help").out);
    if (kinds.empty()) commands.push_back(name);
    for (const std::string& kind : kinds)
      commands.push_back(std::string(name).append(" ").append(kind));
  }
  return commands;
}

// What a command must be given besides the file it reads.
std::string required_of(const std::string& command) {
  const std::map<std::string, std::string> required = {
      {"verify", " /nowhere/none.mrt"},
      {"export", " --header -o x.h"},
      {"report", " -o x.html"},
      {"advise", " --budget-us 1 --error 0.1"},
      {"analyze sweep", " --frequencies 80"},
      {"analyze frf", " --positions 0.05 --frequencies 100,200,10"}};
  const auto it = required.find(command);
  return it == required.end() ? "" : it->second;
}

nlohmann::json error_of(const CommandResult& result) {
  const auto value = nlohmann::json::parse(result.out, nullptr, false);
  if (value.is_discarded() || !value.contains("error")) return {};
  return value.at("error");
}

TEST(EveryCommand, IsFoundInTheHelp) {
  const std::vector<std::string> commands = every_command();
  for (const char* known : {"build", "info", "run", "full", "verify", "train", "bench", "export",
                            "report", "analyze modes", "analyze stability"}) {
    EXPECT_EQ(std::count(commands.begin(), commands.end(), known), 1) << known;
  }
}

TEST(EveryCommand, ExplainsItselfAndTakesJson) {
  for (const std::string& command : every_command()) {
    const CommandResult result = mortise(command + " --help");
    EXPECT_EQ(result.code, 0) << command;
    EXPECT_NE(result.out.find("--json"), std::string::npos) << command;
  }
}

TEST(EveryCommand, SaysInJsonWhyItFails) {
  for (const std::string& command : every_command()) {
    const CommandResult result =
        mortise(command + " /nowhere/none.toml" + required_of(command) + " --json");
    EXPECT_EQ(result.code, 1) << command << "\n" << result.err;
    const nlohmann::json error = error_of(result);
    ASSERT_TRUE(error.is_object()) << command << "\n" << result.out;
    EXPECT_EQ(error.at("kind"), "job") << command;
    EXPECT_EQ(error.at("exit_code"), 1) << command;
    EXPECT_NE(error.at("where").get<std::string>().find("/nowhere/none."), std::string::npos)
        << command << error;
    for (const char* part : {"what", "remedy"}) {
      EXPECT_NE(error.at(part).get<std::string>(), "") << command;
    }
    EXPECT_EQ(error.at("findings").size(), 1u) << command;
    EXPECT_NE(result.err.find("remedy: "), std::string::npos) << command << result.err;
  }
}

TEST(EveryCommand, SaysInJsonThatItIsUsedWrongly) {
  std::vector<std::string> lines = {"--json", "nonsense --json", "analyze --json",
                                    "analyze sweep d.toml --json"};
  for (const std::string& command : every_command())
    lines.push_back(command + " --nonsense --json");
  for (const std::string& line : lines) {
    const CommandResult result = mortise(line);
    EXPECT_EQ(result.code, 2) << line;
    const nlohmann::json error = error_of(result);
    ASSERT_TRUE(error.is_object()) << line << "\n" << result.out;
    EXPECT_EQ(error.at("kind"), "usage") << line;
    EXPECT_EQ(error.at("exit_code"), 2) << line;
    EXPECT_NE(error.at("where").get<std::string>().find("mortise"), std::string::npos) << line;
    EXPECT_NE(error.at("what").get<std::string>(), "") << line;
    EXPECT_NE(error.at("remedy").get<std::string>().find("--help"), std::string::npos) << line;
  }
}

TEST(EveryCommand, SaysInJsonAllErrorsOfADefinition) {
  const CommandResult result =
      mortise("build " + model("beam_wall") +
              " --set contact.frction=1 --set step.size=0 --set x=1 --json");
  EXPECT_EQ(result.code, 1);
  const nlohmann::json error = error_of(result);
  ASSERT_TRUE(error.is_object()) << result.out;
  EXPECT_EQ(error.at("findings").size(), 3u) << error;
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = result.err.find("error: ", at)) != std::string::npos; ++at)
    ++lines;
  EXPECT_EQ(lines, 3u) << result.err;
}

// One thing, one name; what it was called before is understood, but not shown.
TEST(EveryCommand, CallsOneThingByOneName) {
  for (const std::string& command : every_command()) {
    const std::string help = mortise(command + " --help").out;
    for (const char* former : {"--store", "--picture ", "[mm]"}) {
      EXPECT_EQ(help.find(former), std::string::npos) << command << " " << former;
    }
  }
  for (const char* line : {"train d.toml --store x", "train d.toml --cache x",
                           "advise d.toml --budget-us 1 --error 1 --store x --picture p.svg",
                           "analyze impact d.toml --pictures p.svg", "full d.toml --picture x",
                           "build d.toml --store x"}) {
    EXPECT_EQ(mortise(line).code, 1) << line;  // there is no d.toml: the options are known
  }
}

}  // namespace
}  // namespace mortise::gen
