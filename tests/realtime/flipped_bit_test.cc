// The golden trace is a self-test only if it fails: one flipped last bit in any operator, with the
// checksum repaired, must be found or refused.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "generator/bake/file/model_writer.hpp"
#include "mortise_generated.h"
#include "tests/realtime/shipped_model.hpp"
#include "tests/robustness/seed_models.hpp"
#include "tests/robustness/view_arrays.hpp"

namespace mortise::test {
namespace {

bool golden_passes(const gen::AlignedBytes& bytes) {
  Model model;
  if (Model::open(bytes.data(), bytes.size(), &model, nullptr) != LoadError::kOK) return false;
  gen::AlignedBytes arena(model.arena_bytes());
  return run_selftest(model, *State::make(model, arena.data(), arena.size(), nullptr)).passed;
}

struct Case {
  const char* model;
  const char* solver;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.model << " " << c.solver; }

class FlippedBit : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    const std::string model = GetParam().model, solver = GetParam().solver;
    original_ = std::make_unique<gen::Instance>(
        solver == "seed" ? gen::Instance(robustness::make_seed_model(model), model)
                         : instance_of(prepared(model, {"solver.kind=" + solver})));
    bytes_ = original_->bytes();
    ASSERT_TRUE(golden_passes(bytes_));
  }

  std::unique_ptr<gen::Instance> original_;
  gen::AlignedBytes bytes_;
};

TEST_P(FlippedBit, InEveryEntryOfEveryOperatorFailsTheGoldenTrace) {
  ModelView view = original_->model().view();
  int operators = 0;
  for (const robustness::ViewArray& o : robustness::view_arrays(&view)) {
    if (!o.operators) continue;
    ++operators;
    const auto start = o.data() - original_->bytes().data();
    for (std::int64_t k = 0; k < o.ld * o.columns; ++k) {
      if (k % o.ld >= o.used) continue;  // padding: not zero is refused at opening
      std::uint8_t* last = bytes_.data() + start + k * 8;
      *last ^= 1;
      gen::seal(bytes_.data(), bytes_.size());
      EXPECT_FALSE(golden_passes(bytes_)) << o.name << " entry " << k;
      *last ^= 1;
    }
  }
  EXPECT_GE(operators, 9);
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
                                           Case{"rod_wall", "newton"}, Case{"beam_wall", "newton"},
                                           Case{"joint", "seed"}, Case{"springs", "seed"},
                                           Case{"slider", "seed"}, Case{"alpha", "seed"}),
                         [](const auto& info) {
                           return std::string(info.param.model) + "_" + info.param.solver;
                         });

}  // namespace
}  // namespace mortise::test
