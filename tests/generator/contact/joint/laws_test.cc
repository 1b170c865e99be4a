// The laws of a joint at one point against closed forms.
#include "generator/contact/joint/laws.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kLawStep = 1e-4;  // [s]

JointLaw pressed_law(TangentialKind kind) {
  JointLaw law;
  law.normal.stiffness = 1e9;
  law.tangential.kind = kind;
  law.tangential.friction = 0.3;
  law.tangential.friction_modulus = 2e8;
  law.tangential.slip_traction = 150.0;
  law.tangential.elements = 6;
  if (kind != TangentialKind::lugre) return law;
  law.tangential.friction_modulus = 1e5;
  law.tangential.static_friction = 0.45;
  law.tangential.stribeck_velocity = 0.01;
  law.tangential.bristle_damping = 20.0;
  law.tangential.viscous = 0.4;
  return law;
}

// A point that keeps its pressure while it slips.
class SlippingPoint {
 public:
  SlippingPoint(const JointLaw& law, double compression)
      : law_(law),
        opening_(-compression / law.normal.stiffness),
        memory_(std::max<std::size_t>(1, memory_size(law.tangential)), 0.0) {}

  PointTraction slip(double way) {
    PointMotion m;
    m.opening = opening_;
    m.slip = way;
    m.duration = kLawStep;
    m.rate_per_motion = 2 / kLawStep;
    std::vector<double> after(memory_);
    const PointTraction t = point_traction(law_, m, memory_.data(), after.data());
    memory_ = after;
    return t;
  }
  void press(double compression) { opening_ = -compression / law_.normal.stiffness; }
  double memory() const { return memory_[0]; }

 private:
  JointLaw law_;
  double opening_;
  std::vector<double> memory_;
};

// Energy lost per length in one closed loop of the given slip amplitude, after one loop of running
// in.
double loop_area(const JointLaw& law, double compression, double amplitude) {
  SlippingPoint point(law, compression);
  const int n = 4000;
  double area = 0.0, last = 0.0;
  for (int k = 1; k <= 2 * n; ++k) {
    const auto at = [&](int i) { return amplitude * std::sin(kTwoPi * i / n); };
    const double way = at(k) - at(k - 1);
    const double tau = point.slip(way).friction;
    if (k > n) area -= 0.5 * (tau + last) * way;
    last = tau;
  }
  return area;
}

TEST(JenkinsLaw, LosesTheAreaOfItsParallelogram) {
  const JointLaw law = pressed_law(TangentialKind::jenkins);
  const double q = 150.0, k = 2e8;
  for (const double amplitude : {2e-6, 1e-5})
    EXPECT_NEAR(loop_area(law, 0.0, amplitude), 4 * q * (amplitude - q / k), 2e-4 * q * amplitude);
  EXPECT_NEAR(loop_area(law, 0.0, 0.9 * q / k), 0.0, 1e-12) << "sticking";
}

TEST(OdenPiresLaw, LosesTheAreaOfItsParallelogramAtConstantPressure) {
  const JointLaw law = pressed_law(TangentialKind::oden_pires);
  const double p = 800.0, limit = 0.3 * p, k = 2e8;
  for (const double amplitude : {3e-6, 2e-5})
    EXPECT_NEAR(loop_area(law, p, amplitude), 4 * limit * (amplitude - limit / k),
                2e-4 * limit * amplitude);
  EXPECT_NEAR(loop_area(law, p, 0.9 * limit / k), 0.0, 1e-12);
  EXPECT_EQ(loop_area(law, 0.0, 1e-5), 0.0) << "open";
}

TEST(IwanLaw, LosesTheSumOfItsElements) {
  const JointLaw law = pressed_law(TangentialKind::iwan);
  const int n = law.tangential.elements;
  const double k = 2e8 / n;
  for (const double amplitude : {4e-7, 2e-6}) {
    double area = 0.0;
    for (int i = 0; i < n; ++i) {
      const double q = 2 * 150.0 / n * (i + 0.5) / n;
      area += 4 * q * std::max(0.0, amplitude - q / k);
    }
    EXPECT_NEAR(loop_area(law, 0.0, amplitude), area, 3e-4 * 150 * amplitude);
  }
}

TEST(IwanLaw, SlipsAtItsSlipTractionAndStartsWithItsStiffness) {
  const JointLaw law = pressed_law(TangentialKind::iwan);
  SlippingPoint point(law, 0.0);
  EXPECT_NEAR(point.slip(1e-9).friction, -2e8 * 1e-9, 1e-12);
  const PointTraction t = point.slip(1e-3);
  EXPECT_NEAR(t.friction, -150.0, 1e-9);
  EXPECT_TRUE(t.slipping);
}

TEST(LuGreLaw, ReachesItsSteadyState) {
  const JointLaw law = pressed_law(TangentialKind::lugre);
  const TangentialLaw& f = law.tangential;
  const double p = 500.0;
  for (const double v : {1e-3, 0.01, -0.05}) {
    SlippingPoint point(law, p);
    double tau = 0.0;
    for (int k = 0; k < 5000; ++k) tau = point.slip(v * kLawStep).friction;
    const double ratio = v / f.stribeck_velocity;
    const double g = f.friction + (f.static_friction - f.friction) * std::exp(-ratio * ratio);
    EXPECT_NEAR(tau, -p * (std::copysign(g, v) + f.viscous * v), 1e-9 * p);
  }
}

TEST(LuGreLaw, IsASpringBeforeItSlides) {
  JointLaw law = pressed_law(TangentialKind::lugre);
  law.tangential.bristle_damping = law.tangential.viscous = 0.0;
  SlippingPoint point(law, 500.0);
  EXPECT_NEAR(point.slip(1e-10).friction, -500.0 * 1e5 * 1e-10, 1e-4 * 500.0 * 1e5 * 1e-10);
}

// Bristles that a rising pressure stiffens while they are bent give back more than bent them:
// E_f p_0 a A^2 pi/2 in a period of p = p_0 (1 - a sin 2x) under a slip A sin x.
TEST(LuGreLaw, GivesEnergyUnderAPressureThatFollowsTheSlip) {
  JointLaw law = pressed_law(TangentialKind::lugre);
  law.tangential.bristle_damping = law.tangential.viscous = 0.0;
  const double p = 500.0, a = 0.6, amplitude = 1e-10;
  SlippingPoint point(law, p);
  double given = 0.0, last = 0.0;
  constexpr int kSteps = 4000;
  for (int i = 1; i <= kSteps; ++i) {
    const double x = kTwoPi * i / kSteps;
    const double way = amplitude * (std::sin(x) - std::sin(kTwoPi * (i - 1) / kSteps));
    point.press(p * (1 - a * std::sin(2 * x)));
    const double tau = point.slip(way).friction;
    given += 0.5 * (tau + last) * way;
    last = tau;
  }
  const double exact = 1e5 * p * a * amplitude * amplitude * kTwoPi / 4;
  EXPECT_NEAR(given, exact, 1e-3 * exact);
}

// When the pressure falls, friction is cut off at mu p; when it returns, it goes on from there.
TEST(OdenPiresLaw, RemembersWhatTheFallingPressureLeft) {
  SlippingPoint point(pressed_law(TangentialKind::oden_pires), 1000.0);
  EXPECT_NEAR(point.slip(1e-6).friction, -200.0, 1e-9);
  point.press(400.0);
  EXPECT_NEAR(point.slip(0.0).friction, -120.0, 1e-9);
  point.press(1000.0);
  EXPECT_NEAR(point.slip(2e-7).friction, -160.0, 1e-9);
  point.press(-1.0);
  EXPECT_EQ(point.slip(0.0).friction, 0.0);
  point.press(1000.0);
  EXPECT_EQ(point.slip(0.0).friction, 0.0) << "opening forgets";
}

PointTraction moving(const NormalLaw& normal, double penetration, double rate) {
  JointLaw law;
  law.normal = normal;
  PointMotion m;
  m.opening = -penetration - normal.gap;
  m.opening_rate = -rate;
  m.duration = kLawStep;
  m.rate_per_motion = 2 / kLawStep;
  double memory = 0.0, after = 0.0;
  return point_traction(law, m, &memory, &after);
}

TEST(ImpactDampers, PushAndPullAsTheyShould) {
  NormalLaw law;
  law.stiffness = 1e9;
  law.damping = 1e6;
  law.gap = 1e-3;
  law.damper = ImpactDamper::printed;
  EXPECT_NEAR(moving(law, 1e-5, 2.0).normal, 1e4 + 2e6, 1e-3);
  EXPECT_NEAR(moving(law, 1e-5, -2.0).normal, 1e4 - 2e6, 1e-3) << "as printed it pulls";
  EXPECT_EQ(moving(law, 1e-5, -2.0).compression, 0.0);
  EXPECT_EQ(moving(law, -1e-9, 2.0).normal, 0.0);
  for (const ImpactDamper damper : {ImpactDamper::clamped, ImpactDamper::filled}) {
    law.damper = damper;
    EXPECT_NEAR(moving(law, 1e-5, 2.0).normal, 1e4 + 2e6, 1e-3);
    EXPECT_EQ(moving(law, 1e-5, -2.0).normal, 0.0);
    EXPECT_EQ(moving(law, -1e-9, 2.0).normal, 0.0);
  }
  law.damper = ImpactDamper::hunt_crossley;
  EXPECT_NEAR(moving(law, 1e-5, 2.0).normal, 1e9 * 1e-5 * (1 + 1e-3 * 2.0), 1e-6);
  EXPECT_EQ(moving(law, 1e-5, -2000.0).normal, 0.0);
}

TEST(SeparationUnit, PullsBeyondItsGapAndCarriesNoFriction) {
  JointLaw law = pressed_law(TangentialKind::oden_pires);
  law.normal.separation_stiffness = 3e8;
  law.normal.separation_gap = 1e-4;
  PointMotion m;
  m.slip = 1e-3;
  double memory = 0.0, after = 0.0;
  m.opening = 0.9e-4;
  EXPECT_EQ(point_traction(law, m, &memory, &after).normal, 0.0);
  m.opening = 1.5e-4;
  const PointTraction t = point_traction(law, m, &memory, &after);
  EXPECT_NEAR(t.normal, -3e8 * 0.5e-4, 1e-6);
  EXPECT_EQ(t.compression, 0.0);
  EXPECT_EQ(t.friction, 0.0);
  EXPECT_NEAR(normal_energy(law.normal, 1.5e-4), 0.5 * 3e8 * 0.25e-8, 1e-12);
}

// Tangents against central differences, for every damper and every friction law, stuck and
// slipping.
TEST(PointTraction, TangentsAreDerivatives) {
  for (const TangentialKind kind : {TangentialKind::oden_pires, TangentialKind::jenkins,
                                    TangentialKind::iwan, TangentialKind::lugre})
    for (const ImpactDamper damper : {ImpactDamper::clamped, ImpactDamper::filled,
                                      ImpactDamper::hunt_crossley, ImpactDamper::printed})
      for (const double slip : {1e-8, -4e-7, 1e-5}) {
        JointLaw law = pressed_law(kind);
        law.normal.damper = damper;
        law.normal.damping = 1e5;
        const auto at = [&](double opening, double way) {
          PointMotion m;
          m.opening = -1e-6 + opening;
          m.opening_rate = -1e-3 + 2 / kLawStep * opening;
          m.slip = slip + way;
          m.rate_per_motion = 2 / kLawStep;
          m.duration = kLawStep;
          const std::vector<double> memory(8, 1e-7);
          std::vector<double> after(8);
          return point_traction(law, m, memory.data(), after.data());
        };
        const double e = 1e-11;
        const PointTraction t = at(0, 0), plus = at(e, 0), minus = at(-e, 0);
        EXPECT_NEAR(t.normal_per_opening, (plus.normal - minus.normal) / (2 * e),
                    1e-5 * std::abs(t.normal_per_opening));
        EXPECT_NEAR(t.friction_per_opening, (plus.friction - minus.friction) / (2 * e),
                    1e-5 * std::abs(t.normal_per_opening));
        EXPECT_NEAR(t.friction_per_slip, (at(0, e).friction - at(0, -e).friction) / (2 * e), 1e4);
      }
}

// A slider that held more than its limit of now gives, over a step in which it turns round, what
// its spring held; derivatives against differences.
TEST(OdenPiresLaw, TurnsRoundWithWhatItsSpringHeld) {
  const JointLaw law = pressed_law(TangentialKind::oden_pires);
  const double k = law.tangential.friction_modulus;
  for (const double opening : {-1e-7, 1e-7})
    for (const double start : {100.0, -250.0})
      for (const double share : {0.3, 0.999, 1.001, 1.7, 20.0}) {
        PointMotion m;
        m.opening = opening;
        m.rate_per_motion = 2 / kLawStep;
        m.duration = kLawStep;
        const double limit = opening < 0 ? 0.3 * 1e9 * -opening : 0.0;
        m.slip = share * (start + std::copysign(limit, start)) / k;
        const auto at = [&](double opened, double slipped) {
          PointMotion moved = m;
          moved.opening += opened;
          moved.slip += slipped;
          double after = 0.0;
          return point_traction(law, moved, &start, &after);
        };
        const auto held = [](const PointTraction& t) { return t.friction + t.turn.friction; };
        const PointTraction t = at(0, 0);
        const double mean = 0.5 * (start + held(t)),
                     spring = (start * start - t.friction * t.friction) / (2 * k);
        EXPECT_EQ(t.turn.friction != 0.0, share > 1) << share;
        if (share > 1) EXPECT_NEAR(mean * m.slip, spring, 1e-14 * spring) << share;
        EXPECT_GE(spring - mean * m.slip, -1e-14 * spring) << share;
        const double e = 1e-11, per_opening = (held(at(e, 0)) - held(at(-e, 0))) / (2 * e),
                     per_slip = (held(at(0, e)) - held(at(0, -e))) / (2 * e);
        EXPECT_NEAR(t.friction_per_opening + t.turn.per_opening, per_opening, 1e-4 * 0.3 * 1e9)
            << share;
        EXPECT_NEAR(t.friction_per_slip + t.turn.per_slip, per_slip, 1e-4 * k) << share;
      }
}

TEST(CheckLaw, NamesWhatIsOutOfRange) {
  const auto message = [](const std::function<void(JointLaw*)>& spoil) {
    JointLaw law = pressed_law(TangentialKind::lugre);
    spoil(&law);
    try {
      check_law(law);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message([](JointLaw*) {}), "");
  EXPECT_NE(message([](JointLaw* l) { l->normal.stiffness = 0; }).find("stiffness"),
            std::string::npos);
  EXPECT_NE(message([](JointLaw* l) { l->normal.damping = -1; }).find("impact_damping"),
            std::string::npos);
  EXPECT_NE(message([](JointLaw* l) { l->tangential.static_friction = 0.1; }).find("static"),
            std::string::npos);
  EXPECT_NE(
      message([](JointLaw* l) { l->tangential.stribeck_velocity = 0; }).find("stribeck_velocity"),
      std::string::npos);
  EXPECT_NE(message([](JointLaw* l) { l->tangential.friction_modulus = 0; }).find("modulus"),
            std::string::npos);
}

}  // namespace
}  // namespace mortise::gen
