// Bad inputs are held, results that are not finite are rolled back, and time goes on either way.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "generator/bake/structure/bake.hpp"
#include "tests/realtime/shipped_model.hpp"
#include "tests/robustness/joint_models.hpp"
#include "tests/robustness/seed_models.hpp"

namespace mortise::test {
namespace {

constexpr Real kNaN = std::numeric_limits<Real>::quiet_NaN();
constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

// One free mass of 1 kg under a force in (-10, 10) N, default 0.5 N; h = 1/4 s is exact.
gen::BakeInput free_mass(gen::Hold hold, double force_per_input = 1) {
  gen::BakeInput input;
  gen::ReducedSystem& s = input.system;
  s.omega = s.damping = s.constant_force = s.initial_q = s.initial_v = gen::Vector::Zero(1);
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
  EXPECT_EQ(run.step(nullptr, &y), status::kHELD) << "no inputs given";
  EXPECT_EQ(y, expected += 0.25 * 2);
  EXPECT_EQ(run.state().steps(), 8u);
  EXPECT_EQ(run.state().time(run.model()), 2.0);
  EXPECT_EQ(run.state().statistics().held, 7u);
}

TEST(Held, BadEndOfALinearInputIsTheValueAtItsStart) {
  gen::Instance run = instance_of(free_mass(gen::Hold::linear));
  Real y = 0;
  const Real u[2] = {4, kNaN};
  EXPECT_EQ(run.step(u, &y), status::kHELD);
  EXPECT_EQ(y, 0.25 * 4);
}

TEST(Held, BadStartOfALinearInputIsTheEndOfTheStepBefore) {
  gen::Instance run = instance_of(free_mass(gen::Hold::linear));
  Real y = 0;
  const Real ramp[2] = {2, 4}, broken[2] = {kNaN, 6}, both[2] = {kNaN, kNaN};
  EXPECT_EQ(run.step(ramp, &y), status::kOk);
  Real expected = 0.25 * 3;
  EXPECT_EQ(y, expected);
  EXPECT_EQ(run.step(broken, &y), status::kHELD);
  EXPECT_EQ(y, expected += 0.25 * 5);
  EXPECT_EQ(run.step(both, &y), status::kHELD);
  EXPECT_EQ(y, expected += 0.25 * 6);
}

TEST(Held, WithoutInputsALinearOneStaysAtItsEnd) {
  gen::Instance run = instance_of(free_mass(gen::Hold::linear));
  Real y = 0;
  const Real ramp[2] = {2, 4};
  EXPECT_EQ(run.step(ramp, &y), status::kOk);
  Real expected = 0.25 * 3;
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(run.step(nullptr, &y), status::kHELD);
    EXPECT_EQ(y, expected += 0.25 * 4) << "the ramp must not be repeated";
  }
}

// Whatever the law: what stands in for an input is what a caller would have given who knew that it
// stays where it is.
class HeldByLaw : public ::testing::TestWithParam<const char*> {
 protected:
  // u of a step from phase k of a slow wave to the next.
  static std::vector<Real> inputs(const Model& m, int k) {
    std::vector<Real> u(static_cast<std::size_t>(m.input_values()));
    for (std::size_t j = 0; j < u.size(); ++j) {
      const std::size_t nu = static_cast<std::size_t>(m.dims().inputs);
      const InputRange& r = m.view().input_ranges[j % nu];
      const Real width = std::min(r.maximum - r.minimum, Real(100));
      u[j] = std::clamp(r.default_value + 0.01 * width * std::sin(0.4 * (k + (j < nu ? 0 : 1))),
                        r.minimum, r.maximum);
    }
    return u;
  }
  gen::Instance seed() const {
    return gen::Instance(robustness::make_seed_model(GetParam()), GetParam());
  }
  // Steps both and compares all that is hashed but for HELD.
  void step_both(gen::Instance* a, const Real* u, gen::Instance* b, const Real* w) {
    std::vector<Real> y(static_cast<std::size_t>(a->dims().outputs) + 1), z = y;
    held_ = a->step(u, y.data());
    const Status plain = b->step(w, z.data());
    ASSERT_EQ(hash_step(kFnvStart, a->model(), a->state(), y.data(), held_ & ~status::kHELD),
              hash_step(kFnvStart, b->model(), b->state(), z.data(), plain));
  }
  // The second half of u at both ends.
  static std::vector<Real> standing(const Model& m, const std::vector<Real>& u) {
    std::vector<Real> out = u;
    const std::size_t nu = static_cast<std::size_t>(m.dims().inputs);
    for (std::size_t j = 0; j < u.size(); ++j) {
      const bool moves = m.view().input_ranges[j % nu].hold != kHoldZeroOrder;
      out[j] = u[j % nu + (moves ? nu : 0)];
    }
    return out;
  }
  Status held_ = 0;
};

TEST_P(HeldByLaw, MissingInputsStayWhereTheLastStepLeftThem) {
  gen::Instance missing = seed(), known = seed();
  const Model& m = known.model();
  for (int k = 0; k < 60; ++k) {
    const std::vector<Real> u = inputs(m, k);
    if (k % 5 != 4) {
      step_both(&missing, u.data(), &known, u.data());
      EXPECT_EQ(held_ & status::kHELD, 0u) << k;
      continue;
    }
    step_both(&missing, nullptr, &known, standing(m, inputs(m, k - 1)).data());
    EXPECT_NE(held_ & status::kHELD, 0u) << k;
  }
}

TEST_P(HeldByLaw, BadStartsAreTheEndsOfTheLastStep) {
  gen::Instance bad = seed(), known = seed();
  const Model& m = known.model();
  const std::size_t nu = static_cast<std::size_t>(m.dims().inputs);
  for (int k = 0; k < 60; ++k) {
    std::vector<Real> u = inputs(m, k), w = u;
    if (k % 5 == 4) {
      const std::vector<Real> before = standing(m, inputs(m, k - 1));
      for (std::size_t j = 0; j < nu; ++j) {
        u[j] = j % 2 == 0 ? kNaN : kInfinity;
        w[j] = before[j];
      }
    }
    step_both(&bad, u.data(), &known, w.data());
    EXPECT_EQ((held_ & status::kHELD) != 0, k % 5 == 4) << k;
  }
}

// The end of an input of zero-order hold belongs to the next step.
TEST_P(HeldByLaw, EndsOfZeroOrderInputsAreNotRead) {
  gen::Instance odd = seed(), plain = seed();
  const Model& m = plain.model();
  const std::size_t nu = static_cast<std::size_t>(m.dims().inputs);
  for (int k = 0; k < 60; ++k) {
    std::vector<Real> u = inputs(m, k), w = u;
    for (std::size_t j = nu; j < u.size(); ++j)
      if (m.view().input_ranges[j - nu].hold == kHoldZeroOrder) u[j] = k % 2 == 0 ? kNaN : 3.0;
    step_both(&odd, u.data(), &plain, w.data());
    EXPECT_EQ(held_ & status::kHELD, 0u) << k;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, HeldByLaw,
                         ::testing::Values("free", "single", "several", "rigid", "line", "point",
                                           "joint", "springs", "slider", "alpha"),
                         [](const auto& info) { return std::string(info.param); });

// Generalised alpha reads inputs at the end of the step: the linear ones there, the others as they
// were at its start, whatever else the model is driven by.
TEST(Alpha, ZeroOrderInputsAreThoseOfTheStart) {
  gen::ReducedSystem s = robustness::sliding_system(gen::SlidingKind::bilateral);
  s.inputs.push_back({"drive", "N", -100.0, 100.0, 0.0, gen::Hold::zero_order});
  gen::Matrix forces(s.size(), 2);
  forces << s.input_forces, s.input_forces;
  s.input_forces = forces;
  gen::BakeOptions o = robustness::joint_options(s, "alpha");
  o.alpha_radius = 0.9;
  gen::Instance mixed(gen::bake(s, o), "mixed");
  s.inputs[1].hold = gen::Hold::linear;
  gen::Instance linear(gen::bake(s, o), "linear");
  std::vector<Real> y(static_cast<std::size_t>(mixed.dims().outputs)), z = y;
  for (int k = 0; k < 200; ++k) {
    const Real push = 10 * std::sin(0.1 * k), next = 10 * std::sin(0.1 * (k + 1));
    const Real drive = k % 20 < 10 ? 2.0 : -2.0, after = -drive;
    const Real u[4] = {push, drive, next, after}, w[4] = {push, drive, next, drive};
    ASSERT_EQ(mixed.step(u, y.data()), linear.step(w, z.data())) << k;
    ASSERT_EQ(y, z) << k;
  }
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
