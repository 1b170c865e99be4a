// Newton restitution of a free mass: exact, for every coefficient and both rules.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/physics/models.hpp"

namespace mortise::test {
namespace {

struct Flight {
  gen::Instance run;
  int vx, vy, vz;

  explicit Flight(const std::vector<std::string>& overrides)
      : run([&] {
          std::vector<std::string> all = {"gravity.acceleration=[0.0, 0.0, 0.0]",
                                          "law.restitution_threshold=0.0"};
          all.insert(all.end(), overrides.begin(), overrides.end());
          return instance_of(prepared("bouncing_mass", all));
        }()) {}

  // Physical velocity component c of the unit mass: its rows in the modal basis are the contact's.
  double velocity(int row) const {
    const Model& m = run.model();
    double w = 0;
    for (int j = 0; j < run.dims().modes; ++j)
      w += m.view().contact_rows[row * run.dims().modes_padded + j] * run.state().v(m)[j];
    return w;
  }

  // Gives the mass normal and tangential velocities [m/s].
  void throw_at_floor(double normal, double t1, double t2) {
    const Model& m = run.model();
    const double w[3] = {normal, t1, t2};
    for (int j = 0; j < run.dims().modes; ++j) {
      double v = 0;  // the rows of a unit mass are orthonormal
      for (int row = 0; row < 3; ++row)
        v += m.view().contact_rows[row * run.dims().modes_padded + j] * w[row];
      run.state().v(m)[j] = v;
    }
  }

  void fly(int steps) {
    const double u[2] = {0, 0};
    for (int k = 0; k < steps; ++k) {
      const Status st = run.step(u, nullptr);
      ASSERT_EQ(st & ~(status::kLIMITED | status::kOUTSIDE_TRAINING), status::kOk);
    }
  }
};

class Restitution : public ::testing::TestWithParam<std::tuple<double, const char*>> {};

TEST_P(Restitution, IsExactWithoutGravity) {
  const auto [e, rule] = GetParam();
  Flight f({"contact.restitution=" + std::to_string(e), "contact.friction=0.0",
            "law.restitution_rule=" + std::string(rule)});
  f.throw_at_floor(-1.7, 0.4, -0.2);
  f.fly(2000);  // 0.1 m of clearance at 1.7 m/s: one impact
  if (e > 0) {
    EXPECT_EQ(f.run.state().statistics().steps_in_contact, 1u);
  }
  EXPECT_NEAR(f.velocity(0), e * 1.7, 1e-12 * 1.7);
  EXPECT_NEAR(f.velocity(1), 0.4, 1e-12);
  EXPECT_NEAR(f.velocity(2), -0.2, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Coefficients, Restitution,
                         ::testing::Combine(::testing::Values(0.0, 0.3, 0.5, 1.0),
                                            ::testing::Values("energy_safe", "newton")));

TEST(TangentialRestitution, ReversesTheSlipOfAStickingImpact) {
  for (const double et : {0.0, 0.4, 1.0}) {
    Flight f({"contact.restitution=0.5", "contact.friction=5.0",
              "contact.restitution_tangential=" + std::to_string(et), "law.friction_velocity=end"});
    f.throw_at_floor(-1.0, 0.3, 0.4);
    f.fly(1500);
    EXPECT_NEAR(f.velocity(0), 0.5, 1e-12);
    EXPECT_NEAR(f.velocity(1), -et * 0.3, 1e-12);
    EXPECT_NEAR(f.velocity(2), -et * 0.4, 1e-12);
  }
}

// A sliding impact takes mu times the normal impulse, against the slip.
TEST(SlidingImpact, TakesTheCoulombImpulse) {
  const double mu = 0.1, e = 0.5;
  Flight f({"contact.restitution=0.5", "contact.friction=0.1", "law.friction_velocity=end"});
  f.throw_at_floor(-1.0, 3.0, 4.0);
  f.fly(1500);
  const double impulse = mu * (1 + e) * 1.0;
  EXPECT_NEAR(f.velocity(0), e, 1e-12);
  EXPECT_NEAR(f.velocity(1), 3.0 - 0.6 * impulse, 1e-12);
  EXPECT_NEAR(f.velocity(2), 4.0 - 0.8 * impulse, 1e-12);
}

// Resting contact under gravity: mean normal force is the weight, Coulomb friction stops the mass
// after v^2 / (2 mu g).
TEST(SlidingMass, StopsWhereCoulombSays) {
  const double g = 9.81, mu = 0.3, v0 = 1.0;
  gen::Instance run = instance_of(prepared(
      "bouncing_mass", {"contact.clearance=0.0", "contact.restitution=0.0", "step.size=1e-5"}));
  const double u[2] = {0, 0};
  double y[8] = {};
  const int steps = static_cast<int>(std::lround(1.2 * v0 / (mu * g) / 1e-5));
  for (int k = 0; k < steps; ++k) ASSERT_EQ(run.step(u, y) & ~status::kLIMITED, 0u);
  const auto names = run.output_names();
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (names[k] == "x") {
      EXPECT_NEAR(y[k], v0 * v0 / (2 * mu * g), 2e-5);
    }
    if (names[k] == "force_normal") {
      EXPECT_NEAR(y[k], g, 1e-9);
    }
    if (names[k] == "height") {
      EXPECT_NEAR(y[k], 0.0, 1e-9);
    }
  }
}

}  // namespace
}  // namespace mortise::test
