// The golden trace is a self-test only if it fails: one flipped last bit in any operator, with the
// checksum repaired, must be found.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "generator/bake/seal.hpp"
#include "mortise_generated.h"
#include "tests/realtime/shipped_model.hpp"

namespace mortise::test {
namespace {

struct Operator {
  const char* name;
  const Real* data;
  std::int64_t rows, ld, columns;  // used entries per column, padded length, columns
};

// Operators that this model has; the last one only a model for the status Newton.
std::vector<Operator> operators_of(const Model& model) {
  const ModelView& m = model.view();
  const Dims& d = m.dims;
  const std::int64_t n = d.modes, np = d.modes_padded, nr = d.rows, nrp = d.rows_padded;
  std::vector<Operator> all = {{"velocity_from_velocity", m.from_velocity, n, np, 1},
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
  if (m.delassus_inverse) all.push_back({"delassus_inverse", m.delassus_inverse, nr, nrp, nr});
  return all;
}

bool golden_passes(const gen::AlignedBytes& bytes) {
  gen::Instance run(bytes, "flipped");
  return run_selftest(run.model(), run.state()).passed;
}

struct Case {
  const char* model;
  const char* solver;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.model << " " << c.solver; }

class FlippedBit : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    original_ = std::make_unique<gen::Instance>(
        instance_of(prepared(GetParam().model, {std::string("solver.kind=") + GetParam().solver})));
    bytes_ = original_->bytes();
    ASSERT_TRUE(golden_passes(bytes_));
  }

  std::unique_ptr<gen::Instance> original_;
  gen::AlignedBytes bytes_;
};

TEST_P(FlippedBit, InEveryEntryOfEveryOperatorFailsTheGoldenTrace) {
  for (const Operator& o : operators_of(original_->model())) {
    ASSERT_NE(o.data, nullptr) << o.name;
    const auto start = reinterpret_cast<const std::uint8_t*>(o.data) - original_->bytes().data();
    for (std::int64_t k = 0; k < o.ld * o.columns; ++k) {
      if (k % o.ld >= o.rows) continue;  // padding: not zero is refused at opening
      std::uint8_t* last = bytes_.data() + start + k * 8;
      *last ^= 1;
      gen::seal(bytes_.data(), bytes_.size());
      EXPECT_FALSE(golden_passes(bytes_)) << o.name << " entry " << k;
      *last ^= 1;
    }
  }
  gen::seal(bytes_.data(), bytes_.size());
  EXPECT_TRUE(golden_passes(bytes_)) << "the test must leave the file as it was";
}

TEST_P(FlippedBit, InTheStepFailsTheGoldenTrace) {
  auto* root = reinterpret_cast<flatbuffers::Table*>(
      const_cast<schema::Model*>(schema::GetModel(bytes_.data())));
  std::uint8_t* step = root->GetAddressOf(schema::Model::VT_STEP);
  ASSERT_NE(step, nullptr);
  *step ^= 1;
  gen::seal(bytes_.data(), bytes_.size());
  EXPECT_FALSE(golden_passes(bytes_));
}

INSTANTIATE_TEST_SUITE_P(Models, FlippedBit,
                         ::testing::Values(Case{"rod_wall", "gauss_seidel"},
                                           Case{"beam_wall", "gauss_seidel"},
                                           Case{"rod_wall", "newton"}, Case{"beam_wall", "newton"}),
                         [](const auto& info) {
                           return std::string(info.param.model) + "_" + info.param.solver;
                         });

}  // namespace
}  // namespace mortise::test
