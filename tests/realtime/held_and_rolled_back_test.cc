// Bad inputs are held, results that are not finite are rolled back, and time goes on either way.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/realtime/shipped_model.hpp"

namespace mortise::test {
namespace {

constexpr Real kNaN = std::numeric_limits<Real>::quiet_NaN();
constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

// One free mass of 1 kg under a force in (-10, 10) N, default 0.5 N; h = 1/4 s is exact.
gen::BakeInput free_mass(gen::Hold hold, double force_per_input = 1) {
  gen::BakeInput input;
  gen::ReducedSystem& s = input.system;
  s.omega = s.damping = s.constant_force = s.initial_q = s.initial_v = gen::Vector::Zero(1);
  s.contact_rows = gen::Matrix(0, 1);
  s.inputs = {{"force", "N", -10, 10, 0.5, hold}};
  s.input_forces = gen::Matrix::Constant(1, 1, force_per_input);
  s.outputs = {{"v", "m/s", gen::OutputQuantity::velocity, 0}};
  s.output_rows = gen::Matrix::Ones(1, 1);
  input.options.name = "free_mass";
  input.options.step = 0.25;
  input.options.provenance.definition_hash = input.options.provenance.input_hash = "0";
  return input;
}

TEST(Held, BadInputIsReplacedByTheLastGoodOne) {
  gen::Instance run = instance_of(free_mass(gen::Hold::zero_order));
  Real y = 0;
  const Real first = kNaN, good = 2;
  EXPECT_EQ(run.step(&first, &y), status::kHELD);
  EXPECT_EQ(y, 0.25 * 0.5) << "before the first good value the default holds";
  EXPECT_EQ(run.step(&good, &y), status::kOk);
  Real expected = 0.25 * 0.5 + 0.25 * 2;
  EXPECT_EQ(y, expected);
  for (const Real bad : {kNaN, kInfinity, -kInfinity, Real(10.5), Real(-1e308)}) {
    EXPECT_EQ(run.step(&bad, &y), status::kHELD) << bad;
    EXPECT_EQ(y, expected += 0.25 * 2) << bad;
  }
  EXPECT_EQ(run.step(nullptr, &y), status::kOk) << "no inputs given: all are held on purpose";
  EXPECT_EQ(run.state().steps(), 8u);
  EXPECT_EQ(run.state().time(run.model()), 2.0);
  EXPECT_EQ(run.state().statistics().held, 6u);
}

TEST(Held, BadEndOfALinearInputIsTheValueAtItsStart) {
  gen::Instance run = instance_of(free_mass(gen::Hold::linear));
  Real y = 0;
  const Real u[2] = {4, kNaN};
  EXPECT_EQ(run.step(u, &y), status::kHELD);
  EXPECT_EQ(y, 0.25 * 4);
}

TEST(RolledBack, StateAndOutputsStayAndTimeAdvances) {
  gen::BakeInput input = free_mass(gen::Hold::zero_order, 1e10);
  input.system.inputs[0].maximum = 1e300;
  gen::Instance run = instance_of(input);
  Real y = 0;
  const Real good = 1e-10, huge = 1e300;
  ASSERT_EQ(run.step(&good, &y), status::kOk);
  const Real v = run.state().v(run.model())[0], q = run.state().q(run.model())[0];
  EXPECT_EQ(run.step(&huge, &y), status::kROLLED_BACK);
  EXPECT_EQ(run.state().v(run.model())[0], v);
  EXPECT_EQ(run.state().q(run.model())[0], q);
  EXPECT_EQ(y, v) << "the outputs are repeated";
  EXPECT_EQ(run.state().steps(), 2u);
  EXPECT_EQ(run.state().statistics().rolled_back, 1u);
  EXPECT_EQ(run.step(&kNaN, &y), status::kHELD);
  EXPECT_EQ(y, v + 0.25) << "what broke a step is no last good value";
  EXPECT_EQ(run.step(&good, &y), status::kOk);
  EXPECT_EQ(y, v + 0.5) << "the next good step goes on from the kept state";
}

TEST(RolledBack, InContactTheLawKeepsItsMemory) {
  gen::BakeInput input = prepared("beam_wall");
  input.system.input_forces *= 1e15;
  input.system.inputs[0].maximum = 1e300;
  gen::Instance disturbed = instance_of(input), calm = instance_of(input);
  const Model& model = disturbed.model();
  const Real push[2] = {3e-14, 3e-14}, huge[2] = {1e300, 1e300};
  std::vector<Real> y(static_cast<std::size_t>(disturbed.dims().outputs)), z = y;
  int contacts = 0;
  for (int k = 0; k < 20000; ++k) {
    ASSERT_EQ(calm.step(push, z.data()) & status::kROLLED_BACK, 0u);
    ASSERT_EQ(disturbed.step(push, y.data()) & status::kROLLED_BACK, 0u);
    contacts += calm.state().statistics().last_active > 0 ? 1 : 0;
    if (k % 100 == 0) {
      EXPECT_NE(disturbed.step(huge, y.data()) & status::kROLLED_BACK, 0u) << "step " << k;
    }
    ASSERT_EQ(hash_step(kFnvStart, model, disturbed.state(), y.data(), 0),
              hash_step(kFnvStart, model, calm.state(), z.data(), 0))
        << "step " << k;
  }
  EXPECT_GT(contacts, 1000);
  EXPECT_EQ(disturbed.state().steps(), 20200u);
}

}  // namespace
}  // namespace mortise::test
