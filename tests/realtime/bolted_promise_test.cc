// The promise for bolted contacts: a hundred thousand steps under random forces and what a broken
// sensor gives, with friction changed on the way.
#include <gtest/gtest.h>

#include "generator/bake/structure/bake.hpp"
#include "tests/realtime/watched_run.hpp"
#include "tests/robustness/bolted_models.hpp"

namespace mortise::test {
namespace {

using gen::Instance;

constexpr int kSteps = 100000;

bool finite_bolted(const Instance& run, const std::vector<Real>& y) {
  const ModelView& m = run.model().view();
  const State& s = run.state();
  Real sum = 0;
  const auto add = [&](const Real* numbers, std::int32_t count) {
    for (std::int32_t k = 0; k < count; ++k) sum += numbers[k] * 0;
  };
  add(y.data(), m.dims.outputs);
  add(s.q(run.model()), m.dims.modes);
  add(s.v(run.model()), m.dims.modes);
  const auto* memory =
      s.at<unsigned char>(m.layout.law_history) + m.bolted_layout.memory[s.current_];
  for (const std::uint32_t rows : {m.bolted_layout.x, m.bolted_layout.y, m.bolted_layout.anchor})
    add(reinterpret_cast<const Real*>(memory + rows), m.bolted.rows);
  return sum == 0;
}

TEST(BoltedPromise, HoldsUnderRandomForces) {
  Instance run(gen::bake(robustness::small_bolted(), robustness::bolted_options("random")),
               "random");
  const int friction = find_parameter(run.model(), "contact.friction");
  Status refused = status::kOk;
  expect_promise(&run, kSteps, finite_bolted, [&](Instance* r, int k) {
    if (k % 70 == 0) refused |= set_parameter(r->model(), r->state(), friction, 1e-3 * (k % 900));
  });
  EXPECT_EQ(refused & status::kBAD_CALL, 0u);
  const Statistics& s = run.state().statistics();
  EXPECT_EQ(s.rolled_back, 0u);
  EXPECT_LE(s.capped, s.steps / 100);
  EXPECT_GT(s.steps_in_contact, s.steps / 2);
}

// Three updates are never enough: the solve is cut short in many steps, and ends passively.
TEST(BoltedPromise, HoldsWhereTheSolveIsCutShort) {
  gen::BoltedBakeOptions options = robustness::bolted_options("capped");
  options.solver.updates = 3;
  Instance run(gen::bake(robustness::small_bolted(), options), "capped");
  expect_promise(&run, kSteps, finite_bolted);
  const Statistics& s = run.state().statistics();
  EXPECT_GE(s.capped, s.steps / 4);
  EXPECT_GE(s.limited, 50u);
  EXPECT_EQ(s.rolled_back, 0u);
  EXPECT_LE(s.iterations_max, 6u);
}

// Beside a stop and a second body on a spring, with any solve cut short.
TEST(BoltedPromise, HoldsBesideOthers) {
  for (const bool capped : {false, true}) {
    gen::BakeOptions options = robustness::screwed_options("screwed");
    if (capped) options.bolted[0].solver.updates = 3;
    Instance run(gen::bake(robustness::screwed_system(robustness::small_bolted(), 3), options),
                 "screwed");
    const int friction = find_parameter(run.model(), "bolts.friction");
    Status refused = status::kOk;
    expect_promise(
        &run, kSteps,
        [](const Instance& r, const std::vector<Real>& y) {
          Real sum = 0;
          for (const Real value : y) sum += value * 0;
          for (std::int32_t k = 0; k < r.dims().modes; ++k)
            sum += r.state().q(r.model())[k] * 0 + r.state().v(r.model())[k] * 0;
          return sum == 0;
        },
        [&](Instance* r, int k) {
          if (k % 70 == 0)
            refused |= set_parameter(r->model(), r->state(), friction, 1e-3 * (k % 900));
        });
    EXPECT_EQ(refused & status::kBAD_CALL, 0u);
    const Statistics& s = run.state().statistics();
    EXPECT_EQ(s.rolled_back, 0u);
    EXPECT_GT(s.steps_in_contact, s.steps / 2);
    if (capped) {
      EXPECT_GE(s.capped, s.steps / 8);
    } else {
      EXPECT_LE(s.capped, s.steps / 100);
    }
  }
}

}  // namespace
}  // namespace mortise::test
