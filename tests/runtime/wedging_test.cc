// Friction that wedges a sliding contact (Painleve): refused when the model is built and when a
// parameter is set, told and bounded in a step of a file that asks for it all the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "generator/bake/file/model_writer.hpp"
#include "generator/bake/play/instance.hpp"
#include "generator/bake/structure/bake.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/sliding/wedging.hpp"
#include "mortise/view/sliding.hpp"
#include "mortise_generated.h"
#include "tests/robustness/joint_models.hpp"

namespace mortise {
namespace {

using gen::SlidingKind;

enum Scheme { kMoreauJean, kAlpha, kUnilateral };

// A slave that gives way along a slope of 0.8, and twenty-five times less across it, pressed on a
// rigid, flat target.
struct ObliqueSlave {
  double friction = 0.3, velocity = 0.5;
  Scheme scheme = kMoreauJean;

  static constexpr double kAcross = 0.2;
  static double sine() { return 1 / std::hypot(1.0, 0.8); }
  static double cosine() { return 0.8 / std::hypot(1.0, 0.8); }
  // Closed form of g_nn / g_nt: both modes have the same frequency.
  static double wedges_at() {
    const double s = sine(), c = cosine(), a = kAcross * kAcross;
    return (c * c + a * s * s) / ((1 - a) * s * c);
  }

  gen::ReducedSystem system() const {
    gen::ReducedSystem r;
    r.omega = gen::Vector::Constant(2, 300.0);
    r.damping = gen::Vector::Constant(2, 6.0);
    r.output_rows = gen::Matrix::Zero(0, 2);
    r.input_forces = gen::Matrix::Zero(2, 0);
    r.initial_q = r.initial_v = gen::Vector::Zero(2);
    gen::ReducedSliding sliding;
    sliding.slave_rows.resize(2, 2);
    sliding.slave_rows << sine(), kAcross * cosine(), cosine(), -kAcross * sine();
    sliding.target_rows = gen::Matrix::Zero(6, 2);
    sliding.geometry.target_positions.resize(2, 3);
    sliding.geometry.target_positions << 0, 1, 2, 0, 0, 0;
    sliding.geometry.start = 0.7;
    sliding.law.kind = scheme == kUnilateral ? SlidingKind::unilateral : SlidingKind::bilateral;
    sliding.law.friction = friction;
    sliding.law.velocity = velocity;
    r.constant_force = -10.0 * sliding.slave_rows.row(1).transpose();
    r.make_lone().law = sliding;
    r.outputs = {{"normal", "N", gen::OutputQuantity::contact_force, 0},
                 {"rub", "N", gen::OutputQuantity::contact_force, 1}};
    return r;
  }

  gen::AlignedBytes bytes() const {
    const gen::ReducedSystem s = system();
    gen::BakeOptions o = robustness::joint_options(s, "oblique");
    o.scenarios.clear();
    o.golden_steps = 0;
    if (scheme == kAlpha) o.alpha_radius = 0.9;
    return gen::bake(s, o);
  }

  // The file of a friction that the path bears, with another one written into it.
  gen::Instance with_friction_in_file(double other) const {
    gen::AlignedBytes file = bytes();
    auto* law =
        const_cast<schema::SlidingContact*>(schema::GetModel(file.data())->law_as_SlidingContact());
    auto* at = reinterpret_cast<flatbuffers::Table*>(law)->GetAddressOf(
        schema::SlidingContact::VT_FRICTION);
    std::memcpy(at, &other, sizeof other);
    gen::seal(file.data(), file.size());
    return gen::Instance(file, "oblique");
  }
};

const double kLimit = (1 - kWedgeShare) * ObliqueSlave::wedges_at();

class Wedging : public ::testing::TestWithParam<Scheme> {
 protected:
  static ObliqueSlave slave(double velocity = 0.5) { return {0.3, velocity, GetParam()}; }
};

TEST_P(Wedging, IsRefusedWhenTheModelIsBuilt) {
  for (const double velocity : {0.5, -0.5, 0.0}) {
    ObliqueSlave s = slave(velocity);
    s.friction = kLimit * (1 - 1e-9);
    EXPECT_NO_THROW(s.bytes());
    s.friction = kLimit * (1 + 1e-9);
    try {
      (void)s.bytes();
      FAIL() << "accepted at " << velocity << " m/s";
    } catch (const gen::Error& e) {
      const std::string text = e.what();
      EXPECT_NE(text.find("contact.friction"), std::string::npos) << text;
      EXPECT_NE(text.find("wedges"), std::string::npos) << text;
    }
  }
}

// Only some of the chain's nodes give way: the limit is that of the worst place.
TEST_P(Wedging, IsLookedForOverTheWholeChain) {
  const ObliqueSlave s = slave();
  gen::ReducedSystem system = s.system();
  const auto limit_with = [&](double along) {
    system.make_lone().as<gen::ReducedSliding>()->target_rows(4, 0) = -along;  // x of the last node
    const gen::Vector one = gen::Vector::Ones(2);
    return gen::friction_limit(system, one, 0.0);
  };
  EXPECT_NEAR(limit_with(0.0).friction, ObliqueSlave::wedges_at(), 1e-12);
  const gen::FrictionLimit limit = limit_with(3.0);
  EXPECT_EQ(limit.position, 2.0);
  const double sx = ObliqueSlave::sine() + 3.0, c = ObliqueSlave::cosine(),
               across = ObliqueSlave::kAcross * ObliqueSlave::kAcross;
  const double nn = c * c + across * ObliqueSlave::sine() * ObliqueSlave::sine();
  EXPECT_NEAR(limit.friction, nn / (sx * c - across * ObliqueSlave::sine() * c), 1e-12);
}

TEST_P(Wedging, IsNoValueOfAParameter) {
  gen::Instance run(slave().bytes(), "oblique");
  const Model& m = run.model();
  const std::int32_t id = find_parameter(m, "contact.friction");
  ASSERT_GE(id, 0);
  EXPECT_EQ(set_parameter(m, run.state(), id, kLimit * (1 + 1e-9)), status::kBAD_CALL);
  EXPECT_EQ(set_parameter(m, run.state(), id, kLimit * (1 - 1e-9)), status::kOk);
  double y[2];
  for (int k = 0; k < 200; ++k) EXPECT_EQ(run.step(nullptr, y) & status::kWEDGED, 0u) << k;
}

// Steps of a file that wedges are those of the largest friction that does not.
TEST_P(Wedging, IsToldAndBoundedInAStep) {
  for (const double mu : {1.02 * kLimit, 1.1 * kLimit, 3.0, 900.0}) {
    SCOPED_TRACE(mu);
    gen::Instance wedged = slave().with_friction_in_file(mu),
                  limit = slave().with_friction_in_file(kLimit * (1 - 1e-12));
    double y[2], z[2], largest = 0;
    int told = 0;
    for (int k = 0; k < 400; ++k) {
      const Status st = wedged.step(nullptr, y), plain = limit.step(nullptr, z);
      ASSERT_EQ(st & status::kROLLED_BACK, 0u) << k;
      ASSERT_EQ(plain & status::kWEDGED, 0u) << k;
      told += (st & status::kWEDGED) != 0 ? 1 : 0;
      ASSERT_NEAR(y[0], z[0], 1e-6 * (std::abs(z[0]) + 1)) << k;
      ASSERT_NEAR(y[1], z[1], 1e-6 * (std::abs(z[1]) + 1)) << k;
      largest = std::max({largest, std::abs(y[0]), std::abs(y[1])});
    }
    EXPECT_EQ(told, 400);
    EXPECT_LT(largest, 1e5) << "the load is 10 N";
    EXPECT_GT(wedged.state().statistics().first_not_sliding, 0u);
  }
}

// In the other sense the same friction opens the gap.
TEST_P(Wedging, DependsOnTheSenseOfSliding) {
  gen::Instance run = slave(-0.5).with_friction_in_file(1.1 * kLimit);
  double y[2];
  for (int k = 0; k < 400; ++k) ASSERT_EQ(run.step(nullptr, y) & status::kWEDGED, 0u) << k;
}

INSTANTIATE_TEST_SUITE_P(Schemes, Wedging, ::testing::Values(kMoreauJean, kAlpha),
                         [](const auto& info) {
                           return std::string(info.param == kAlpha ? "alpha" : "moreau_jean");
                         });

// A unilateral contact need not slide: where a bilateral one wedges it sticks. No force is larger
// than what stops the slave within a step.
TEST(WedgingUnilateral, SticksInstead) {
  const double velocity = 0.5, h = 1e-4;
  const double stops = 2 * velocity / (h * ObliqueSlave::kAcross * ObliqueSlave::kAcross);
  for (const double mu : {1.1 * kLimit, 3.0, 900.0}) {
    SCOPED_TRACE(mu);
    const ObliqueSlave s{mu, velocity, kUnilateral};
    gen::Instance run(s.bytes(), "oblique");
    double y[2];
    int stuck = 0;
    for (int k = 0; k < 400; ++k) {
      const Status st = run.step(nullptr, y);
      ASSERT_EQ(st & (status::kROLLED_BACK | status::kWEDGED), 0u) << k;
      stuck += (st & status::kSTICKING) != 0 ? 1 : 0;
      ASSERT_LE(std::hypot(y[0], y[1]), stops) << k;
    }
    EXPECT_GT(stuck, 0);
  }
}

}  // namespace
}  // namespace mortise
