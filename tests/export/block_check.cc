#include "tests/export/block_check.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/export/exported_sources.hpp"
#include "tests/fmi/exported_fmu.hpp"
#include "tests/generator/tool/cli/command.hpp"

namespace mortise::export_test {
namespace {

using fmi_host::Rows;
using fmi_host::Samples;

constexpr int kSteps = 200;

// Inputs without hold act one step late; the first two are the same, so that nothing is before
// them.
Samples block_samples(const std::string& model) {
  Samples samples = fmi_host::samples_for(model, kSteps);
  for (std::size_t i = 0; i < samples.names.size(); ++i)
    if (!samples.held[i]) samples.values[1][i] = samples.values[0][i];
  return samples;
}

// What the block is given at every step.
void write_inputs(const Samples& samples, const std::string& path) {
  std::ofstream file(path);
  for (std::size_t k = 0; k < kSteps; ++k) {
    for (std::size_t i = 0; i < samples.names.size(); ++i)
      file << fmt::format("{:a} ", samples.values[samples.held[i] ? k : k + 1][i]);
    file << "\n";
  }
}

Rows rows_of(const std::string& text, std::size_t columns) {
  Rows rows;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (rows.empty() || rows.back().size() == columns) rows.emplace_back();
    rows.back().push_back(std::strtod(word.c_str(), nullptr));
  }
  return rows;
}

}  // namespace

void check_block(const std::string& folder, const std::string& model) {
  const std::string simulink = EXPORT_TESTS "/simulink", inputs = gen::scratch("inputs.txt");
  const Samples samples = block_samples(model);
  write_inputs(samples, inputs);
  // the runtime is there; all else in one call of the compiler
  const test::CommandResult built = test::run_command(
      "cd " + folder +
      " && " CC
      " -std=c11 -g -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror "
      "-fsanitize=address,undefined -fno-sanitize-recover=all -DMATLAB_MEX_FILE -I. -Isimulink -I" +
      simulink + " simulink/*.c model.c " + simulink +
      "/drive_block.c build/host/mortise_runtime.o -lm -o drive");
  ASSERT_EQ(built.status, 0) << built.output;
  const test::CommandResult run =
      test::run_command(fmt::format("{}/drive {} {} 2>&1", folder, inputs, kSteps));
  ASSERT_EQ(run.status, 0) << run.output;

  const Rows wanted = fmi_host::reference_rows(model, samples);
  ASSERT_FALSE(wanted.empty());
  if (wanted.front().empty()) return;  // a model without outputs
  Rows rows = rows_of(run.output, wanted.front().size());
  ASSERT_EQ(rows.size(), kSteps + 1u);
  // the program gives no row at t = 0 of films
  if (wanted.size() == kSteps) rows.erase(rows.begin());
  EXPECT_EQ(fmi_host::first_difference(rows, wanted), "");
}

}  // namespace mortise::export_test
