// The measures of contacts on curves whose errors are known.
#include "generator/judge/certify/contact_errors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace mortise::gen {
namespace {

constexpr double kStep = 1e-3;
constexpr int kSteps = 1000;

// Curves of `contacts` contacts, by the normal impulse of each over time.
Trajectory run_of(int contacts, const std::function<double(int contact, double t)>& impulse,
                  const std::function<double(double t)>& energy) {
  Trajectory t;
  t.contacts.kept = true;
  t.largest_energy = 2.0;
  for (int k = 0; k <= kSteps; ++k) {
    t.time.push_back(k * kStep);
    t.contacts.energy.push_back(energy(t.time.back()));
    std::vector<double> rows(static_cast<std::size_t>(3 * contacts), 0.0);
    for (int c = 0; c < contacts; ++c)
      rows[static_cast<std::size_t>(3 * c)] = impulse(c, t.time.back());
    t.contacts.impulse.push_back(rows);
  }
  return t;
}

double hit_at(double at, double t) { return t >= at - 1e-9 ? 1.0 : 0.0; }
double one(double) { return 1.0; }

Measured errors_of(const Trajectory& run, const Trajectory& reference, double time) {
  Measured errors;
  compare_contacts(run, reference, time, &errors);
  return errors;
}

// At a time it would be all wrong; over T it is off by its share of it.
TEST(ContactErrors, AnImpactThatIsLateIsOffByItsShareOfTheTime) {
  const auto late_by = [](double dt) {
    return run_of(
        1, [dt](int, double t) { return hit_at(0.5 + dt, t); }, one);
  };
  for (const double dt : {1e-3, 4e-3}) {
    const Measured e = errors_of(late_by(dt), late_by(0.0), 0.02);
    EXPECT_NEAR(*e[Measure::force], dt / 0.02, 1e-9);
    EXPECT_NEAR(*e[Measure::filtered_force], dt / 0.02, 1e-9);
  }
  EXPECT_NEAR(*errors_of(late_by(1e-3), late_by(0.0), 0.0)[Measure::force], 1.0, 1e-9);
}

// What doubles when the step is halved, an impulse train, has the filtered force of a steady push.
TEST(ContactErrors, AnImpulseTrainIsTheForceThatItComesTo) {
  const Trajectory train = run_of(
      1, [](int, double t) { return 1e-2 * std::floor(t / 1e-2 + 1e-9); }, one);
  const Trajectory steady = run_of(
      1, [](int, double t) { return t; }, one);
  EXPECT_LT(*errors_of(train, steady, 0.1)[Measure::filtered_force], 0.06);
  EXPECT_GT(*errors_of(train, steady, 0.0)[Measure::filtered_force], 5.0);
}

// Contacts do not make up for one another; one that hardly pushes counts as a share of the largest.
TEST(ContactErrors, AreOfTheWorstContact) {
  const auto pushes = [](double first, double second) {
    return run_of(
        2, [=](int c, double t) { return t * (c == 0 ? first : second); }, one);
  };
  EXPECT_NEAR(*errors_of(pushes(1.1, 0.9), pushes(1.0, 1.0), 0.01)[Measure::force], 0.1, 1e-9);
  EXPECT_NEAR(*errors_of(pushes(1.0, 2e-3), pushes(1.0, 1e-3), 0.01)[Measure::force], 0.02, 1e-9);
}

// Two contacts that lose nothing but rounding: their losses are all wrong, what remains is not.
TEST(ContactErrors, EnergyIsWhatRemains) {
  const auto push = [](int, double t) { return t; };
  Trajectory run = run_of(1, push, [](double t) { return 1.0 - 0.01 * t; });
  Trajectory reference = run_of(1, push, one);
  run.dissipated_in_contact = 1e-3;
  run.contacts.friction = 4e-4;
  run.contacts.scheme = 1e-4;
  reference.dissipated_in_contact = 1e-9;
  const Measured e = errors_of(run, reference, 0.01);
  EXPECT_NEAR(*e[Measure::remaining_energy], 0.01 * (1.0 - 4.5e-3) / 2.0, 1e-12)
      << "the mean of the last ten times, of the largest energy";
  EXPECT_FALSE(e[Measure::dissipated_energy]);
  const ContactLosses losses = contact_losses(run, 2.0);
  EXPECT_NEAR(losses.friction, 2e-4, 1e-15);
  EXPECT_NEAR(losses.impact, 2.5e-4, 1e-15);
  EXPECT_NEAR(losses.scheme, 5e-5, 1e-15);
}

TEST(ContactErrors, WhatNothingPushedIsNotMeasured) {
  const Trajectory free = run_of(
      1, [](int, double) { return 0.0; }, one);
  const Measured e = errors_of(free, free, 0.01);
  EXPECT_FALSE(e[Measure::force]);
  EXPECT_FALSE(e[Measure::filtered_force]);
}

}  // namespace
}  // namespace mortise::gen
