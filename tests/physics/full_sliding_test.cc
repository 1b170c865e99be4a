// Sliding contacts among the interfaces of assemblies at full order: as the run of one alone, as
// the runtime where no mode is left out, closed forms beside a spring and a stop.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "generator/bake/structure/assembly_modes.hpp"
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
      modal.sliding = modal.interfaces.front().sliding;
      modal.interfaces.clear();
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
  for (int seed = 0; seed < 40; ++seed) {
    const Twins t = compare_twins(with_rayleigh(random_sliding(seed)), 1e-5, 300);
    EXPECT_LT(t.error, 1e-9) << seed << " capped " << t.capped;
    EXPECT_EQ(t.unsolved, 0) << seed;
    EXPECT_LT(t.balance, 1e-12) << seed;
  }
}

}  // namespace
}  // namespace mortise::test
