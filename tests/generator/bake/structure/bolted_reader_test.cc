#include "generator/bake/structure/bolted_reader.hpp"

#include <gtest/gtest.h>

#include "generator/bake/structure/bolted_writer.hpp"
#include "generator/ground/text/error.hpp"
#include "tests/robustness/bolted_models.hpp"

namespace mortise::gen {
namespace {

void expect_same(const BoltedRows& read, const BoltedRows& written) {
  EXPECT_EQ(read.constant, written.constant);
  EXPECT_EQ(read.modes, written.modes);
  EXPECT_EQ(read.contact, written.contact);
  EXPECT_EQ(read.inputs, written.inputs);
}

TEST(BoltedReader, GivesBackWhatWasBaked) {
  const ReducedBolted written = robustness::small_bolted();
  const ReducedBolted read =
      read_bolted(Instance(bake(written, robustness::bolted_options("small")), "small"), "small");
  EXPECT_EQ(read.omega, written.omega);
  EXPECT_LT((read.zeta - written.zeta).cwiseAbs().maxCoeff(), 1e-17);
  EXPECT_EQ(read.zones, written.zones);
  EXPECT_EQ(read.friction, written.friction);
  ASSERT_EQ(read.clusters.size(), written.clusters.size());
  for (std::size_t c = 0; c < read.clusters.size(); ++c) {
    EXPECT_EQ(read.clusters[c].zone, written.clusters[c].zone);
    EXPECT_EQ(read.clusters[c].base, written.clusters[c].base);
  }
  EXPECT_EQ(read.constant, written.constant);
  EXPECT_EQ(read.from_modes, written.from_modes);
  EXPECT_EQ(read.from_inputs, written.from_inputs);
  EXPECT_EQ(read.pivot, written.pivot);
  EXPECT_EQ(read.input_force, written.input_force);
  expect_same(read.motions, written.motions);
  expect_same(read.resultants, written.resultants);
  EXPECT_LT((read.trained_modes - written.trained_modes).norm(), 1e-15);
}

TEST(BoltedReader, GivesBackAModelWithoutInputsAndOutputs) {
  ReducedBolted written = robustness::small_bolted();
  written.from_inputs.resize(36, 0);
  written.input_force.resize(6, 0);
  written.motions = {Vector::Zero(0), Matrix::Zero(0, 6), Matrix::Zero(0, 36), Matrix::Zero(0, 0)};
  written.resultants.inputs.resize(6, 0);
  BoltedBakeOptions options;
  options.name = "bare";
  options.step = 1e-4;
  options.provenance.definition_hash = options.provenance.input_hash = "0";
  const ReducedBolted read = read_bolted(Instance(bake(written, options), "bare"), "bare");
  EXPECT_EQ(read.pivot, written.pivot);
  EXPECT_EQ(read.from_inputs.cols(), 0);
  EXPECT_EQ(read.motions.modes.rows(), 0);
  expect_same(read.resultants, written.resultants);
}

}  // namespace
}  // namespace mortise::gen
