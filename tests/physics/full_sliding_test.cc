// Sliding contacts among the interfaces of assemblies at full order: as the run of one alone, as
// the runtime where no mode is left out, closed forms beside a spring and a stop.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "generator/ground/text/error.hpp"
#include "generator/simulate/sliding/schemes.hpp"
#include "generator/simulate/structure/run_full.hpp"
#include "tests/physics/full_assemblies.hpp"

namespace mortise::test {
namespace {

using namespace gen;

// Alone in its group: the offline step of one sliding contact in modal coordinates.
TEST(FullSliding, AloneIsTheRunOfOneContact) {
  for (const SlidingKind kind : {SlidingKind::bilateral, SlidingKind::unilateral}) {
    for (const double velocity : {0.05, -0.05}) {
      Assembly a = with_rayleigh(table_slider(kind, velocity, 0.6));
      a.start({0, -2.0 / 300, 0}, {0, kind == SlidingKind::unilateral ? 0.3 : 0.0, 0});
      ReducedSystem modal = a.system();
      modal.alone = true;
      const double h = 1e-4;
      MoreauJeanSliding alone(modal, h);
      alone.set_state(modal.initial_q, modal.initial_v);
      const FullSystem system = full_order(a.system(), mixed_shapes(a.system()));
      const Matrix shapes = mixed_shapes(a.system());
      AssemblyOrder run(system, h);
      double largest = 0.0;
      long open = 0;
      for (int k = 0; k < 3000; ++k) {
        alone.step({});
        const auto report = run.step(kNoInput);
        ASSERT_TRUE(report->solved) << k;
        open += report->touching ? 0 : 1;
        largest = std::max(largest, alone.v().cwiseAbs().maxCoeff());
        ASSERT_LT((shapes * alone.v() - run.velocity()).cwiseAbs().maxCoeff(), 1e-9 * largest) << k;
      }
      EXPECT_LT((shapes * alone.q() - run.displacement()).norm(), 1e-9 * alone.q().norm());
      EXPECT_EQ(open > 100, kind == SlidingKind::unilateral) << open;
    }
  }
}

// Two slaves on a table that gives way, drawn in opposite directions under 2 and 1.5 N; a rail that
// rubs along one of them.
Assembly two_slaves(SlidingKind one, SlidingKind two) {
  Matrix k = Matrix::Zero(5, 5);
  k.diagonal() << 600, 300, 500, 250, 4000;
  k(0, 1) = k(1, 0) = 60;
  k(2, 3) = k(3, 2) = -80;
  Assembly a = masses({0.7, 0.7, 0.4, 0.4, 0.1}, k);
  const std::vector<double> rest(5), table = {0, 0, 0, 0, 1};
  const std::vector<Assembly::ChainNode> chain = {
      {0, rest, table}, {1, rest, table}, {2, rest, {0, 0, 0, 0, 1.3}}};
  SlidingLaw law;
  law.kind = one;
  law.velocity = 0.3;
  law.friction = 0.5;
  a.sliding("right", {1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, chain, 0.9, law);
  law.kind = two;
  law.velocity = -0.1;
  law.friction = 0.4;
  a.sliding("left", {0, 0, 1, 0, 0}, {0, 0, 0, 1, 0}, chain, 1.5, law);
  a.stop("rail", {-1, 0, 0, 0, 0}, 1e-3, 0.3, 0.2, {0, 1, 0, 0, 0});
  a.force({0, -2, 0, -1.5, 0});
  return a;
}

TEST(FullSliding, SeveralOnOneBodyAreThoseOfTheRuntime) {
  const SlidingKind kinds[] = {SlidingKind::bilateral, SlidingKind::unilateral};
  for (const SlidingKind one : kinds) {
    for (const SlidingKind two : kinds) {
      const Twins t = compare_twins(with_rayleigh(two_slaves(one, two)), 1e-4, 2000);
      EXPECT_LT(t.error, 1e-9);
      EXPECT_EQ(t.unsolved, 0);
      EXPECT_LT(t.balance, 1e-12);
    }
  }
}

TEST(FullSliding, IsTheRuntimeWithAllModes) {
  const struct {
    const char* name;
    Assembly assembly;
    double h;
    long steps;
  } cases[] = {{"kept table", table_slider(SlidingKind::bilateral, 0.05, 0.9), 1e-4, 2000},
               {"table", table_slider(SlidingKind::unilateral, 0.05, 0.9), 1e-4, 2000},
               {"kept belt", belt(SlidingKind::bilateral), 1e-4, 1000},
               {"belt", belt(SlidingKind::unilateral), 1e-4, 1000},
               {"kept drawn", drawn_along(SlidingKind::bilateral, 0.4), 2e-5, 2000},
               {"drawn", drawn_along(SlidingKind::unilateral, 0.4), 2e-5, 2000},
               {"drawn back", drawn_along(SlidingKind::unilateral, -0.02), 1e-4, 1000}};
  for (const auto& c : cases) {
    const Twins t = compare_twins(with_rayleigh(c.assembly), c.h, c.steps);
    EXPECT_LT(t.error, 1e-9) << c.name << ' ' << c.h;
    EXPECT_EQ(t.unsolved, 0) << c.name;
    EXPECT_GT(t.touched, 0u) << c.name;
    EXPECT_LT(t.balance, 1e-12) << c.name;
  }
}

TEST(FullSliding, RandomOnesAreTheRuntimeWithAllModes) {
  int kept = 0, beside_stops = 0, beside_joints = 0;
  for (int seed = 0; seed < 40; ++seed) {
    const Assembly a = with_rayleigh(random_sliding(seed));
    const auto& all = a.system().interfaces;
    kept += all.back().as<ReducedSliding>()->law.kind == SlidingKind::bilateral ? 1 : 0;
    for (const ReducedInterface& i : all) {
      beside_stops += i.contacts().points.empty() ? 0 : 1;
      beside_joints += i.as<ReducedJoint>() ? 1 : 0;
    }
    const Twins t = compare_twins(a, 1e-5, 300);
    EXPECT_LT(t.error, 1e-9) << seed << " capped " << t.capped;
    EXPECT_EQ(t.unsolved, 0) << seed;
    EXPECT_LT(t.balance, 1e-12) << seed;
  }
  EXPECT_GT(kept, 10);
  EXPECT_LT(kept, 30);
  EXPECT_GT(beside_stops, 40);
  EXPECT_GT(beside_joints, 40);
}

// Forces, slips, places and the books of every interface, through changes of the law.
TEST(FullSliding, OutputsAndBooksAreThoseOfTheRuntime) {
  using Q = OutputQuantity;
  for (const SlidingKind kind : {SlidingKind::bilateral, SlidingKind::unilateral}) {
    for (const double velocity : {0.4, -0.02}) {
      Assembly a = with_rayleigh(drawn_along(kind, velocity));
      ReducedSystem& s = a.system();
      s.outputs = {{"force", "N", Q::contact_force, 0, 0},
                   {"friction", "N", Q::contact_force, 1, 0},
                   {"slip", "m/s", Q::sliding_velocity, 0, 0},
                   {"position", "m", Q::contact_position, 0, 0}};
      a.energy_outputs();
      const double h = 2e-5;
      BakeOptions options = assembly_options(h);
      options.solver.tolerance = 1e-12;
      Instance reduced(bake(s, options), "reduced");
      const FullSystem system = full_order(s, mixed_shapes(s));
      AssemblyOrder full(system, h);
      std::vector<double> largest(s.outputs.size()), off(s.outputs.size()), y(s.outputs.size());
      unsigned long first_not_sliding = 0;
      Status seen = 0;
      for (unsigned long k = 1; k <= 1500; ++k) {
        const struct {
          unsigned long step;
          const char* name;
          int number;
          double value;
        } changes[] = {{600, "slave.friction", 16, 0.15}, {900, "slave.velocity", 17, 0.3}};
        for (const auto& c : changes) {
          if (k != c.step) continue;
          full.change({0.0, 0, c.number, c.value});
          ASSERT_EQ(set_parameter(reduced.model(), reduced.state(),
                                  find_parameter(reduced.model(), c.name), c.value),
                    0u);
        }
        seen |= reduced.step(nullptr, y.data());
        const auto report = full.step(kNoInput);
        ASSERT_TRUE(report->solved) << k;
        if (!report->sliding && first_not_sliding == 0) first_not_sliding = k;
        const Vector expected = full.outputs();
        for (std::size_t i = 0; i < y.size(); ++i) {
          const double value = expected[static_cast<Eigen::Index>(i)];
          largest[i] = std::max(largest[i], std::abs(value));
          off[i] = std::max(off[i], std::abs(value - y[i]));
        }
      }
      EXPECT_FALSE(seen & (status::kCAPPED | status::kROLLED_BACK | status::kOFF_TARGET));
      for (std::size_t i = 0; i < y.size(); ++i) {
        const bool energy = i >= 4;
        EXPECT_LT(off[i], 1e-8 * (energy ? largest[4] + largest[7] : largest[i]))
            << s.outputs[i].name << ' ' << velocity;
        EXPECT_GT(largest[i], i == 13 ? -1.0 : 0.0) << i;  // the stop does not rub
      }
      EXPECT_NEAR(full.outputs()[3], 0.7 + 899 * h * velocity + 601 * h * 0.3, 1e-12);
      if (kind == SlidingKind::bilateral) {
        EXPECT_EQ(first_not_sliding, reduced.state().statistics().first_not_sliding);
      }
      // the stop's contacts alone, as of the file
      EXPECT_EQ(full.contact_impulse().size(), 3);
      EXPECT_NEAR(full.contact_impulse()[0], full.interfaces()[1].normal_impulse, 1e-15);
      EXPECT_GT(full.interfaces()[0].normal_impulse, 0.0);
    }
  }
}

// m u'' + K u = -mu N while the ground slides away below: what moves the frame is external work.
TEST(FullSliding, BooksOfABeltAreTheClosedForm) {
  for (const SlidingKind kind : {SlidingKind::bilateral, SlidingKind::unilateral}) {
    const double K = 1.5e4, w = std::sqrt(K), shift = 30 / K, h = 1e-4;
    const FullSystem system = full_order(belt(kind));
    AssemblyOrder run(system, h);
    for (int k = 0; k < 500; ++k) ASSERT_TRUE(run.step(kNoInput)->solved);
    const double x = run.displacement()[0];
    EXPECT_NEAR(x, -shift * (1 - std::cos(w * 0.05)), 3e-6);
    EXPECT_NEAR(run.displacement()[1], 0, 1e-15);
    EXPECT_NEAR(run.external(), 30 * 0.5 * 0.05, 1e-10);
    EXPECT_NEAR(run.books(1).friction, 30 * (0.5 * 0.05 + x), 1e-10);
    EXPECT_NEAR(run.books(1).impact, 0, 1e-12);
    EXPECT_LT(off_balance(run, 0.0), 1e-13);
    EXPECT_NEAR(run.interfaces()[1].normal_impulse, 100 * 0.05, 1e-10);
    EXPECT_NEAR(run.interfaces()[1].tangential_impulse, 30 * 0.05, 1e-10);
  }
}

// What shares no body is a run of its own.
TEST(FullSliding, SlidesThatShareNoBodyAreRunsOfTheirOwn) {
  const Assembly one = table_slider(SlidingKind::bilateral, 0.05, 0.3),
                 two = drawn_along(SlidingKind::unilateral, 0.4);
  const double h = 2e-5;
  const FullSystem both = full_order(one.beside(two)), first = full_order(one),
                   second = full_order(two);
  AssemblyOrder pair(both, h), left(first, h), right(second, h);
  for (int k = 0; k < 1500; ++k) {
    (void)pair.step(kNoInput);
    (void)left.step(kNoInput);
    (void)right.step(kNoInput);
    ASSERT_LT((pair.velocity().head(3) - left.velocity()).norm(), 1e-11) << k;
    ASSERT_LT((pair.velocity().tail(14) - right.velocity()).norm(), 1e-9) << k;
  }
  EXPECT_NEAR(pair.books(0).friction, left.books(0).friction, 1e-12);
  EXPECT_NEAR(pair.books(1).friction, right.books(0).friction, 1e-9);
}

// Seven contacts on four modes: forces that are not unique, down to rounding. Steps that cannot be
// solved to the tolerance end in time and say so.
TEST(FullSliding, StepsWithoutHopeEnd) {
  const Assembly a = with_rayleigh(random_sliding(100));
  const FullSystem system = full_order(a.system(), mixed_shapes(a.system()));
  const double h = 2e-5;
  AssemblyOrder run(system, h);
  const double start = run.kinetic() + run.strain();
  for (long k = 0; k < 53; ++k) {
    const double t = static_cast<double>(k) * h;
    (void)run.step(Vector{{0.5 * (two_tones(t) + two_tones(t + h))}});
  }
  EXPECT_LT(run.iterations(), 100);
  EXPECT_LE(run.unsolved_steps(), 1);
  EXPECT_LT(run.worst_residual(), 1e-11);
  EXPECT_LT(off_balance(run, start), 1e-12);
}

std::string refusal_of(const Assembly& a, double h, long steps) {
  const FullSystem system = full_order(a);
  try {
    AssemblyOrder run(system, h);
    for (long k = 0; k < steps; ++k) (void)run.step(kNoInput);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(FullSliding, RunsThatCannotGoOnSayWhy) {
  const Assembly leaves = table_slider(SlidingKind::bilateral, 1.0, 0.1);
  EXPECT_NE(refusal_of(leaves, 1e-3, 2000).find("left its target"), std::string::npos);
  // m_x w_y: the spring couples along and across
  Assembly wedged = masses({1.0, 1.0}, Matrix{{1e4, 0}, {0, 1e4}});
  SlidingLaw law;
  law.velocity = 0.1;
  law.friction = 2.0;
  wedged.sliding("pin", {1, 0.6}, {0, 1}, {{0, {0, 0}, {0, 0}}, {1, {0, 0}, {0, 0}}}, 0.5, law);
  const std::string found = refusal_of(wedged, 1e-4, 1);
  EXPECT_NE(found.find("interface pin wedges"), std::string::npos) << found;
}

}  // namespace
}  // namespace mortise::test
