// A joint and a sliding contact remember more than modes: all of it is bytes of the state, bad
// inputs and failed steps leave it alone, and cases and parameters act from the next step on.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <memory>

#include "generator/bake/play/instance.hpp"
#include "generator/bake/structure/bake.hpp"
#include "tests/realtime/drive.hpp"
#include "tests/robustness/joint_models.hpp"
#include "tests/robustness/seed_models.hpp"

namespace mortise::test {
namespace {

using gen::ImpactDamper;
using gen::Instance;
using gen::TangentialKind;

constexpr Real kNaN = std::numeric_limits<Real>::quiet_NaN();

Instance seed(const std::string& name) { return Instance(robustness::make_seed_model(name), name); }

std::uint64_t hash_of(const Instance& run, const std::vector<Real>& y) {
  return hash_step(kFnvStart, run.model(), run.state(), y.data(), 0);
}

struct Case {
  const char* seed;
  const char* scenario;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.seed; }

class LawState : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    run_ = std::make_unique<Instance>(seed(GetParam().seed));
    drive_ = std::make_unique<Drive>(run_->model(), &run_->state(), GetParam().scenario);
    drive_->steps(63);  // in contact, between phases
  }
  std::unique_ptr<Instance> run_;
  std::unique_ptr<Drive> drive_;
};

TEST_P(LawState, RestoredStateRepeatsTheTrajectory) {
  expect_saved_state_repeats(drive_.get(), 400);
  EXPECT_GT(run_->state().statistics().steps_in_contact, 100u);
}

TEST_P(LawState, ForkAtAnotherAddressRunsTheSameWay) {
  expect_fork_runs_the_same_way(drive_.get(), 400);
}

TEST_P(LawState, EveryInstructionSetGivesTheSameBits) {
  std::uint64_t expected = 0;
  for (const char* set : {"baseline", "avx2", "avx512"}) {
    Model model = run_->model();
    if (!model.select_instruction_set(set)) continue;
    gen::AlignedBytes arena(model.arena_bytes());
    State* state = State::make(model, arena.data(), arena.size(), nullptr);
    const std::uint64_t hash = Drive(model, state, GetParam().scenario).steps(1000);
    if (expected == 0) expected = hash;
    EXPECT_EQ(hash, expected) << set;
  }
}

TEST_P(LawState, BadInputsAreHeldAtTheLastGoodOnes) {
  Instance held = seed(GetParam().seed), steady = seed(GetParam().seed);
  std::vector<Real> y(drive_->y.size()), z = y;
  const Real good[2] = {25, 25}, bad[2] = {kNaN, std::numeric_limits<Real>::infinity()};
  for (int k = 0; k < 200; ++k) {
    const bool broken = k % 3 == 2;
    const Status st = held.step(broken ? bad : good, y.data());
    EXPECT_EQ((st & status::kHELD) != 0, broken);
    (void)steady.step(good, z.data());
    ASSERT_EQ(hash_of(held, y), hash_of(steady, z)) << "step " << k;
  }
}

TEST_P(LawState, ResetForgetsEverything) {
  const std::uint64_t first = Drive(run_->model(), &run_->state(), GetParam().scenario).steps(300);
  const Model& model = run_->model();
  (void)set_operating_case(model, run_->state(), 1);
  (void)set_parameter(model, run_->state(), find_parameter(model, "contact.friction"), 0.05);
  EXPECT_EQ(Drive(model, &run_->state(), GetParam().scenario).steps(300), first);
}

INSTANTIATE_TEST_SUITE_P(Seeds, LawState,
                         ::testing::Values(Case{"joint", "phases"}, Case{"varied", "phases"},
                                           Case{"springs", "push"}, Case{"slider", "push"},
                                           Case{"alpha", "push"}),
                         [](const auto& info) { return std::string(info.param.seed); });

// Steps that overflow, in between steps that do not: the trajectory of those is as if there were no
// others, but for the path of a sliding contact, which time carries on.
void expect_no_trace(gen::ReducedSystem system, const gen::BakeOptions& options) {
  system.inputs[0].minimum = -1e300;
  system.inputs[0].maximum = 1e300;
  system.input_forces *= 1e15;
  if (system.lone().residual) {
    gen::ResidualCompliance& r = *system.make_lone().residual;
    r.row_compliance.rightCols(1) *= 1e15;
    r.output_compliance.rightCols(1) *= 1e15;
    r.input_compliance *= 1e30;
  }
  Instance disturbed(gen::bake(system, options), "disturbed"),
      calm(gen::bake(system, options), "calm");
  std::vector<Real> y(static_cast<std::size_t>(calm.dims().outputs)), z = y;
  int contacts = 0;
  for (int k = 0; k < 2000; ++k) {
    const Real force = (k / 40 % 2 == 0 ? 60.0 : -60.0) * 1e-15;
    const Real push[2] = {force, force}, huge[2] = {1e300, 1e300};
    ASSERT_EQ(calm.step(push, z.data()) & status::kROLLED_BACK, 0u) << "step " << k;
    ASSERT_EQ(disturbed.step(push, y.data()) & status::kROLLED_BACK, 0u) << "step " << k;
    contacts += calm.state().statistics().last_active > 0 ? 1 : 0;
    ASSERT_EQ(hash_of(disturbed, y), hash_of(calm, z)) << "step " << k;
    if (k % 7 != 0) continue;
    const std::vector<Real> before = y;
    EXPECT_NE(disturbed.step(huge, y.data()) & status::kROLLED_BACK, 0u) << "step " << k;
    EXPECT_EQ(y, before) << "the outputs are repeated";
  }
  EXPECT_GT(contacts, 500);
}

TEST(LawRolledBack, JointsKeepTheirMemory) {
  for (const TangentialKind kind :
       {TangentialKind::oden_pires, TangentialKind::iwan, TangentialKind::lugre}) {
    SCOPED_TRACE(static_cast<int>(kind));
    const gen::ReducedSystem s =
        robustness::joint_system(robustness::joint_law(kind, ImpactDamper::filled), true, true);
    expect_no_trace(s, robustness::joint_options(s, "joint"));
  }
}

TEST(LawRolledBack, SlidingContactsKeepTheirMemory) {
  for (const bool alpha : {false, true}) {
    SCOPED_TRACE(alpha);
    gen::ReducedSystem s = robustness::sliding_system(gen::SlidingKind::bilateral);
    s.make_lone().as<gen::ReducedSliding>()->law.velocity = 0.0;  // time carries no path on
    gen::BakeOptions o = robustness::joint_options(s, "sliding");
    if (alpha) o.alpha_radius = 0.9;
    expect_no_trace(s, o);
  }
}

// A value set while the model runs acts as if the file held it.
void expect_as_baked(Instance* set, Instance* baked, const char* name, Real value) {
  const Model& model = set->model();
  ASSERT_GE(find_parameter(model, name), 0) << name;
  ASSERT_EQ(
      set_parameter(model, set->state(), find_parameter(model, name), value) & status::kBAD_CALL,
      0u);
  std::vector<Real> y(static_cast<std::size_t>(model.dims().outputs)), z = y;
  Real change = 0;
  for (int k = 0; k < 400; ++k) {
    const Real force = k < 30 ? 90.0 : -90.0, push[2] = {force, force};
    (void)set->step(push, y.data());
    (void)baked->step(push, z.data());
    ASSERT_EQ(hash_of(*set, y), hash_of(*baked, z)) << name << " step " << k;
    change += std::abs(y[0]);
  }
  EXPECT_GT(change, 0);
}

Instance with_law(const gen::JointLaw& law) {
  const gen::ReducedSystem s = robustness::joint_system(law, true, true);
  return Instance(gen::bake(s, robustness::joint_options(s, "joint")), "joint");
}

TEST(LawParameters, OfAJointActAsIfBaked) {
  const gen::JointLaw law =
      robustness::joint_law(TangentialKind::oden_pires, ImpactDamper::clamped);
  const auto expect = [&](const char* name, Real value, const auto& change) {
    gen::JointLaw other = law;
    change(&other);
    Instance set = with_law(law), baked = with_law(other);
    expect_as_baked(&set, &baked, name, value);
  };
  expect("contact.stiffness", 3e7, [](gen::JointLaw* l) { l->normal.stiffness = 3e7; });
  expect("contact.impact_damping", 2e3, [](gen::JointLaw* l) { l->normal.damping = 2e3; });
  expect("contact.gap", 5e-6, [](gen::JointLaw* l) { l->normal.gap = 5e-6; });
  expect("contact.separation_stiffness", 0.0,
         [](gen::JointLaw* l) { l->normal.separation_stiffness = 0.0; });
  expect("contact.separation_gap", 9e-6, [](gen::JointLaw* l) { l->normal.separation_gap = 9e-6; });
  expect("contact.friction", 0.1, [](gen::JointLaw* l) { l->tangential.friction = 0.1; });
  expect("contact.friction_modulus", 1e6,
         [](gen::JointLaw* l) { l->tangential.friction_modulus = 1e6; });
}

TEST(LawParameters, OfImpactsActAsIfBaked) {
  gen::JointLaw law =
      robustness::joint_law(TangentialKind::oden_pires, ImpactDamper::lankarani_nikravesh);
  law.normal.stiffness = 2e10;
  law.normal.exponent = 1.5;
  law.normal.restitution = 0.6;
  law.normal.impact_velocity = 1e-3;
  const auto expect = [&](const char* name, Real value, double gen::NormalLaw::*number) {
    gen::JointLaw other = law;
    other.normal.*number = value;
    Instance set = with_law(law), baked = with_law(other);
    expect_as_baked(&set, &baked, name, value);
  };
  expect("contact.stiffness", 3e10, &gen::NormalLaw::stiffness);
  expect("contact.impact_exponent", 1.4, &gen::NormalLaw::exponent);
  expect("contact.impact_restitution", 0.2, &gen::NormalLaw::restitution);
  expect("contact.impact_velocity", 0.02, &gen::NormalLaw::impact_velocity);
}

TEST(LawParameters, OfASlidingContactActAsIfBaked) {
  const auto make = [](double friction, double velocity) {
    gen::ReducedSystem s = robustness::sliding_system(gen::SlidingKind::unilateral);
    s.make_lone().as<gen::ReducedSliding>()->law.friction = friction;
    s.make_lone().as<gen::ReducedSliding>()->law.velocity = velocity;
    return Instance(gen::bake(s, robustness::joint_options(s, "sliding")), "sliding");
  };
  Instance set = make(0.3, 2.0), baked = make(0.1, 2.0);
  expect_as_baked(&set, &baked, "contact.friction", 0.1);
  Instance faster = make(0.3, 2.0), fast = make(0.3, 3.0);
  expect_as_baked(&faster, &fast, "sliding.velocity", 3.0);
}

TEST(LawCases, AreRefusedWhereThereIsNone) {
  Instance joint = seed("joint"), slider = seed("slider");
  for (const int id : {-1, 3}) {
    EXPECT_EQ(set_operating_case(joint.model(), joint.state(), id), status::kBAD_CALL) << id;
  }
  EXPECT_EQ(set_operating_case(joint.model(), joint.state(), 2), status::kOk);
  EXPECT_EQ(set_operating_case(slider.model(), slider.state(), 0), status::kBAD_CALL);
}

// Cases switched by hand at the steps of the phases: the same trajectory.
TEST(LawCases, PhasesSwitchThemAtTheirSteps) {
  Instance played = seed("joint"), by_hand = seed("joint");
  Drive a(played.model(), &played.state(), "phases"),
      b(by_hand.model(), &by_hand.state(), "phases");
  const int starts[] = {0, 40, 80, 120}, cases[] = {0, 1, 2, 0};
  for (int k = 0; k < 400; ++k) {
    (void)a.steps(1);
    for (int j = 0; j < 4; ++j) {
      if (starts[j] != k) continue;
      ASSERT_EQ(set_operating_case(by_hand.model(), by_hand.state(), cases[j]), status::kOk);
    }
    b.player.next(by_hand.model(), b.u.data(), nullptr);
    (void)by_hand.step(b.u.data(), b.y.data());
    ASSERT_EQ(hash_of(played, a.y), hash_of(by_hand, b.y)) << "step " << k;
  }
}

// What the user has set outlives a change of the case.
TEST(LawCases, KeepParametersThatWereSet) {
  Instance both = seed("joint"), other_order = seed("joint");
  const Model& model = both.model();
  const int id = find_parameter(model, "contact.friction");
  EXPECT_EQ(set_parameter(model, both.state(), id, 0.12) & status::kBAD_CALL, 0u);
  EXPECT_EQ(set_operating_case(model, both.state(), 2), status::kOk);
  EXPECT_EQ(set_operating_case(model, other_order.state(), 2), status::kOk);
  EXPECT_EQ(set_parameter(model, other_order.state(), id, 0.12) & status::kBAD_CALL, 0u);
  std::vector<Real> y(static_cast<std::size_t>(model.dims().outputs)), z = y;
  const Real push[2] = {100, 100};
  for (int k = 0; k < 300; ++k) {
    (void)both.step(push, y.data());
    (void)other_order.step(push, z.data());
  }
  EXPECT_EQ(hash_of(both, y), hash_of(other_order, z));
}

// No input, no constant force, one sweep per step: energy only goes down, and stays bounded.
TEST(LawCapped, SolvesThatAreCutShortCreateNoEnergy) {
  for (const TangentialKind kind : {TangentialKind::oden_pires, TangentialKind::jenkins,
                                    TangentialKind::iwan, TangentialKind::lugre}) {
    SCOPED_TRACE(static_cast<int>(kind));
    gen::ReducedSystem s =
        robustness::joint_system(robustness::joint_law(kind, ImpactDamper::clamped), true, true);
    s.constant_force.setZero();
    s.make_lone().residual->row_offset.setZero();
    s.initial_v = -2e-2 * (s.lone().as<gen::ReducedJoint>()->rows.colwise().sum().transpose());
    gen::BakeOptions o = robustness::joint_options(s, "capped");
    o.solver.sweeps = 1;
    Instance run(gen::bake(s, o), "capped");
    std::vector<Real> y(static_cast<std::size_t>(run.dims().outputs));
    const Real none[2] = {0, 0};
    const int total = 4;  // output energy_total
    (void)run.step(none, y.data());
    const Real first = y[total];
    Real before = first;
    for (int k = 0; k < 20000; ++k) {
      (void)run.step(none, y.data());
      ASSERT_LE(y[total], before + 1e-12 * first) << "step " << k;
      before = y[total];
    }
    EXPECT_GT(first, 0);
    EXPECT_LT(before, 0.5 * first);
    EXPECT_GE(run.state().statistics().capped, 100u);
  }
}

}  // namespace
}  // namespace mortise::test
