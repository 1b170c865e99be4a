// What `mortise export --source` refuses, and that it leaves nothing half written.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/fmi/exported_fmu.hpp"
#include "tests/generator/tool/cli/command.hpp"

namespace mortise::export_test {
namespace {

namespace fs = std::filesystem;

gen::CommandResult export_to(const std::string& arguments) {
  return gen::mortise("export " + fmi_host::model_file("rod_wall") + " " + arguments);
}

void expect_refusal(const gen::CommandResult& result, int code, const std::string& text) {
  EXPECT_EQ(result.code, code) << result.err;
  EXPECT_NE(result.err.find(text), std::string::npos) << result.err;
}

TEST(SourceRefusal, FoldersThatAreNotNew) {
  const std::string folder = gen::scratch("full"), file = gen::scratch("file");
  fs::create_directories(folder);
  std::ofstream(folder + "/mine.txt") << "mine";
  std::ofstream(file) << "mine";
  expect_refusal(export_to("--source " + folder), 1, "is not empty");
  expect_refusal(export_to("--source " + folder), 1, "name a new folder");
  EXPECT_EQ(gen::content(folder + "/mine.txt"), "mine");
  expect_refusal(export_to("--source " + file), 1, "is no folder");
  expect_refusal(export_to("--source /nowhere/at/all"), 1, "/nowhere/at does not exist");
  // one that is empty is as good as a new one
  const std::string empty = gen::scratch("empty");
  fs::remove_all(empty);
  fs::create_directories(empty);
  EXPECT_EQ(export_to("--source " + empty + "/").code, 0);
  EXPECT_TRUE(fs::exists(empty + "/mortise_runtime.cc"));
}

TEST(SourceRefusal, PlacesThatCannotBeWritten) {
  if (geteuid() == 0) {
    expect_refusal(export_to("--source /proc/sources"), 1, "cannot be created");
    return;
  }
  const std::string folder = gen::scratch("locked");
  fs::create_directories(folder);
  fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
  expect_refusal(export_to("--source " + folder + "/sources"), 1, "cannot be created");
  fs::permissions(folder, fs::perms::owner_all);
}

TEST(SourceRefusal, ArgumentsThatMakeNoSense) {
  const std::string folder = gen::scratch("sources");
  fs::remove_all(folder);
  expect_refusal(export_to("--source " + folder + " --header"), 2, "ask for one of them");
  expect_refusal(export_to("--source " + folder + " -o x.h"), 2, "leave -o out");
  expect_refusal(export_to("--header -o " + folder + ".h --steps 3"), 2, "--steps");
  expect_refusal(export_to("--header"), 2, "-o is missing");
  expect_refusal(export_to("--source " + folder + " --scenario thrown"), 1, "throw");
  expect_refusal(export_to("--source " + folder + " --steps 0"), 2, "--steps");
  expect_refusal(gen::mortise("export /nowhere.mrt --source " + folder), 1, "/nowhere.mrt");
  EXPECT_FALSE(fs::exists(folder));
}

TEST(SourceRefusal, DamagedModels) {
  const std::string model = gen::scratch("damaged.mrt"), folder = gen::scratch("sources");
  std::string bytes = gen::content(fmi_host::model_file("rod_wall"));
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  std::ofstream(model, std::ios::binary) << bytes;
  const gen::CommandResult result = gen::mortise("export " + model + " --source " + folder);
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.err.find("checksum"), std::string::npos) << result.err;
  EXPECT_FALSE(fs::exists(folder));
}

}  // namespace
}  // namespace mortise::export_test
