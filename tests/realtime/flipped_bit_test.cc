// The golden trace is a self-test only if it fails: one flipped last bit in any operator, with the
// checksum repaired, must be found or refused.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "generator/bake/seal.hpp"
#include "mortise_generated.h"
#include "tests/realtime/shipped_model.hpp"
#include "tests/robustness/seed_models.hpp"

namespace mortise::test {
namespace {

struct Operator {
  const char* name;
  const Real* data;
  std::int64_t rows, ld, columns;  // used entries per column, padded length, columns
};

void add_joint(const ModelView& m, std::vector<Operator>* all) {
  const JointView& j = m.joint;
  const std::int64_t n = m.dims.modes, np = m.dims.modes_padded, nr = j.rows,
                     no = m.dims.output_rows;
  all->push_back({"law.rows", j.row, n, np, nr});
  if (j.ports > 0) {
    const std::int64_t nop = (no + 7) / 8 * 8;
    all->push_back({"port_compliance", j.port_compliance, j.ports, j.ports_padded, j.ports});
    all->push_back({"output_compliance", j.output_compliance, no, nop, j.ports});
    all->push_back({"row_offset", j.row_offset, nr, j.ports_padded, 1});
    all->push_back({"output_offset", j.output_offset, no, nop, 1});
  }
  for (std::int32_t k = 0; k < j.stages; ++k) {  // all but the first are not in the view otherwise
    const JointStage& s = j.stage[k];
    all->push_back({"stage from_velocity", s.from_velocity, n, np, 1});
    all->push_back({"stage from_position", s.from_position, n, np, 1});
    all->push_back({"stage constant", s.constant, n, np, 1});
    all->push_back({"stage from_input", s.from_input, n, np, m.dims.inputs});
    all->push_back({"stage admittance", s.admittance, n, np, 1});
    all->push_back({"stage compliance", s.compliance, nr, j.rows_padded, nr});
    all->push_back({"stage point_compliance", s.point_compliance, 2, 2, j.points});
    all->push_back({"stage damping", s.damping, n, np, 1});
  }
  for (std::int32_t k = 0; k < j.cases; ++k)
    all->push_back(
        {"case parameters", &j.parameters[k]->stiffness, kJointNumbers, kJointNumbers, 1});
}

void add_sliding(const ModelView& m, std::vector<Operator>* all) {
  const SlidingView& s = m.sliding;
  const std::int64_t n = m.dims.modes, np = m.dims.modes_padded;
  all->push_back({"slave_rows", s.slave_rows, n, np, 2});
  all->push_back({"target_rows", s.target_rows, n, np, 2 * s.nodes});
  all->push_back({"target_positions", s.positions, 2 * s.nodes, 2 * s.nodes, 1});
  if (!s.alpha) return;
  all->push_back({"from_auxiliary", s.from_auxiliary, n, np, 1});
  all->push_back({"from_acceleration", s.from_acceleration, n, np, 1});
  all->push_back({"constant_force", s.constant_force, n, np, 1});
  all->push_back({"input_force", s.input_force, n, np, m.dims.inputs});
}

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
  if (m.is_joint() || m.is_sliding()) {
    all.push_back({"omega", m.omega, n, np, 1});
    all.push_back({"damping", m.damping, n, np, 1});
  }
  if (m.is_joint()) add_joint(m, &all);
  if (m.is_sliding()) add_sliding(m, &all);
  if (m.delassus_inverse) all.push_back({"delassus_inverse", m.delassus_inverse, nr, nrp, nr});
  return all;
}

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
  for (const Operator& o : operators_of(original_->model())) {
    if (o.ld * o.columns == 0) continue;
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
                                           Case{"rod_wall", "newton"}, Case{"beam_wall", "newton"},
                                           Case{"joint", "seed"}, Case{"springs", "seed"},
                                           Case{"slider", "seed"}, Case{"alpha", "seed"}),
                         [](const auto& info) {
                           return std::string(info.param.model) + "_" + info.param.solver;
                         });

}  // namespace
}  // namespace mortise::test
