// `mortise linearize`: what it prints, what it writes, and what it refuses.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

#include "generator/bodies/import/npy_archive.hpp"
#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

std::string mass_file() {
  const std::string path = scratch("mass.mrt");
  if (!std::filesystem::exists(path)) {
    EXPECT_EQ(mortise("build " + model("bouncing_mass") + " --no-certificate -o " + path).code, 0);
  }
  return path;
}

TEST(LinearizeCommand, PrintsAndWritesTheStateSpace) {
  const std::string file = scratch("space.json");
  const nlohmann::json printed =
      mortise_json("linearize " + mass_file() + " --scenario drop --time 0.05 -o " + file);
  const auto written = nlohmann::json::parse(content(file));
  EXPECT_EQ(printed["scenario"], "drop");
  EXPECT_EQ(printed["time_s"], 0.05);
  EXPECT_NEAR(printed["spectral_radius"].get<double>(), 1.0, 1e-9);  // it flies
  EXPECT_TRUE(printed["findings"].empty());
  EXPECT_FALSE(printed["held"].empty());
  EXPECT_EQ(printed["states"].size(), 6u);
  EXPECT_EQ(printed["states"][3]["name"], "v1");
  EXPECT_EQ(printed["states"][3]["unit"], "kg^0.5 m/s");
  EXPECT_EQ(printed["inputs"][0]["name"], "push");
  EXPECT_EQ(printed["outputs"][0]["name"], "height");
  ASSERT_EQ(written["A"].size(), 6u);
  ASSERT_EQ(written["A"][0].size(), 6u);
  EXPECT_NEAR(written["A"][0][3].get<double>(), printed["step_s"].get<double>(), 1e-12);
  EXPECT_EQ(written["B"].size(), 6u);
  EXPECT_EQ(written["C"].size(), 6u);
  EXPECT_EQ(written["D"][0].size(), 1u);
  EXPECT_EQ(written["operating_point"]["x"].size(), 6u);
  EXPECT_EQ(written["column_error"].size(), 8u);
  EXPECT_EQ(written["output_error"].size(), 6u);
}

TEST(LinearizeCommand, WritesArraysOfNumpy) {
  const std::string json = scratch("same.json"), npz = scratch("same.npz");
  ASSERT_EQ(mortise("linearize " + mass_file() + " --time 0.05 -o " + json).code, 0);
  ASSERT_EQ(mortise("linearize " + mass_file() + " --time 0.05 -o " + npz).code, 0);
  const auto expected = nlohmann::json::parse(content(json));
  NpyArchive archive(npz);
  EXPECT_EQ(archive.reals("x"), expected["operating_point"]["x"].get<std::vector<double>>());
  EXPECT_EQ(archive.reals("column_error"), expected["column_error"].get<std::vector<double>>());
}

// Level 4: type, rows, columns, imaginary part, length of the name; name; content by column.
struct MatEntry {
  std::int32_t type = -1, rows = 0, columns = 0;
  std::string content;
};
std::map<std::string, MatEntry> entries_of(const std::string& file) {
  std::map<std::string, MatEntry> entries;
  for (std::size_t at = 0; at < file.size();) {
    std::int32_t header[5] = {};
    std::memcpy(header, file.data() + at, sizeof header);
    const std::string name(file.data() + at + sizeof header);
    at += sizeof header + static_cast<std::size_t>(header[4]);
    const std::size_t each = header[0] == 0 ? sizeof(double) : 1;
    const std::size_t size = static_cast<std::size_t>(header[1]) * header[2] * each;
    EXPECT_EQ(header[3], 0);
    EXPECT_EQ(name.size() + 1, static_cast<std::size_t>(header[4]));
    EXPECT_LE(at + size, file.size());
    entries[name] = {header[0], header[1], header[2], file.substr(at, size)};
    at += size;
  }
  return entries;
}

TEST(LinearizeCommand, WritesMatricesOfMatlab) {
  const std::string json = scratch("equal.json"), mat = scratch("equal.mat");
  ASSERT_EQ(mortise("linearize " + mass_file() + " --time 0.05 -o " + json).code, 0);
  ASSERT_EQ(mortise("linearize " + mass_file() + " --time 0.05 -o " + mat).code, 0);
  const auto expected = nlohmann::json::parse(content(json));
  const auto entries = entries_of(content(mat));
  for (const char* name : {"A", "B", "C", "D_end"}) {
    const MatEntry& e = entries.at(name);
    ASSERT_EQ(e.rows, static_cast<int>(expected[name].size()));
    ASSERT_EQ(e.columns, static_cast<int>(expected[name][0].size()));
    for (int i = 0; i < e.rows; ++i) {
      for (int j = 0; j < e.columns; ++j) {
        double number = 0;
        std::memcpy(&number, e.content.data() + sizeof number * (j * e.rows + i), sizeof number);
        EXPECT_EQ(number, expected[name][i][j].get<double>());
      }
    }
  }
  const MatEntry& names = entries.at("output_names");
  EXPECT_EQ(names.type, 51);
  ASSERT_EQ(names.rows, 6);
  std::string first;
  for (int k = 0; k < names.columns; ++k) first.push_back(names.content[k * names.rows]);
  EXPECT_EQ(first.substr(0, 7), "height ");
}

TEST(LinearizeCommand, RefusesWhatItCannotReach) {
  const auto refused = [](const std::string& arguments, int code, const std::string& reason) {
    const CommandResult result = mortise("linearize " + arguments);
    EXPECT_EQ(result.code, code) << arguments << "\n" << result.err;
    EXPECT_NE(result.err.find(reason), std::string::npos) << arguments << "\n" << result.err;
    EXPECT_EQ(result.out, "") << arguments;
  };
  const std::string mass = mass_file();
  refused("/nowhere/none.mrt", 1, "cannot be opened");
  refused(mass + " --scenario drup", 1, "drop");
  refused(mass + " --time 2.1", 1, "ends at 2 s");
  refused(mass + " --time -1", 2, "--time");
  refused(mass + " -o space.m", 2, ".mat");
  refused(mass + " -o /nowhere/space.json", 1, "/nowhere");
  EXPECT_EQ(mortise("linearize " + mass + " --time 2").code, 0);
}

TEST(LinearizeCommand, NamesAContactThatRestsAtACorner) {
  const CommandResult result = mortise("linearize " + mass_file() + " --scenario drop --time 2");
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.out.find("spectral radius"), std::string::npos) << result.out;
}

}  // namespace
}  // namespace mortise::gen
