// Time schemes of sliding: growth at a frozen position, bursts along the path, energy, violations.
// Numbers of the beams: an independent prototype.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "generator/ground/dense/decompositions.hpp"
#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/analyses/eigen.hpp"
#include "generator/simulate/sliding/schemes.hpp"
#include "tests/generator/contact/sliding/forward_increment.hpp"
#include "tests/generator/contact/sliding/sliding_run.hpp"
#include "tests/generator/contact/sliding/systems.hpp"

namespace mortise::gen {
namespace {

enum class Scheme { moreau_jean, generalised_alpha, explicit_reference };

std::unique_ptr<SlidingStepper> stepper(const ReducedSystem& system, Scheme scheme, double step,
                                        double radius = 0.9) {
  switch (scheme) {
    case Scheme::moreau_jean:
      return std::make_unique<MoreauJeanSliding>(system, step);
    case Scheme::generalised_alpha:
      return std::make_unique<GeneralisedAlphaSliding>(system, step, radius);
    case Scheme::explicit_reference:
      return std::make_unique<ForwardIncrementSliding>(system, step);
  }
  return nullptr;
}

struct Growth {
  double frequency_hz, rate;
};

// Growth of samples exp(rate t) cos(2 pi f t + phase), by least squares over strides of about a
// quarter period: y_k+1 + y_k-1 * r^2 = 2 r cos y_k.
Growth fit(const std::vector<double>& y, double dt, double near_hz) {
  const auto stride = static_cast<std::size_t>(std::max(1L, std::lround(0.25 / (near_hz * dt))));
  Eigen::Matrix2d a = Eigen::Matrix2d::Zero();
  Eigen::Vector2d b = Eigen::Vector2d::Zero();
  for (std::size_t k = y.size() / 4 + stride; k + stride < y.size(); ++k) {
    const Eigen::Vector2d row(y[k], -y[k - stride]);
    a += row * row.transpose();
    b += row * y[k + stride];
  }
  const Eigen::Vector2d x = a.inverse() * b;  // 2 r cos(w T), r^2
  const double time = static_cast<double>(stride) * dt, r = std::sqrt(x[1]);
  return {std::acos(x[0] / (2 * r)) / (kTwoPi * time), std::log(r) / time};
}

// Starts in the static sliding state at `position` plus a little of its unstable mode.
Growth frozen_growth(Scheme scheme, double step, double position, double near_hz, double duration,
                     double radius = 0.9) {
  ReducedSystem system = beam_on_beam(0.3);
  system.make_lone().as<ReducedSliding>()->law.velocity = 0.0;
  system.make_lone().as<ReducedSliding>()->geometry.start = position;
  const auto s = stepper(system, scheme, step, radius);
  SlidingEigenOptions options;
  options.deformed = true;
  const FrozenSystem frozen = freeze_sliding(system, s->geometry(), position, 0.3, options);
  const GeneralEigen e = general_eigen(frozen.state_matrix, true);
  Eigen::Index mode = -1;
  for (Eigen::Index i = 0; i < e.values.size(); ++i)
    if (std::abs(e.values[i].imag() / kTwoPi - near_hz) < 100 &&
        (mode < 0 || e.values[i].real() > e.values[mode].real()))
      mode = i;
  const Eigen::Index n = system.size() - 1;
  const Vector shape = e.vectors.col(mode).real();
  const Vector dq = frozen.basis * shape.head(n), dv = frozen.basis * shape.tail(n);
  const Vector tip = system.output_rows.row(1).transpose();
  const double scale = 1e-6 / std::abs(tip.dot(dv));
  s->set_state(sliding_equilibrium(system, s->geometry(), position, 0.3).q + scale * dq,
               scale * dv);
  std::vector<double> y;
  const long steps = std::lround(duration / step);
  for (long k = 0; k < steps; ++k) {
    s->step({});
    y.push_back(tip.dot(s->v()));
  }
  return fit(y, step, near_hz);
}

TEST(SlidingSchemes, GrowthAtAFrozenPosition) {
  struct Case {
    Scheme scheme;
    double step, radius, position, frequency, shift_percent, growth;
  };
  const double high = 10570.766, low = 3521.359;
  const std::vector<Case> cases = {
      {Scheme::moreau_jean, 2e-6, 0.9, 0.051, high, -0.15, 56.1},
      {Scheme::moreau_jean, 5e-6, 0.9, 0.051, high, -0.90, 54.9},
      {Scheme::moreau_jean, 1e-5, 0.9, 0.051, high, -3.45, 50.8},
      {Scheme::moreau_jean, 5e-6, 0.9, 0.092, low, -0.10, 132.5},
      {Scheme::moreau_jean, 2e-5, 0.9, 0.092, low, -1.59, 126.6},
      {Scheme::generalised_alpha, 5e-6, 0.9, 0.051, high, -0.92, 54.7},
      {Scheme::generalised_alpha, 5e-6, 0.5, 0.051, high, -1.34, 12.4},
      {Scheme::generalised_alpha, 5e-6, 0.9, 0.092, low, -0.10, 132.4},
  };
  for (const Case& c : cases) {
    const Growth g = frozen_growth(c.scheme, c.step, c.position, c.frequency, 0.02, c.radius);
    EXPECT_NEAR(100 * (g.frequency_hz / c.frequency - 1), c.shift_percent, 0.01) << c.step;
    EXPECT_NEAR(g.rate, c.growth, 0.2) << c.step << " " << c.radius;
  }
}

TEST(SlidingSchemes, ExplicitGrowthIsThatOfTheEigenvalue) {
  const Growth g = frozen_growth(Scheme::explicit_reference, 5e-8, 0.051, 10570.766, 0.01);
  EXPECT_NEAR(g.frequency_hz, 10570.8, 0.3);
  EXPECT_NEAR(g.rate, 56.4, 0.3);
}

SlidingInputs kick() {
  return [](double t) { return Vector(Vector::Constant(1, t < 2e-4 ? 0.02 : 0.0)); };
}

SlidingSummary slide(const ReducedSystem& system, Scheme scheme, double step, double duration) {
  const auto s = stepper(system, scheme, step);
  s->set_state(sliding_equilibrium(system, s->geometry(), 0.006,
                                   system.lone().as<ReducedSliding>()->law.friction)
                   .q,
               Vector::Zero(system.size()));
  SlidingRunOptions options;
  options.duration = duration;
  options.inputs = kick();
  options.response = system.output_rows.row(1).transpose();
  return run_sliding(s.get(), options);
}

// 6 to 94 mm at 30 mm/s. Ranges and bursts of the explicit reference at 50 ns.
TEST(SlidingSchemes, BurstsAlongThePath) {
  for (const Scheme scheme : {Scheme::moreau_jean, Scheme::generalised_alpha}) {
    const SlidingSummary run = slide(beam_on_beam(0.3), scheme, 5e-6, 88.0 / 30.0);
    EXPECT_NEAR(run.force.low, 0.18035, 0.02 * 0.18035);
    EXPECT_NEAR(run.force.high, 0.20573, 0.02 * 0.20573);
    EXPECT_NEAR(run.slave_velocity.low, 0.029566, 0.02 * 0.029566);
    EXPECT_NEAR(run.slave_velocity.high, 0.030451, 0.02 * 0.030451);
    EXPECT_FALSE(run.violation.has_value());
    ASSERT_EQ(run.windows.size(), 58U);
    const std::vector<SlidingWindow> found = bursts(run.windows, {});
    ASSERT_GE(found.size(), 3U);
    for (const SlidingWindow& w : found)
      EXPECT_TRUE((w.time > 2.5 && w.time < 2.65) || w.time > 2.85) << w.time;
    EXPECT_NEAR(found.back().time, 2.875, 1e-9);
    EXPECT_NEAR(found.back().rms, 2.5, 0.5 * 2.5);
    EXPECT_NEAR(run.windows[51].rms, 1.1, 0.5 * 1.1);  // 2.575 s
  }
}

TEST(SlidingSchemes, NoBurstAtLowFriction) {
  const SlidingSummary run = slide(beam_on_beam(0.1), Scheme::moreau_jean, 5e-6, 88.0 / 30.0);
  EXPECT_TRUE(bursts(run.windows, {}).empty());
  EXPECT_LT(run.windows[51].rms, 0.05);
  EXPECT_FALSE(run.violation.has_value());
}

TEST(SlidingSchemes, AgreeOnAShortSlide) {
  const ReducedSystem system = beam_on_beam(0.3);
  const SlidingSummary reference = slide(system, Scheme::explicit_reference, 5e-8, 0.01);
  for (const Scheme scheme : {Scheme::moreau_jean, Scheme::generalised_alpha}) {
    const SlidingSummary run = slide(system, scheme, 1e-6, 0.01);
    EXPECT_NEAR(run.force.low, reference.force.low, 5e-4);
    EXPECT_NEAR(run.force.high, reference.force.high, 5e-4);
    EXPECT_NEAR(run.slave_velocity.low, reference.slave_velocity.low, 2e-5);
  }
}

// Velocity-level constraint: the gap stays at round-off of the structure's motion, without drift.
TEST(SlidingSchemes, FeedbackKeepsTheGapClosed) {
  const SlidingSummary run = slide(beam_on_beam(0.3), Scheme::moreau_jean, 5e-6, 0.5);
  EXPECT_LT(run.largest_gap, 1e-9);
}

// A gap that is there at the start is given back by the share kappa per step, not kept.
TEST(SlidingSchemes, FeedbackClosesAGap) {
  const ReducedSystem system = TableSlider().system();
  MoreauJeanSliding s(system, 1e-5);
  const SlidingEquilibrium rest = sliding_equilibrium(system, s.geometry(), 0.5, 0.0);
  const Vector up = system.lone().as<ReducedSliding>()->slave_rows.row(1).transpose();
  s.set_state(rest.q + 1e-6 * up / up.squaredNorm(), Vector::Zero(3));
  double largest = 0.0;
  for (int k = 0; k < 60; ++k) {
    s.step({});
    if (k == 0) {
      EXPECT_NEAR(s.place().gap, 1e-6, 1e-8);
    }
    if (k >= 55) largest = std::max(largest, std::abs(s.place().gap));
  }
  EXPECT_LT(largest, 1e-8);
}

// Rows and gap of a step belong to the path at its end and to the predicted motion.
TEST(SlidingSchemes, TakeTheGeometryOfTheEndOfTheStep) {
  TableSlider t;
  ReducedSystem system = t.system();
  system.make_lone().as<ReducedSliding>()->law.velocity = 100.0;
  for (const Scheme scheme :
       {Scheme::moreau_jean, Scheme::generalised_alpha, Scheme::explicit_reference}) {
    const auto s = stepper(system, scheme, 1e-4);
    const Vector along = system.lone().as<ReducedSliding>()->slave_rows.row(0).transpose();
    s->set_state(sliding_equilibrium(system, s->geometry(), 0.5, 0.0).q,
                 50.0 * along / along.squaredNorm());
    const double x0 = along.dot(s->q());
    s->step({});
    EXPECT_NEAR(s->geometry().undeformed_x(s->place()), 0.5 + x0 + 0.01 + 0.005, 1e-4);
    EXPECT_EQ(s->time(), 1e-4);
  }
}

double energy(const ReducedSystem& system, const SlidingStepper& s) {
  return 0.5 * s.v().squaredNorm() + 0.5 * system.omega.cwiseProduct(s.q()).squaredNorm() -
         system.constant_force.dot(s.q());
}

// A table slider whose friction is far above its flutter threshold: sliding first grows, then
// sticks; the bilateral run says when, the unilateral one goes on.
TableSlider fluttering() {
  TableSlider slider;
  slider.friction = 1.3 * slider.flutter_friction();
  return slider;
}

ReducedSystem growing(SlidingKind kind) {
  ReducedSystem system = fluttering().system();
  system.make_lone().as<ReducedSliding>()->law.kind = kind;
  system.make_lone().as<ReducedSliding>()->law.velocity = 0.05;
  return system;
}

Vector disturbed(const ReducedSystem& system, const SlidingStepper& s) {
  return sliding_equilibrium(system, s.geometry(), 0.5,
                             system.lone().as<ReducedSliding>()->law.friction)
             .q +
         Vector{{1e-4, 1e-4, 0.0}};
}

TEST(SlidingSchemes, SayWhenSlidingEnds) {
  const ReducedSystem system = growing(SlidingKind::bilateral);
  std::vector<SlidingViolation> ends;
  for (const Scheme scheme :
       {Scheme::explicit_reference, Scheme::moreau_jean, Scheme::generalised_alpha}) {
    const auto s = stepper(system, scheme, 1e-5);
    const Vector q0 = sliding_equilibrium(system, s->geometry(), 0.5,
                                          system.lone().as<ReducedSliding>()->law.friction)
                          .q;
    // velocities that keep the contact: along x only
    const Vector v0 =
        0.02 * system.lone().as<ReducedSliding>()->slave_rows.row(0).transpose() * 0.7;
    s->set_state(q0, v0);
    SlidingRunOptions options;
    options.duration = 5.0;
    options.window = 1.0;
    options.stop_at_violation = true;
    const SlidingSummary run = run_sliding(s.get(), options);
    ASSERT_TRUE(run.violation.has_value());
    EXPECT_EQ(run.violation->time, run.time);
    EXPECT_GT(run.violation->time, 0.1);
    ends.push_back(*run.violation);
  }
  for (const SlidingViolation& end : ends) {
    EXPECT_EQ(end.kind, ends.front().kind);
    EXPECT_NEAR(end.time, ends.front().time, 1e-4);
  }
}

// A strongly unstable place that is passed slowly: the squeal ends in sticking.
TEST(SlidingSchemes, BeamsStickWhenTheExplicitReferenceSays) {
  ReducedSystem system = beam_on_beam(0.3);
  system.make_lone().as<ReducedSliding>()->law.velocity = 0.005;
  system.make_lone().as<ReducedSliding>()->geometry.start = 0.0915;
  const auto end = [&](Scheme scheme, double step) {
    const auto s = stepper(system, scheme, step);
    s->set_state(sliding_equilibrium(system, s->geometry(), 0.0915, 0.3).q, Vector::Zero(245));
    SlidingRunOptions options;
    options.duration = 0.1;
    options.inputs = kick();
    options.stop_at_violation = true;
    return run_sliding(s.get(), options).violation;
  };
  const auto reference = end(Scheme::explicit_reference, 5e-8);
  ASSERT_TRUE(reference.has_value());
  EXPECT_EQ(reference->kind, SlidingEnd::sticking);
  EXPECT_NEAR(reference->time, 0.03782, 1e-4);
  for (const Scheme scheme : {Scheme::moreau_jean, Scheme::generalised_alpha}) {
    for (const double step : {1e-6, 5e-6}) {
      const auto found = end(scheme, step);
      ASSERT_TRUE(found.has_value());
      EXPECT_EQ(found->kind, SlidingEnd::sticking);
      EXPECT_NEAR(found->time, reference->time, 1e-4);
    }
  }
}

// dE = work of the contact (all of the rest is conservative), which friction on a table at rest in
// x takes from the structure and the moving frame puts in; relative to the table it is never
// positive.
TEST(SlidingSchemes, UnilateralContactDissipates) {
  const ReducedSystem system = growing(SlidingKind::unilateral);
  MoreauJeanSliding s(system, 1e-4);
  s.set_state(disturbed(system, s), Vector::Zero(3));
  double before = energy(system, s), dissipated = 0.0;
  const double friction = system.lone().as<ReducedSliding>()->law.friction;
  bool stuck = false;
  for (int k = 0; k < 100000 && s.path(s.time()) < 1.4; ++k) {
    s.step({});
    const double now = energy(system, s);
    ASSERT_NEAR(now - before, s.contact_work(), 1e-12 * (1 + std::abs(now)));
    // power of the frame: friction times its velocity, on a flat table
    const double loss =
        s.step_size() * s.friction_force() * system.lone().as<ReducedSliding>()->law.velocity +
        s.contact_work();
    EXPECT_LE(loss, 1e-12);
    dissipated -= loss;
    stuck = stuck || std::abs(s.friction_force()) < 0.99 * friction * s.force();
    before = now;
  }
  EXPECT_TRUE(stuck);
  EXPECT_GT(dissipated, 1e-3);
  EXPECT_LT(s.q().norm(), 1.0);  // bounded, which the bilateral run is not
}

// Dropped from above the slave falls freely, lands and stays: without restitution, on the table.
TEST(SlidingSchemes, UnilateralContactOpensAndCloses) {
  TableSlider t;
  ReducedSystem system = t.system();
  system.make_lone().as<ReducedSliding>()->law.kind = SlidingKind::unilateral;
  system.damping.setConstant(3.0);
  MoreauJeanSliding s(system, 1e-4);
  const Vector start =
      0.02 * t.mass * system.lone().as<ReducedSliding>()->slave_rows.row(1).transpose();
  s.set_state(start, Vector::Zero(3));
  s.step({});
  EXPECT_EQ(s.force(), 0.0);
  double highest = 0.0;
  for (int k = 0; k < 60000; ++k) {
    s.step({});
    highest = std::max(highest, s.force());
    EXPECT_GE(s.force(), 0.0);
    EXPECT_GT(s.place().gap, -1e-4);
  }
  EXPECT_GT(highest, 2 * s.force());
  EXPECT_NEAR(s.force(), sliding_equilibrium(system, s.geometry(), 0.5, 0.0).force, 1e-3);
}

TEST(SlidingSchemes, Refuse) {
  const ReducedSystem system = beam_on_beam(0.3);
  EXPECT_THROW(MoreauJeanSliding(system, 0.0), Error);
  EXPECT_THROW(GeneralisedAlphaSliding(system, 1e-6, 1.2), Error);
  EXPECT_NEAR(ForwardIncrementSliding::step_limit(system), 7.1e-8, 0.1e-8);
  EXPECT_THROW(ForwardIncrementSliding(system, 1e-7), Error);
  ReducedSystem unilateral = system;
  unilateral.make_lone().as<ReducedSliding>()->law.kind = SlidingKind::unilateral;
  EXPECT_THROW(ForwardIncrementSliding(unilateral, 5e-8), Error);
  EXPECT_THROW(GeneralisedAlphaSliding(unilateral, 1e-6, 0.9), Error);
  MoreauJeanSliding s(system, 1e-4);
  EXPECT_THROW(s.set_state(Vector::Zero(3), Vector::Zero(3)), Error);
  s.set_state(Vector::Zero(245), Vector::Zero(245));
  SlidingRunOptions options;
  EXPECT_THROW(run_sliding(&s, options), Error);
  options.duration = 10.0;  // 30 cm: the slave leaves its target
  EXPECT_THROW(run_sliding(&s, options), Error);
}

}  // namespace
}  // namespace mortise::gen
