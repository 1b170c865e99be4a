#include "tests/export/exported_sources.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/fmi/exported_fmu.hpp"
#include "tests/generator/tool/cli/command.hpp"

namespace mortise::export_test {

std::string export_sources(const std::string& model, const std::string& options,
                           const std::string& name) {
  const std::string folder = gen::scratch(name);
  std::filesystem::remove_all(folder);
  const gen::CommandResult result =
      gen::mortise("export " + fmi_host::model_file(model) + " --source " + folder + " " + options);
  EXPECT_EQ(result.code, 0) << result.err;
  return folder;
}

test::CommandResult make(const std::string& folder, const std::string& arguments) {
  return test::run_command("make -s -C " + folder + kStrict + " " + arguments + " 2>&1");
}

void edit(const std::string& folder, const std::string& file, const std::string& what,
          const std::string& by) {
  std::string text = gen::content(folder + "/" + file);
  const std::size_t at = text.find(what);
  ASSERT_NE(at, std::string::npos) << file << ": " << what;
  text.replace(at, what.size(), by);
  std::ofstream(folder + "/" + file, std::ios::binary) << text;
}

}  // namespace mortise::export_test
