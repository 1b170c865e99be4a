#include "tests/generator/tool/cli/command.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace mortise::gen {

CommandResult mortise(const std::string& arguments) {
  const std::string out = scratch("stdout"), err = scratch("stderr");
  const std::string line =
      std::string(MORTISE_PROGRAM) + " " + arguments + " >" + out + " 2>" + err;
  const int status = std::system(line.c_str());
  CommandResult result;
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result.out = content(out);
  result.err = content(err);
  return result;
}

nlohmann::json mortise_json(const std::string& arguments) {
  const CommandResult result = mortise(arguments + " --json");
  EXPECT_EQ(result.code, 0) << result.err;
  const auto value = nlohmann::json::parse(result.out, nullptr, false);
  EXPECT_FALSE(value.is_discarded()) << result.out;
  return value;
}

std::string model(const std::string& name) {
  return std::string(MORTISE_MODELS) + "/" + name + "/" + name + ".toml";
}

std::string scratch(const std::string& name) {
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  const auto folder = std::filesystem::path(testing::TempDir()) /
                      (std::string("cli_") + info->test_suite_name() + "_" + info->name());
  std::filesystem::create_directories(folder);
  return (folder / name).string();
}

std::string content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace mortise::gen
