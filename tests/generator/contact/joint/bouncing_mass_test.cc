// A rigid bar of one mass that falls on its base or slides along it: closed forms.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "generator/contact/joint/facing.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "tests/generator/simulate/structure/run_energies.hpp"

namespace mortise::gen {
namespace {

constexpr double kMass = 3.0;       // of each of two nodes [kg]
constexpr double kStiffness = 4e6;  // of the interface of length 1 [N/m2]

// Two nodes at distance 1 that move alike; the base lies below.
FullSystem bar(const JointLaw& law) {
  FullSystem system;
  FullModel& model = system.model;
  model.nodes = {{1, Vector3(0, 0, 0)}, {2, Vector3(1, 0, 0)}};
  model.dofs = {{1, 1}, {1, 2}, {2, 1}, {2, 2}};
  model.mass.resize(4, 4);
  model.mass.setIdentity();
  model.mass *= kMass;
  model.stiffness.resize(4, 4);
  Facing facing{{1, 2}, {}};
  facing.opening = Vector3(0, 1, 0);
  system.make_lone().law = face(model, facing);
  system.make_lone().as<Joint>()->law = law;
  system.outputs = {{"slipping", "-", OutputQuantity::slipping_share, 0},
                    {"shear", "N/m", OutputQuantity::friction_traction, 0}};
  return system;
}

Vector both(double x, double y) {
  Vector v(4);
  v << x, y, x, y;
  return v;
}

JointLaw penalty() {
  JointLaw law;
  law.normal.stiffness = kStiffness;
  return law;
}

// Speed after an impact with `speed`; the bar starts just above its base.
double rebound(const JointLaw& law, double speed, double h) {
  const FullSystem system = bar(law);
  AssemblyOrder order(system, h);
  order.set_state(both(0, 1e-9), both(0, -speed));
  for (int k = 0; k < 100000; ++k) {
    order.step(Vector());
    if (order.displacement()[1] > 1e-6 && order.velocity()[1] > 0) break;
  }
  EXPECT_EQ(order.unsolved_steps(), 0);
  const test::RunEnergies e = test::energies_of(order);
  EXPECT_NEAR(e.total() + e.impact, kMass * speed * speed, 1e-9);
  return order.velocity()[1];
}

TEST(BouncingBar, SpringGivesItsSpeedBack) {
  EXPECT_NEAR(rebound(penalty(), 0.7, 2e-6), 0.7, 1e-5);
}

// Linear impact damper that does not pull: m x'' + c x' + k x = 0 until k x + c x' = 0.
TEST(BouncingBar, ClampedDamperHasTheRestitutionOfTheLinearOscillator) {
  JointLaw law = penalty();
  const double m = 2 * kMass, zeta = 0.25;
  law.normal.damping = 2 * zeta * std::sqrt(kStiffness * m);
  const double root = std::sqrt(1 - zeta * zeta);
  const double phase = kTwoPi / 2 - std::atan(2 * zeta * root / (1 - 2 * zeta * zeta));
  const double end = std::cos(phase) - zeta / root * std::sin(phase);
  const double restitution = -end * std::exp(-zeta / root * phase);
  for (const ImpactDamper damper : {ImpactDamper::clamped, ImpactDamper::filled}) {
    law.normal.damper = damper;
    EXPECT_NEAR(rebound(law, 0.7, 1e-6), 0.7 * restitution, 1e-3);
  }
}

// Hunt and Crossley: (1 + chi v0) / (1 - chi v1) = exp(chi (v0 + v1)) for the speeds before and
// after.
TEST(BouncingBar, HuntCrossleyHasItsRestitution) {
  JointLaw law = penalty();
  const double chi = 0.8, before = 0.7;
  law.normal.damper = ImpactDamper::hunt_crossley;
  law.normal.damping = chi * kStiffness;
  const double after = rebound(law, before, 1e-6);
  EXPECT_LT(after, 0.8 * before);
  EXPECT_NEAR((1 + chi * before) / (1 - chi * after), std::exp(chi * (before + after)), 1e-5);
}

// A damper far above the critical one for the step: as printed, a closing point may have no
// solution (theory: 9 to 40 such steps in the beams); one that does not pull always has.
TEST(BouncingBar, EveryStepOfADamperThatDoesNotPullHasASolution) {
  JointLaw law = penalty();
  law.normal.damping = 1e6;
  long unsolved[3] = {0, 0, 0};
  for (int i = 0; i < 3; ++i) {
    law.normal.damper = std::array{ImpactDamper::printed, ImpactDamper::clamped,
                                   ImpactDamper::filled}[static_cast<std::size_t>(i)];
    const FullSystem system = bar(law);
    AssemblyOrder order(system, 1e-5);
    order.set_state(both(0, 6.5e-6), both(0, -0.7));
    for (int k = 0; k < 200; ++k) order.step(Vector());
    unsolved[i] = order.unsolved_steps();
  }
  EXPECT_GT(unsolved[0], 0);
  EXPECT_EQ(unsolved[1], 0);
  EXPECT_EQ(unsolved[2], 0);
}

// Pressed by its weight the bar slides until friction has its energy: v0^2 / (2 mu g) far.
TEST(SlidingBar, StopsWhereCoulombSays) {
  JointLaw law = penalty();
  law.tangential.kind = TangentialKind::oden_pires;
  law.tangential.friction = 0.4;
  law.tangential.friction_modulus = 1e8;
  FullSystem system = bar(law);
  const double g = 9.81, sink = 2 * kMass * g / kStiffness, v0 = 0.5;
  system.constant_force = both(0, -kMass * g);
  AssemblyOrder order(system, 1e-5);
  order.set_state(both(0, -sink), both(v0, 0));
  const double time = v0 / (0.4 * g);
  for (int k = 0; k < std::lround(1.02 * time / 1e-5); ++k) order.step(Vector());
  const test::RunEnergies e = test::energies_of(order);
  EXPECT_NEAR(order.displacement()[0], v0 * v0 / (2 * 0.4 * g), 1e-5);
  EXPECT_NEAR(e.friction, kMass * v0 * v0, 1e-4 * kMass * v0 * v0);
  EXPECT_NEAR(e.impact, 0.0, 1e-10);
  const double start = kMass * v0 * v0 + 0.5 * kStiffness * sink * sink;
  EXPECT_NEAR(e.total() + e.friction + e.impact, start + e.external, 1e-10);
}

// Under a constant pull lugre friction lets the bar creep up to the speed where both are equal.
TEST(SlidingBar, LuGreReachesItsSteadySpeed) {
  JointLaw law = penalty();
  TangentialLaw& t = law.tangential;
  t.kind = TangentialKind::lugre;
  t.friction = t.static_friction = 0.3;
  t.friction_modulus = 1e5;
  t.stribeck_velocity = 0.01;
  t.bristle_damping = 10.0;
  t.viscous = 2.0;
  FullSystem system = bar(law);
  const double weight = kMass * 9.81, pull = 0.4 * weight;
  system.constant_force = both(pull, -weight);
  AssemblyOrder order(system, 1e-4);
  order.set_state(both(0, -2 * weight / kStiffness), both(0, 0));
  for (int k = 0; k < 20000; ++k) order.step(Vector());
  EXPECT_NEAR(order.velocity()[0], (0.4 - 0.3) / t.viscous, 1e-6);
  EXPECT_EQ(order.outputs()[0], 1.0);
  EXPECT_EQ(order.unsolved_steps(), 0);
  const test::RunEnergies e = test::energies_of(order);
  EXPECT_NEAR(e.friction, e.external, 0.02 * e.external) << "all work goes into friction";
}

// A case that changes the law books the energy its springs lose, and keeps the motion.
TEST(SlidingBar, ChangeOfCaseKeepsTheBalance) {
  JointLaw law = penalty();
  law.tangential.kind = TangentialKind::jenkins;
  law.tangential.friction_modulus = 1e5;
  law.tangential.slip_traction = 100.0;
  const FullSystem system = bar(law);
  AssemblyOrder order(system, 1e-4);
  order.set_state(both(0, -1e-4), both(0.2, 0));
  const double start = test::energies_of(order).total();
  for (int k = 0; k < 8; ++k) order.step(Vector());
  const Vector u = order.displacement(), v = order.velocity();
  const double before = test::energies_of(order).total();
  OperatingCase other;
  other.law = law;
  other.law.normal.stiffness = 0.5 * kStiffness;
  order.set_case(0, other);
  EXPECT_EQ(order.displacement(), u);
  EXPECT_EQ(order.velocity(), v);
  EXPECT_GT(before - test::energies_of(order).total(), 0.0);
  EXPECT_NE(order.outputs()[1], 0.0) << "friction of the same kind carries over";
  other.law.tangential = {};
  order.set_case(0, other);
  EXPECT_EQ(order.outputs()[1], 0.0);
  for (int k = 0; k < 20; ++k) order.step(Vector());
  const test::RunEnergies e = test::energies_of(order);
  EXPECT_NEAR(e.total() + e.friction + e.impact, start, 1e-12);
}

}  // namespace
}  // namespace mortise::gen
