// `--engine petsc`: the same model from MPI ranks.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

// Every number of two results that have the same shape; times and sizes of the host aside.
void expect_same(const nlohmann::json& a, const nlohmann::json& b, double relative,
                 const std::string& where) {
  ASSERT_EQ(a.type(), b.type()) << where;
  if (a.is_object()) {
    for (const auto& [key, value] : a.items()) {
      ASSERT_TRUE(b.contains(key)) << where << "." << key;
      expect_same(value, b.at(key), relative, where + "." + key);
    }
  } else if (a.is_array()) {
    ASSERT_EQ(a.size(), b.size()) << where;
    for (std::size_t i = 0; i < a.size(); ++i)
      expect_same(a[i], b[i], relative, where + "[" + std::to_string(i) + "]");
  } else if (a.is_number_float()) {
    const double x = a, y = b;
    EXPECT_NEAR(x, y, relative * std::max(std::abs(x), std::abs(y)) + 1e-300) << where;
  } else {
    EXPECT_EQ(a, b) << where;
  }
}

// The numbers of a CSV file.
struct Trace {
  explicit Trace(const std::string& path) {
    std::istringstream file(content(path));
    std::string line, cell;
    std::getline(file, line);
    while (std::getline(file, line)) {
      rows.emplace_back();
      for (std::istringstream cells(line); std::getline(cells, cell, ',');)
        rows.back().push_back(std::stod(cell));
    }
  }
  std::size_t columns() const { return rows.empty() ? 0 : rows.front().size(); }
  // Largest difference of a column over its largest value.
  double distance(const Trace& other, std::size_t column) const {
    double off = 0.0, size = 1e-300;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      off = std::max(off, std::abs(rows[i][column] - other.rows[i][column]));
      size = std::max(size, std::abs(other.rows[i][column]));
    }
    return off / size;
  }
  std::vector<std::vector<double>> rows;
};

class EngineTest : public testing::Test {
 protected:
  void SetUp() override {
#ifndef MORTISE_HAS_PETSC
    GTEST_SKIP() << "mortise_petsc is not built: packages of PETSc are missing";
#endif
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 1);
  }
};

TEST_F(EngineTest, FrequenciesOfASolidAreTheSame) {
  const std::string line = "analyze modes " + model("rod_wall") + " --count 12";
  const auto own = mortise_json(line);
  // A slender rod of small elements: K of its lowest mode is rounding from the ninth digit on. A
  // block (bodies/petsc) is held to 1e-9.
  expect_same(mortise_json(line + " --engine petsc --ranks 2"), own, 1e-8, "modes");
}

TEST_F(EngineTest, ModelAndCertificateAreTheSame) {
  const std::string own = scratch("own.mrt"), ranks = scratch("ranks.mrt"),
                    cache = scratch("cache");
  fs::remove_all(cache);
  const std::string line = "build " + model("beam_wall") + " --jobs 2 -o ";
  auto wanted = mortise_json(line + own);
  auto found = mortise_json(line + ranks + " --engine petsc --cache " + cache);
  for (auto* result : {&wanted, &found}) result->erase("model");
  const auto wanted_certificate = wanted["certificate"], certificate = found["certificate"];
  expect_same(certificate, wanted_certificate, 1e-6, "certificate");
  wanted.erase("certificate");
  found.erase("certificate");
  expect_same(found, wanted, 1e-9, "model");
  EXPECT_TRUE(fs::exists(cache + "/petsc")) << "results are kept with the stages";

  // impacts and friction spread what rounding begins
  const std::string a = scratch("a.csv"), b = scratch("b.csv");
  ASSERT_EQ(mortise("run " + own + " -o " + a).code, 0);
  ASSERT_EQ(mortise("run " + ranks + " -o " + b).code, 0);
  const Trace own_trace(a), ranks_trace(b);
  ASSERT_EQ(ranks_trace.rows.size(), own_trace.rows.size());
  for (std::size_t c = 0; c < own_trace.columns(); ++c)
    EXPECT_LT(ranks_trace.distance(own_trace, c), 1e-7) << "column " << c;
}

// Its ranks are looked for beside the program that runs.
TEST(EngineOptions, ABuildWithoutItNamesThePackages) {
  const std::string alone = scratch("alone");
  fs::remove(alone);
  fs::copy_file(MORTISE_PROGRAM, alone);
  const std::string err = scratch("alone_err");
  const std::string line = alone + " build " + model("beam_wall") + " --engine petsc -o " +
                           scratch("o.mrt") + " 2>" + err;
  EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 1);
  EXPECT_NE(content(err).find("libslepc-real-dev"), std::string::npos) << content(err);
}

TEST(EngineOptions, GoTogether) {
  const std::string line = "build " + model("beam_wall") + " -o " + scratch("o.mrt");
  for (const char* wrong :
       {" --ranks 2", " --launcher srun", " --engine cloud", " --engine petsc --ranks 0",
        " --engine petsc --launcher ' '", " --engine petsc --ranks 2 --launcher srun"})
    EXPECT_EQ(mortise(line + wrong).code, 2) << wrong;
}

}  // namespace
}  // namespace mortise::gen
