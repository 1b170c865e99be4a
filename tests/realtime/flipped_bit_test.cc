// The golden trace is a self-test only if it fails: one flipped last bit in any operator, with the
// checksum repaired, must be found.
#include <gtest/gtest.h>

#include <vector>

#include "generator/bake/instance.hpp"
#include "generator/bake/seal.hpp"
#include "mortise_generated.h"

namespace mortise::test {
namespace {

struct Operator {
  const char* name;
  const Real* data;
  std::int64_t rows, ld, columns;  // used entries per column, padded length, columns
};

std::vector<Operator> operators_of(const Model& model) {
  const ModelView& m = model.view();
  const Dims& d = m.dims;
  const std::int64_t n = d.modes, np = d.modes_padded, nr = d.rows, nrp = d.rows_padded;
  return {{"velocity_from_velocity", m.from_velocity, n, np, 1},
          {"velocity_from_position", m.from_position, n, np, 1},
          {"velocity_constant", m.constant, n, np, 1},
          {"velocity_from_input", m.from_input, n, np, d.inputs},
          {"admittance", m.admittance, n, np, 1},
          {"delassus", m.delassus, nr, nrp, nr},
          {"local_contacts", m.local_contacts, 16, 16, d.contacts},
          {"contact_rows", m.contact_rows, n, np, nr},
          {"output_rows", m.output_rows, n, np, d.output_rows},
          {"initial_q", m.initial_q, n, np, 1},
          {"initial_v", m.initial_v, n, np, 1}};
}

bool golden_passes(const gen::AlignedBytes& bytes) {
  gen::Instance run(bytes, "flipped");
  return run_selftest(run.model(), run.state()).passed;
}

class FlippedBit : public ::testing::TestWithParam<const char*> {};

TEST_P(FlippedBit, InEveryEntryOfEveryOperatorFailsTheGoldenTrace) {
  const gen::Instance original =
      gen::open_model_file(std::string(REALTIME_MODELS) + "/" + GetParam() + ".mrt");
  gen::AlignedBytes bytes = original.bytes();
  ASSERT_TRUE(golden_passes(bytes));
  for (const Operator& o : operators_of(original.model())) {
    ASSERT_NE(o.data, nullptr) << o.name;
    const auto start = reinterpret_cast<const std::uint8_t*>(o.data) - original.bytes().data();
    for (std::int64_t k = 0; k < o.ld * o.columns; ++k) {
      if (k % o.ld >= o.rows) continue;  // padding: not zero is refused at opening
      std::uint8_t* last = bytes.data() + start + k * 8;
      *last ^= 1;
      gen::seal(bytes.data(), bytes.size());
      EXPECT_FALSE(golden_passes(bytes)) << o.name << " entry " << k;
      *last ^= 1;
    }
  }
  gen::seal(bytes.data(), bytes.size());
  EXPECT_TRUE(golden_passes(bytes)) << "the test must leave the file as it was";
}

TEST_P(FlippedBit, InTheStepFailsTheGoldenTrace) {
  const gen::Instance original =
      gen::open_model_file(std::string(REALTIME_MODELS) + "/" + GetParam() + ".mrt");
  gen::AlignedBytes bytes = original.bytes();
  auto* root = reinterpret_cast<flatbuffers::Table*>(
      const_cast<schema::Model*>(schema::GetModel(bytes.data())));
  std::uint8_t* step = root->GetAddressOf(schema::Model::VT_STEP);
  ASSERT_NE(step, nullptr);
  *step ^= 1;
  gen::seal(bytes.data(), bytes.size());
  EXPECT_FALSE(golden_passes(bytes));
}

INSTANTIATE_TEST_SUITE_P(Models, FlippedBit, ::testing::Values("rod_wall", "beam_wall"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace mortise::test
