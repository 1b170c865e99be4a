// What `mortise export --source` writes: the same bytes every time, sizes and names of the model,
// of laws what the model needs.
#include <gtest/gtest.h>

#include <filesystem>

#include "generator/bake/play/instance.hpp"
#include "tests/export/exported_sources.hpp"
#include "tests/fmi/exported_fmu.hpp"
#include "tests/generator/tool/cli/command.hpp"

namespace mortise::export_test {
namespace {

namespace fs = std::filesystem;

TEST(SourceExport, SameBytesEveryTimeAndNothingBeside) {
  const std::string folder = export_sources("rod_wall"), again = gen::scratch("again/");
  fs::remove_all(again);
  const nlohmann::json result =
      gen::mortise_json("export " + fmi_host::model_file("rod_wall") + " --source " + again);
  EXPECT_EQ(result["folder"], again);
  EXPECT_EQ(result["reference_steps"], 256);
  EXPECT_EQ(test::run_command("diff -r " + folder + " " + again).output, "");
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    files += entry.is_regular_file() ? 1 : 0;
  EXPECT_EQ(result["files"], files);
  EXPECT_EQ(fs::status(folder).permissions() & fs::perms::owner_all, fs::perms::owner_all);
  // no unfinished folder is left
  for (const auto& entry : fs::directory_iterator(fs::path(folder).parent_path()))
    EXPECT_NE(entry.path().filename().string().front(), '.') << entry.path();
}

TEST(SourceExport, HeaderHasSizesAndNames) {
  const std::string folder = export_sources("rod_wall");
  const gen::Instance instance = gen::open_model_file(fmi_host::model_file("rod_wall"));
  const std::string header = gen::content(folder + "/model.h");
  const auto has = [&](const std::string& text) {
    EXPECT_NE(header.find(text), std::string::npos) << text << "\n" << header;
  };
  has("#define MORTISE_MODEL_NAME \"rod_wall\"\n");
  has("ARENA_BYTES " + std::to_string(instance.model().arena_bytes()) + "u ");
  has("FILE_BYTES " + std::to_string(instance.bytes().size()) + "u ");
  for (const std::string& name : instance.input_names()) has("/* " + name);
  for (const std::string& name : instance.output_names()) has("/* " + name);
  has("MORTISE_PARAMETER_contact_friction = ");
  has("_Static_assert");
}

TEST(SourceExport, RuntimeHoldsTheLawsOfTheModelAlone) {
  const std::string runtime = gen::content(export_sources("rod_wall") + "/mortise_runtime.cc");
  EXPECT_NE(runtime.find("---- src/unilateral/law.cc"), std::string::npos);
  for (const char* room : {"film", "joint", "sliding", "bolted", "assembly"})
    EXPECT_EQ(runtime.find(std::string("---- src/") + room + "/law.cc"), std::string::npos) << room;
  EXPECT_EQ(runtime.find("#pragma once"), std::string::npos);
  EXPECT_EQ(runtime.find("defined(MORTISE_NO_"), std::string::npos);
}

// Files that are filled in leave nothing open; licences are there; no file is of this machine.
TEST(SourceExport, IsFilledInAndLicensed) {
  const std::string folder = export_sources("two_cantilevers");
  EXPECT_EQ(test::run_command("grep -rnE '@[A-Z_]+@' " + folder).output, "");
  EXPECT_EQ(test::run_command("grep -rlF " MORTISE_BINARY_DIR " " + folder).output, "");
  EXPECT_TRUE(fs::exists(folder + "/LICENSE"));
  EXPECT_TRUE(fs::exists(folder + "/third_party/flatbuffers/LICENSE"));
  EXPECT_NE(gen::content(folder + "/README.md").find("two_cantilevers as sources"),
            std::string::npos);
  EXPECT_NE(gen::content(folder + "/zephyr/Kconfig").find("config MORTISE_TWO_CANTILEVERS\n"),
            std::string::npos);
}

}  // namespace
}  // namespace mortise::export_test
