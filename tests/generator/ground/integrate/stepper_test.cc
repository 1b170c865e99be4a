// Orders of convergence against closed forms, and the estimates of the local error.
#include "generator/ground/integrate/stepper.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/generator/ground/integrate/systems.hpp"

namespace mortise::gen {
namespace {

// Largest deviation of u over ten periods; steps alternate between dt (1 + skew) and dt (1 - skew).
double oscillator_error(const Tableau* tableau, double dt, double skew = 0.0) {
  LinearSystem system = oscillator();
  Stepper stepper(&system, tableau);
  stepper.reset(0.0, Eigen::Vector2d(1.0, 0.0));
  double largest = 0.0, sign = 1.0;
  for (int k = 0; k < static_cast<int>(std::lround(10.0 / dt)); ++k) {
    EXPECT_TRUE(stepper.attempt(dt * (1.0 + sign * skew)));
    stepper.commit();
    sign = -sign;
    largest = std::max(largest, std::abs(stepper.state()[0] - std::cos(kCircle * stepper.time())));
  }
  EXPECT_NEAR(stepper.time(), 10.0, 1e-9);
  return largest;
}

double oscillator_order(const Tableau* tableau, double dt, double skew = 0.0) {
  return std::log2(oscillator_error(tableau, dt, skew) / oscillator_error(tableau, dt / 2, skew));
}

// Schmidt, figure 4.17a: ten periods with steps of 0.02, 0.01 and 0.0025 s.
TEST(Oscillator, MethodsReachTheOrdersOfTheThesis) {
  EXPECT_NEAR(oscillator_order(&alexander(), 0.005), 2.0, 0.02);
  EXPECT_NEAR(oscillator_order(&hairer_wanner(), 0.02), 4.0, 0.05);
  EXPECT_NEAR(oscillator_order(&hairer_wanner(), 0.005), 4.0, 0.02);
}

// Its damping grows with the step until nothing is left to lose.
TEST(Oscillator, BackwardEulerStaysBelowItsOrder) {
  EXPECT_LT(oscillator_order(&backward_euler(), 0.02), 0.2);
  EXPECT_LT(oscillator_order(&backward_euler(), 0.005), 0.8);
}

TEST(Oscillator, Bdf2IsOfSecondOrderAlsoWithAlternatingSteps) {
  EXPECT_NEAR(oscillator_order(nullptr, 0.001), 2.0, 0.02);
  EXPECT_NEAR(oscillator_order(nullptr, 0.001, 0.3), 2.0, 0.02);
}

// One step of z' = rate z multiplies by the stability function.
double amplification(const Tableau* tableau, double product) {
  LinearSystem system = decay(product);
  Stepper stepper(&system, tableau);
  stepper.reset(0.0, Vector::Ones(1));
  EXPECT_TRUE(stepper.attempt(1.0));
  stepper.commit();
  return stepper.state()[0];
}

TEST(LinearTestEquation, StabilityFunctionsAreThoseOfTheMethods) {
  const double a = 1.0 - std::sqrt(0.5);
  for (const double z : {-0.1, -1.0, -7.0}) {
    EXPECT_NEAR(amplification(&backward_euler(), z), 1.0 / (1.0 - z), 1e-15);
    EXPECT_NEAR(amplification(&alexander(), z),
                (1.0 + (1.0 - 2.0 * a) * z) / std::pow(1 - a * z, 2), 1e-14);
    EXPECT_NEAR(amplification(nullptr, z), 1.0 / (1.0 - z), 1e-15) << "first step of BDF2";
  }
  const double error = amplification(&hairer_wanner(), -0.1) - std::exp(-0.1);
  const double halved = amplification(&hairer_wanner(), -0.05) - std::exp(-0.05);
  EXPECT_NEAR(std::log2(error / halved), 5.0, 0.1);
}

TEST(LinearTestEquation, StiffModesDieInOneStep) {
  for (const Tableau* t : {&backward_euler(), &alexander(), &hairer_wanner()}) {
    EXPECT_LT(std::abs(amplification(t, -1e8)), 1e-6) << t->name;
  }
}

// BDF2 is exact for quadratics, so that an error e of the first step travels alone: with the ratio
// w of the steps it becomes (1 + w)^2 / (1 + 2 w) e.
TEST(Bdf2, IsExactForQuadraticsWithUnequalSteps) {
  LinearSystem system = quadrature([](double t) { return 2.0 * t; });
  Stepper stepper(&system, nullptr);
  stepper.reset(0.0, Vector::Zero(1));
  ASSERT_TRUE(stepper.attempt(0.1));
  EXPECT_FALSE(stepper.error().has_value()) << "nothing to extrapolate from";
  stepper.commit();
  const double e = stepper.state()[0] - 0.01;
  EXPECT_NEAR(e, 0.01, 1e-15);  // backward Euler
  const double w = 1.7;
  ASSERT_TRUE(stepper.attempt(0.1 * w));
  stepper.commit();
  const double t = stepper.time();
  EXPECT_NEAR(stepper.state()[0], t * t + (1 + w) * (1 + w) / (1 + 2 * w) * e, 1e-15);
}

TEST(Bdf2, EstimateIsTheDeviationFromTheExtrapolation) {
  LinearSystem system = quadrature([](double t) { return 2.0 * t; });
  Stepper stepper(&system, nullptr);
  stepper.reset(0.0, Vector::Zero(1));
  Vector last = stepper.state();
  ASSERT_TRUE(stepper.attempt(0.1));
  stepper.commit();
  ASSERT_TRUE(stepper.attempt(0.05));
  const double extrapolated = stepper.state()[0] + 0.5 * (stepper.state()[0] - last[0]);
  EXPECT_NEAR(stepper.error().value(), std::abs(stepper.attempted()[0] - extrapolated), 1e-15);
  EXPECT_EQ(stepper.error_order(), 1);
}

TEST(Embedded, EstimateFallsWithTheEmbeddedOrderPlusOne) {
  for (const Tableau* t : {&alexander(), &hairer_wanner()}) {
    const auto estimate = [&](double dt) {
      LinearSystem system = oscillator();
      Stepper stepper(&system, t);
      stepper.reset(0.0, Eigen::Vector2d(1.0, 0.3));
      EXPECT_TRUE(stepper.attempt(dt));
      return stepper.error().value();
    };
    EXPECT_NEAR(std::log2(estimate(0.004) / estimate(0.002)), t->embedded_order + 1, 0.1)
        << t->name;
    LinearSystem system = oscillator();
    EXPECT_EQ(Stepper(&system, t).error_order(), t->embedded_order);
  }
}

TEST(Embedded, BackwardEulerHasNoEstimate) {
  LinearSystem system = oscillator();
  Stepper stepper(&system, &backward_euler());
  stepper.reset(0.0, Eigen::Vector2d(1.0, 0.0));
  ASSERT_TRUE(stepper.attempt(0.1));
  EXPECT_FALSE(stepper.error().has_value());
}

TEST(Stepper, StateChangesByCommitOnlyAndAttemptsCanBeRepeated) {
  LinearSystem system = oscillator();
  Stepper stepper(&system, &hairer_wanner());
  const Vector start = Eigen::Vector2d(1.0, 0.0);
  stepper.reset(2.0, start);
  ASSERT_TRUE(stepper.attempt(0.2));
  ASSERT_TRUE(stepper.attempt(0.1));
  const Vector once = stepper.attempted();
  EXPECT_EQ(stepper.state(), start);
  EXPECT_EQ(stepper.time(), 2.0);
  stepper.commit();
  EXPECT_EQ(stepper.state(), once);
  EXPECT_EQ(stepper.stages_solved(), 10);

  Stepper direct(&system, &hairer_wanner());
  direct.reset(2.0, start);
  ASSERT_TRUE(direct.attempt(0.1));
  EXPECT_EQ(direct.attempted(), once);
}

// A guess that misleads is replaced by the last solution.
class Picky final : public LinearSystem {
 public:
  Picky() : LinearSystem(Matrix::Zero(1, 1)) {}
  bool solve_stage(double time, double shift, const Vector& start, Vector* z) override {
    const double guess = (*z)[0];
    guesses.push_back(guess);
    return guess <= limit && LinearSystem::solve_stage(time, shift, start + slope(shift), z);
  }
  static Vector slope(double shift) { return Vector::Constant(1, 1.0 / shift); }
  std::vector<double> guesses;
  double limit = 1e9;
};

TEST(Stepper, GuessesByStraightLinesAndFallsBackOnTheLastSolution) {
  Picky system;
  Stepper stepper(&system, &alexander());
  stepper.reset(0.0, Vector::Zero(1));
  ASSERT_TRUE(stepper.attempt(1.0));
  stepper.commit();
  // z = t: the second guess is exact, the first had no history
  ASSERT_EQ(system.guesses.size(), 2u);
  EXPECT_EQ(system.guesses[0], 0.0);
  EXPECT_NEAR(system.guesses[1], 1.0, 1e-15);

  system.limit = 1.1;
  system.guesses.clear();
  EXPECT_FALSE(stepper.attempt(1.0));
  ASSERT_EQ(system.guesses.size(), 4u);
  EXPECT_NEAR(system.guesses[0], 2.0 - std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(system.guesses[1], 1.0, 1e-15);
  EXPECT_NEAR(system.guesses[2], 2.0, 1e-15);
  EXPECT_NEAR(system.guesses[3], 2.0 - std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(stepper.state()[0], 1.0, 1e-15);
}

// Schmidt appendix C.
TEST(PrescribedError, VanishesForStraightLines) {
  LinearSystem system = decay(-1.0);
  const auto value = [](double t) { return 3.0 - 2.0 * t; };
  const auto rate = [](double) { return -2.0; };
  for (const Tableau* t :
       {&backward_euler(), &alexander(), &hairer_wanner(), static_cast<const Tableau*>(nullptr)}) {
    Stepper stepper(&system, t);
    stepper.reset(1.0, Vector::Ones(1));
    EXPECT_NEAR(stepper.prescribed_error(0.7, value, rate), 0.0, 1e-14);
    ASSERT_TRUE(stepper.attempt(0.4));
    stepper.commit();
    EXPECT_NEAR(stepper.prescribed_error(0.7, value, rate), 0.0, 1e-14);
  }
}

TEST(PrescribedError, IsTheErrorOfIntegratingTheFunction) {
  const auto value = [](double t) { return std::sin(3.0 * t); };
  const auto rate = [](double t) { return 3.0 * std::cos(3.0 * t); };
  for (const Tableau* t : {&alexander(), &hairer_wanner(), static_cast<const Tableau*>(nullptr)}) {
    LinearSystem system = quadrature(rate);
    Stepper stepper(&system, t);
    stepper.reset(0.0, Vector::Zero(1));
    const double first = stepper.prescribed_error(0.2, value, rate);
    ASSERT_TRUE(stepper.attempt(0.2));
    EXPECT_NEAR(stepper.attempted()[0] - value(0.2), first, 1e-14);
  }
}

// A drop that lies between the stages is seen all the same.
TEST(PrescribedError, SeesADropBetweenTheStages) {
  const auto value = [](double t) { return 1.0 - std::clamp((t - 5.0) / 0.5, 0.0, 1.0) / 3.0; };
  const auto rate = [](double t) { return t >= 5.0 && t < 5.5 ? -2.0 / 3.0 : 0.0; };
  LinearSystem system = decay(-1.0);
  for (const Tableau* t : {&backward_euler(), &alexander(), static_cast<const Tableau*>(nullptr)}) {
    Stepper stepper(&system, t);
    stepper.reset(4.0, Vector::Ones(1));
    EXPECT_NEAR(stepper.prescribed_error(6.0, value, rate), 1.0 / 3.0, 1e-14);
  }
}

}  // namespace
}  // namespace mortise::gen
