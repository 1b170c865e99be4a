// Fixed and adaptive runs: tolerances, landings, rejected steps, failures.
#include "generator/ground/integrate/drive.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tests/generator/ground/integrate/systems.hpp"

namespace mortise::gen {
namespace {

struct Record {
  DriveResult result;
  std::vector<double> times, sizes, errors;  // after every step
  double end = 0.0;
  Vector state;
};

Record record(LinearSystem* system, const Tableau* tableau, const DrivePlan& plan,
              const Vector& start, double from = 0.0) {
  Record r;
  Stepper stepper(system, tableau);
  stepper.reset(from, start);
  r.result = drive(&stepper, system, plan, [&](double dt) {
    r.times.push_back(stepper.time());
    r.sizes.push_back(dt);
    r.errors.push_back(stepper.error().value_or(0.0));
    return true;
  });
  r.end = stepper.time();
  r.state = stepper.state();
  EXPECT_EQ(r.result.counts.steps, static_cast<long>(r.times.size()));
  return r;
}

DrivePlan adaptive(double end, double step) {
  DrivePlan plan;
  plan.end = end;
  plan.step = step;
  plan.control = ControlKind::standard;
  plan.smallest = 1e-9;
  return plan;
}

bool hits(const std::vector<double>& times, double wanted) {
  return std::any_of(times.begin(), times.end(),
                     [&](double t) { return std::abs(t - wanted) <= 1e-12; });
}

TEST(Adaptive, ErrorStaysNearTheToleranceAndFollowsIt) {
  std::vector<double> global;
  for (const double tolerance : {1e-3, 1e-4, 1e-5}) {
    LinearSystem system = oscillator();
    system.measure = [tolerance](const Vector& e, const Vector&) {
      return std::hypot(e[0], e[1] / kCircle) / tolerance;
    };
    const Record r = record(&system, &alexander(), adaptive(1.0, 1e-4), Eigen::Vector2d(1.0, 0.0));
    ASSERT_TRUE(r.result.completed);
    EXPECT_NEAR(r.end, 1.0, 1e-12);
    double sum = 0.0;
    for (const double e : r.errors) {
      EXPECT_LE(e, 1.0);
      sum += e;
    }
    // safety 0.6 aims at 0.36 of the tolerance
    EXPECT_GT(sum / static_cast<double>(r.errors.size()), 0.2);
    global.push_back(std::abs(r.state[0] - 1.0) + std::abs(r.state[1]) / kCircle);
  }
  // order 2 with steps ~ sqrt(tolerance)
  EXPECT_NEAR(std::log10(global[0] / global[1]), 1.0, 0.15);
  EXPECT_NEAR(std::log10(global[1] / global[2]), 1.0, 0.15);
}

TEST(Adaptive, ThresholdControlMovesByItsFactorsOnly) {
  LinearSystem system = decay(-1.0);
  system.tolerance = 1e-5;
  DrivePlan plan = adaptive(3.0, 1e-3);
  plan.control = ControlKind::threshold;
  const Record r = record(&system, nullptr, plan, Vector::Ones(1));
  ASSERT_TRUE(r.result.completed);
  std::size_t kept = 0;
  for (std::size_t k = 1; k + 2 < r.sizes.size(); ++k) {
    const double factor = r.sizes[k] / r.sizes[k - 1];
    const double power = std::log2(factor);
    EXPECT_NEAR(power, std::round(power), 1e-9) << factor;
    if (std::abs(power) < 1e-9) ++kept;
  }
  EXPECT_GT(kept, r.sizes.size() / 2);
}

TEST(Adaptive, LandsOnEveryGivenTime) {
  LinearSystem system = decay(-1.0);
  system.tolerance = 1e-3;
  DrivePlan plan = adaptive(8.0, 0.05);
  plan.landings = {0.0, 0.5, 0.506, 5.0, 5.0, 5.008, 8.0};
  const Record r = record(&system, &alexander(), plan, Vector::Ones(1));
  ASSERT_TRUE(r.result.completed);
  for (const double landing : {0.5, 0.506, 5.0, 5.008, 8.0}) EXPECT_TRUE(hits(r.times, landing));
  for (const double dt : r.sizes) EXPECT_GT(dt, 1e-4) << "a splinter";
  EXPECT_NEAR(r.state[0], std::exp(-8.0), 1e-3);
}

TEST(Adaptive, LargestStepIsKept) {
  LinearSystem system = decay(-1.0);
  system.tolerance = 1e3;
  DrivePlan plan = adaptive(4.0, 0.01);
  plan.largest = 0.25;
  const Record r = record(&system, &alexander(), plan, Vector::Ones(1));
  EXPECT_LE(*std::max_element(r.sizes.begin(), r.sizes.end()), 0.25);
  EXPECT_GE(*std::max_element(r.sizes.begin(), r.sizes.end()), 0.2);
}

TEST(Adaptive, RejectedStepsAreCountedAndLeaveNoTrace) {
  LinearSystem system = decay(-1.0);
  system.tolerance = 1e-6;
  const Record r = record(&system, &alexander(), adaptive(1.0, 0.5), Vector::Ones(1));
  ASSERT_TRUE(r.result.completed);
  // 0.5 / 4^k until about sqrt(tolerance / 0.06)
  EXPECT_EQ(r.result.counts.rejected, 4);
  EXPECT_NEAR(std::accumulate(r.sizes.begin(), r.sizes.end(), 0.0), 1.0, 1e-12);
  EXPECT_NEAR(r.state[0], std::exp(-1.0), 1e-5);
}

TEST(Adaptive, NonFiniteErrorMeasuresReject) {
  LinearSystem system = decay(-1.0);
  system.measure = [&](const Vector&, const Vector&) {
    return system.last_shift < 10.0 ? std::numeric_limits<double>::quiet_NaN() : 0.2;
  };
  const Record r = record(&system, &alexander(), adaptive(2.0, 1.0), Vector::Ones(1));
  ASSERT_TRUE(r.result.completed);
  EXPECT_GT(r.result.counts.rejected, 0);
  for (const double dt : r.sizes) EXPECT_LE(dt * alexander().diagonal(), 0.1 + 1e-12);

  system.measure = [](const Vector&, const Vector&) {
    return std::numeric_limits<double>::quiet_NaN();
  };
  const Record never = record(&system, &alexander(), adaptive(2.0, 1.0), Vector::Ones(1));
  EXPECT_FALSE(never.result.completed);
  EXPECT_EQ(never.result.counts.steps, 0);
  EXPECT_EQ(never.state[0], 1.0);
  EXPECT_NE(never.result.reason.find("error"), std::string::npos);
}

// Behind 0.7 nothing can be solved.
TEST(Failure, EndsTheRunAtTheLastGoodState) {
  for (const bool fixed : {false, true}) {
    LinearSystem system = decay(-1.0);
    system.tolerance = 1e-4;
    system.refuses = [](double time, double) { return time > 0.7; };
    DrivePlan plan = adaptive(1.0, 0.04);
    plan.smallest = 1e-6;
    if (fixed) plan.control.reset();
    const Record r = record(&system, &alexander(), plan, Vector::Ones(1));
    EXPECT_FALSE(r.result.completed);
    EXPECT_EQ(r.result.reason, "refused");
    EXPECT_LE(r.end, 0.7);
    EXPECT_GT(r.end, 0.7 - 1e-5);
    EXPECT_NEAR(r.state[0], std::exp(-r.end), 1e-3);
    EXPECT_GT(r.result.counts.rejected, 5);
  }
}

TEST(Fixed, StepsAreEqualBetweenLandings) {
  LinearSystem system = decay(-1.0);
  DrivePlan plan;
  plan.end = 1.0;
  plan.step = 0.1;
  plan.landings = {0.25};
  const Record r = record(&system, &alexander(), plan, Vector::Ones(1));
  ASSERT_TRUE(r.result.completed);
  ASSERT_EQ(r.sizes.size(), 3u + 8u);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(r.sizes[k], 0.25 / 3.0, 1e-15);
  for (int k = 3; k < 11; ++k) EXPECT_NEAR(r.sizes[k], 0.75 / 8.0, 1e-15);
  EXPECT_TRUE(hits(r.times, 0.25));
  EXPECT_NEAR(r.end, 1.0, 1e-12);
}

// A span that is a multiple of the step but for rounding is not divided once more.
TEST(Fixed, RoundingAddsNoStep) {
  LinearSystem system = decay(-1.0);
  DrivePlan plan;
  plan.end = 0.3;
  plan.step = 0.1;
  EXPECT_EQ(record(&system, &alexander(), plan, Vector::Ones(1)).sizes.size(), 3u);
}

// A fall that begins where the rise ends gives the same time twice.
TEST(Fixed, LandingsThatCoincideMakeNoStep) {
  LinearSystem system = decay(-1.0);
  DrivePlan plan;
  plan.end = 1.0;
  plan.step = 0.25;
  plan.landings = {0.5, 0.5, 0.5 + 1e-16, 1.0 - 1e-16, 1.0};
  const Record r = record(&system, &alexander(), plan, Vector::Ones(1));
  ASSERT_TRUE(r.result.completed);
  EXPECT_EQ(r.sizes.size(), 4u);
  EXPECT_NEAR(r.state[0], std::exp(-1.0), 1e-2);
}

TEST(Fixed, NothingHappensIfTheEndIsReachedAlready) {
  LinearSystem system = decay(-1.0);
  DrivePlan plan;
  plan.end = 1.0;
  plan.step = 0.25;
  for (const bool fixed : {true, false}) {
    if (!fixed) plan.control = ControlKind::standard;
    const Record r = record(&system, &alexander(), plan, Vector::Ones(1), 1.0);
    EXPECT_TRUE(r.result.completed);
    EXPECT_EQ(r.result.counts.steps, 0);
    EXPECT_EQ(r.end, 1.0);
  }
}

// Between 0.5 and 0.6 only steps up to 0.02 succeed.
TEST(Fixed, StepsAreHalvedWhereTheyFailAndOnlyThere) {
  LinearSystem system = decay(-1.0);
  const double a = alexander().diagonal();
  system.refuses = [a](double time, double shift) {
    return time > 0.5 && time < 0.6 && 1.0 / (a * shift) > 0.02;
  };
  DrivePlan plan;
  plan.end = 1.0;
  plan.step = 0.1;
  plan.smallest = 1e-3;
  const Record r = record(&system, &alexander(), plan, Vector::Ones(1));
  ASSERT_TRUE(r.result.completed);
  EXPECT_NEAR(r.end, 1.0, 1e-12);
  for (std::size_t k = 0; k < r.sizes.size(); ++k) {
    const double middle = r.times[k] - 0.5 * r.sizes[k];
    if (middle > 0.5 && middle < 0.6) {
      EXPECT_NEAR(r.sizes[k], 0.0125, 1e-12);
    } else {
      EXPECT_NEAR(r.sizes[k], 0.1, 1e-12);
    }
  }
  EXPECT_EQ(r.sizes.size(), 9u + 8u);
  EXPECT_EQ(r.result.counts.rejected, 1 + 2 + 4);
}

TEST(Drive, CallerMayEndTheRun) {
  for (const bool fixed : {false, true}) {
    LinearSystem system = decay(-1.0);
    DrivePlan plan = adaptive(1.0, 0.1);
    if (fixed) plan.control.reset();
    Stepper stepper(&system, &alexander());
    stepper.reset(0.0, Vector::Ones(1));
    int left = 3;
    const DriveResult result = drive(&stepper, &system, plan, [&](double) { return --left > 0; });
    EXPECT_TRUE(result.completed);
    EXPECT_EQ(result.counts.steps, 3);
  }
}

// The state knows nothing of the drop at 5 to 5.5, the monitor does.
TEST(Monitor, KeepsStepsFromSkippingADrop) {
  const auto value = [](double t) { return 1.0 - std::clamp((t - 5.0) / 0.5, 0.0, 1.0) / 3.0; };
  const auto rate = [](double t) { return t >= 5.0 && t < 5.5 ? -2.0 / 3.0 : 0.0; };
  LinearSystem system = decay(0.0);
  DrivePlan plan = adaptive(10.0, 6.0);
  const Record blind = record(&system, &alexander(), plan, Vector::Ones(1), 4.0);
  EXPECT_EQ(blind.sizes.size(), 1u);

  double last = 0.0, largest = 0.0;
  plan.monitor = [&](const Stepper& stepper, double dt) {
    last = std::abs(stepper.prescribed_error(dt, value, rate)) / 1e-3;
    return last;
  };
  Stepper stepper(&system, &alexander());
  stepper.reset(4.0, Vector::Ones(1));
  std::vector<double> times;
  const DriveResult result = drive(&stepper, &system, plan, [&](double) {
    largest = std::max(largest, last);
    times.push_back(stepper.time());
    return true;
  });
  ASSERT_TRUE(result.completed);
  EXPECT_EQ(result.counts.rejected, 0) << "the monitor costs no solution";
  EXPECT_LE(largest, 1.0);
  const auto inside =
      std::count_if(times.begin(), times.end(), [](double t) { return t > 5.0 && t < 5.5; });
  EXPECT_GT(inside, 3);
}

TEST(Monitor, NonFiniteErrorsShortenTheStep) {
  LinearSystem system = decay(0.0);
  DrivePlan plan = adaptive(1.0, 1.0);
  plan.monitor = [](const Stepper&, double dt) {
    return dt > 0.1 ? std::numeric_limits<double>::quiet_NaN() : 0.0;
  };
  const Record r = record(&system, &alexander(), plan, Vector::Ones(1));
  ASSERT_TRUE(r.result.completed);
  for (const double dt : r.sizes) EXPECT_LE(dt, 0.1);
}

}  // namespace
}  // namespace mortise::gen
