// The promise for joints and sliding contacts: hundreds of thousands of steps under random forces
// and what a broken sensor gives, with the operating case and parameters changed on the way.
#include <gtest/gtest.h>

#include "generator/bake/structure/bake.hpp"
#include "tests/realtime/watched_run.hpp"
#include "tests/robustness/joint_models.hpp"

namespace mortise::test {
namespace {

using gen::ImpactDamper;
using gen::Instance;
using gen::SlidingKind;
using gen::TangentialKind;

constexpr int kSteps = 100000;

Real all_of(const Real* numbers, std::size_t count) {
  Real sum = 0;
  for (std::size_t k = 0; k < count; ++k) sum += numbers[k] * 0;
  return sum;
}

// Modal state, outputs and everything that the law remembers at t_n.
bool finite_joint(const Instance& run, const std::vector<Real>& y) {
  const ModelView& m = run.model().view();
  const State& s = run.state();
  Real sum = all_of(y.data(), y.size());
  sum += all_of(s.q(run.model()), static_cast<std::size_t>(m.dims.modes));
  sum += all_of(s.v(run.model()), static_cast<std::size_t>(m.dims.modes));
  if (m.is_joint()) {
    const auto* memory =
        s.at<unsigned char>(m.layout.law_history) + m.joint_layout.memory[s.current_];
    sum +=
        all_of(reinterpret_cast<const Real*>(memory), m.joint_layout.memory_bytes / sizeof(Real));
  }
  return sum == 0;
}

struct Case {
  const char* name;
  TangentialKind kind;
  ImpactDamper damper;
  bool residual;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class JointPromise : public ::testing::TestWithParam<Case> {};

TEST_P(JointPromise, HoldsUnderRandomForces) {
  const Case& c = GetParam();
  const gen::ReducedSystem system = robustness::joint_system(
      robustness::joint_law(c.kind, c.damper), c.kind != TangentialKind::none, c.residual);
  Instance run(gen::bake(system, robustness::joint_options(system, c.name)), c.name);
  expect_promise(&run, kSteps, finite_joint);
  EXPECT_EQ(run.state().statistics().rolled_back, 0u);
  EXPECT_LE(run.state().statistics().capped, run.state().steps() / 100);
}

INSTANTIATE_TEST_SUITE_P(
    Laws, JointPromise,
    ::testing::Values(
        Case{"none_clamped", TangentialKind::none, ImpactDamper::clamped, false},
        Case{"none_filled", TangentialKind::none, ImpactDamper::filled, true},
        Case{"oden_pires_filled", TangentialKind::oden_pires, ImpactDamper::filled, true},
        Case{"jenkins_hunt_crossley", TangentialKind::jenkins, ImpactDamper::hunt_crossley, false},
        Case{"iwan_clamped", TangentialKind::iwan, ImpactDamper::clamped, true},
        Case{"lugre_clamped", TangentialKind::lugre, ImpactDamper::clamped, true}),
    [](const auto& info) { return std::string(info.param.name); });

// Cases follow each other, with numbers of the law set in between.
TEST(JointPromise, HoldsWhileCasesAndParametersChange) {
  const gen::ReducedSystem system = robustness::joint_system(
      robustness::joint_law(TangentialKind::oden_pires, ImpactDamper::filled), true, true);
  Instance run(gen::bake(system, robustness::case_options(system, "cases")), "cases");
  const int friction = find_parameter(run.model(), "contact.friction");
  Status refused = status::kOk;
  expect_promise(&run, kSteps, finite_joint, [&](Instance* r, int k) {
    if (k % 50 == 0) refused |= set_operating_case(r->model(), r->state(), k / 50 % 3);
    if (k % 70 == 0) refused |= set_parameter(r->model(), r->state(), friction, 1e-3 * (k % 900));
  });
  EXPECT_EQ(refused & status::kBAD_CALL, 0u);
  EXPECT_EQ(run.state().statistics().rolled_back, 0u);
}

// One sweep is never enough: the solve is cut short in almost every step.
TEST(JointPromise, HoldsWhereTheSolveIsCutShort) {
  const gen::ReducedSystem system = robustness::joint_system(
      robustness::joint_law(TangentialKind::iwan, ImpactDamper::filled), true, true);
  gen::BakeOptions options = robustness::joint_options(system, "capped");
  options.solver.sweeps = 1;
  Instance run(gen::bake(system, options), "capped");
  expect_promise(&run, kSteps, finite_joint);
  EXPECT_GE(run.state().statistics().capped, run.state().steps() / 4);
  EXPECT_GE(run.state().statistics().limited, 50u);
}

void expect_sliding_promise(SlidingKind kind, std::optional<double> alpha) {
  const gen::ReducedSystem system = robustness::sliding_system(kind);
  gen::BakeOptions options = robustness::joint_options(system, "sliding");
  options.alpha_radius = alpha;
  Instance run(gen::bake(system, options), "sliding");
  const int speed = find_parameter(run.model(), "sliding.velocity");
  Status refused = status::kOk;
  expect_promise(&run, kSteps, finite_joint, [&](Instance* r, int k) {  // to and fro
    if (k % 1000 == 0)
      refused |= set_parameter(r->model(), r->state(), speed, k / 1000 % 2 == 0 ? 2.0 : -2.0);
  });
  EXPECT_EQ(refused & status::kBAD_CALL, 0u);
  EXPECT_EQ(run.state().statistics().rolled_back, 0u);
  EXPECT_GE(run.state().statistics().detached, 1000u);
}

TEST(SlidingPromise, HoldsForAKeptContact) {
  expect_sliding_promise(SlidingKind::bilateral, std::nullopt);
}
TEST(SlidingPromise, HoldsForAContactThatOpens) {
  expect_sliding_promise(SlidingKind::unilateral, std::nullopt);
}
TEST(SlidingPromise, HoldsUnderGeneralisedAlpha) {
  expect_sliding_promise(SlidingKind::bilateral, 0.9);
}

}  // namespace
}  // namespace mortise::test
