// Two masses that bounce on the springs of a joint: what their steps gain and lose, in the runtime
// and at full order, and how they come back.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tests/physics/two_masses.hpp"

namespace mortise::test {

using gen::Vector;

inline constexpr double kTolerance = 1e-12;  // of the motion; the stiffest springs resolve no less

// Energy over that at the start.
struct Bounces {
  double gained = -1.0, lost = -1.0;  // most of a step [-]
  double total = 0.0;                 // lost in all [-]
  double balance = 0.0;               // worst of the books [-]
  long crossed = 0;  // steps after which a spring holds that did not, or the reverse
  long unsolved = 0;
};

inline void take(double lost, Bounces* b) {
  b->gained = std::max(b->gained, b->total - lost);
  b->lost = std::max(b->lost, lost - b->total);
  b->total = lost;
}

inline Bounces bounces_in_runtime(const TwoMasses& masses, const Vector& v, double h, int steps) {
  RuntimeMasses run(masses, h, 0, kTolerance);
  run.start(Vector::Zero(4), v);
  const double start = 0.5 * masses.mass * v.squaredNorm();
  Bounces b;
  bool held = false;
  for (int k = 0; k < steps; ++k) {
    b.unsolved += run.step(0.0, 0.0) == status::kOk ? 0 : 1;
    take(run.y.impact / start, &b);
    b.balance = std::max(b.balance, std::abs(run.y.balance() - start) / start);
    const bool holds = run.y.normal[0] != 0.0;
    b.crossed += holds != held ? 1 : 0;
    held = holds;
  }
  return b;
}

inline Bounces bounces_at_full_order(const TwoMasses& masses, const Vector& v, double h,
                                     int steps) {
  const gen::FullSystem full = masses.full();
  gen::AssemblyOrder order(full, h);
  order.set_state(Vector::Zero(4), v);
  const double start = 0.5 * masses.mass * v.squaredNorm();
  Bounces b;
  for (int k = 0; k < steps; ++k) {
    (void)order.step(Vector::Zero(3));
    const gen::EnergyBooks books = order.books();
    take(books.dissipated / start, &b);
    b.balance = std::max(b.balance, std::abs(books.stored + books.dissipated - start) / start);
  }
  b.unsolved = order.unsolved_steps();
  return b;
}

inline double between(double low, double high, std::mt19937* draw) {
  return std::uniform_real_distribution<double>(low, high)(*draw);
}

// Both masses fall, at different speeds.
inline Vector both_falling(std::mt19937* draw) {
  const double first = between(0.2, 1.0, draw);
  return Vector{{0.0, -first, 0.0, -between(0.2, 1.0, draw)}};
}

// ---- closed forms of a bounce

// One mass per law point: both fall alike on springs of half the interface each.
struct SpringBounce {
  double speed = 0.0;  // afterwards, over that before [-]
  double time = 0.0;   // since it touched, until it is as far away again as it began [s]
};

inline SpringBounce rebound(const TwoMasses& masses, double v, double above, double h) {
  RuntimeMasses run(masses, h);
  run.start(Vector{{0, above, 0, above}}, Vector{{0, -v, 0, -v}});
  SpringBounce b;
  for (int k = 1; k < 1000000; ++k) {
    EXPECT_EQ(run.step(0.0, 0.0), status::kOk);
    if (run.y.vy1 <= 0.0 || run.y.normal[0] > 0.0 || run.y.y1 < above) continue;
    b.speed = run.y.vy1 / v;
    b.time = k * h - above / v - run.y.y1 / run.y.vy1;
    break;
  }
  return b;
}

// Errors over several places within a step where the mass touches: their root mean square.
struct ReboundError {
  double speed = 0.0, time = 0.0;
};

inline ReboundError rebound_errors(const TwoMasses& masses, double v, const SpringBounce& exact,
                                   double h) {
  ReboundError e;
  constexpr int kPlaces = 16;
  for (int i = 0; i < kPlaces; ++i) {
    const SpringBounce b = rebound(masses, v, (2 + (i + 0.5) / kPlaces) * v * h, h);
    e.speed += std::pow(b.speed / exact.speed - 1, 2) / kPlaces;
    e.time += std::pow(b.time / exact.time - 1, 2) / kPlaces;
  }
  return {std::sqrt(e.speed), std::sqrt(e.time)};
}

}  // namespace mortise::test
