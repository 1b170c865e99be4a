// Exit codes and streams: 0 ok, 1 the job failed, 2 usage; results on stdout, the rest on stderr.
#include <gtest/gtest.h>

#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

TEST(Usage, EveryCommandExplainsItself) {
  for (const char* command :
       {"", "build", "info", "run", "full", "verify", "analyze", "analyze modes", "analyze sweep",
        "analyze steady", "analyze impact", "bench", "export"}) {
    const CommandResult result = mortise(std::string(command) + " --help");
    EXPECT_EQ(result.code, 0) << command;
    EXPECT_NE(result.out.find("Usage"), std::string::npos) << command;
  }
}

TEST(Usage, WrongUsageIsTwo) {
  for (const char* line : {"", "bild", "build", "info", "run m.mrt --every 0", "info a --frob",
                           "analyze sweep d.toml", "full d.toml --scheme euler",
                           "export m.mrt -o x", "analyze modes m.mrt --reduced --set a=1"}) {
    const CommandResult result = mortise(line);
    EXPECT_EQ(result.code, 2) << line << "\n" << result.err;
    EXPECT_NE(result.err, "") << line;
    EXPECT_EQ(result.out, "") << line;
  }
}

// What is a study now says how it is called there.
TEST(Usage, StudiesSayWhereTheyAre) {
  for (const char* line : {"analyze orders", "analyze control d.toml", "analyze reductions --help",
                           "analyze condensation d.toml", "analyze adaptive d.toml --json",
                           "compare-reductions d.toml --trust", "full d.toml --adaptive",
                           "full d.toml --condensed --scheme forward_increment"}) {
    const CommandResult result = mortise(line);
    EXPECT_EQ(result.code, 2) << line;
    EXPECT_NE(result.err.find("mortise_studies "), std::string::npos) << line << result.err;
  }
  EXPECT_NE(mortise("full d.toml --adaptive").err.find("mortise_studies adaptive"),
            std::string::npos);
}

TEST(Usage, FailedJobsAreOne) {
  for (const std::string& line :
       {std::string("build none.toml"), std::string("info none.mrt"), "info " + model("modal"),
        "build " + model("modal") + " --set import.file=none.json",
        "build " + model("modal") + " --set contact.frction=1",
        "verify " + model("modal") + " none.mrt"}) {
    const CommandResult result = mortise(line);
    EXPECT_EQ(result.code, 1) << line;
    EXPECT_NE(result.err.find("remedy: "), std::string::npos) << line << "\n" << result.err;
  }
}

TEST(Usage, KeysAreListed) {
  const CommandResult result = mortise("build --help-keys");
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.out.find("contact.friction"), std::string::npos);
  EXPECT_NE(result.out.find("lubricant.viscosity"), std::string::npos);
}

}  // namespace
}  // namespace mortise::gen
