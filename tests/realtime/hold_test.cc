// Which instant every number belongs to: u(t_n) drives the step to t_n+1 and y is that of t_n+1.
// Deterministic: the clock is a number.
#include <gtest/gtest.h>

#include <vector>

#include "generator/bake/structure/bake.hpp"
#include "loop_bench.hpp"
#include "scenario_source.hpp"
#include "tests/realtime/fake_loop.hpp"
#include "tests/realtime/shipped_model.hpp"
#include "tests/robustness/film_models.hpp"
#include "tests/robustness/joint_models.hpp"

namespace mortise::test {
namespace {

using targets::Bench;
using targets::LoopRecord;
using targets::Pump;

TEST(Step, ZeroOrderInputAtTheStartDrivesTheWholeStep) {
  gen::Instance run = integrator(gen::Hold::zero_order);
  EXPECT_EQ(run.model().input_values(), 1);
  Real y = 0;
  for (const Real u : {1.0, 0.0, 4.0}) {
    const Real before = y;
    EXPECT_EQ(run.step(&u, &y), status::kOk);
    EXPECT_EQ(y, before + kStep * u) << "y is the velocity at the end of the step";
  }
}

TEST(Step, LinearInputDrivesByItsMean) {
  gen::Instance run = integrator(gen::Hold::linear);
  EXPECT_EQ(run.model().input_values(), 2);
  Real y = 0;
  const Real u[2] = {1, 4};
  EXPECT_EQ(run.step(u, &y), status::kOk);
  EXPECT_EQ(y, kStep * 2.5);
}

TEST(Pump, ZeroOrderWritesAtEachTickWhatEarlierInputsCaused) {
  gen::Instance run = integrator(gen::Hold::zero_order);
  RecordingBench bench;
  std::vector<Real> memory(Pump::memory_reals(run.model()));
  Pump pump(run.model(), &run.state(), &bench, 1, memory.data());
  for (int n = 0; n < 4; ++n) EXPECT_EQ(pump.tick(), status::kOk);
  // y(t_n) = h (u_0 + ... + u_n-1); nothing is written at t_0
  EXPECT_EQ(bench.written, (std::vector<Real>{kStep * 1, kStep * 3, kStep * 7}));
  EXPECT_EQ(run.state().steps(), 4u);
}

TEST(Pump, LinearWritesAtEachTickWhatInputsUpToNowCaused) {
  gen::Instance run = integrator(gen::Hold::linear);
  RecordingBench bench;
  std::vector<Real> memory(Pump::memory_reals(run.model()));
  Pump pump(run.model(), &run.state(), &bench, 1, memory.data());
  for (int n = 0; n < 4; ++n) EXPECT_EQ(pump.tick(), status::kOk);
  // y(t_n) = y(t_n-1) + h (u_n-1 + u_n) / 2: at the same tick one input more than zero order
  EXPECT_EQ(bench.written, (std::vector<Real>{kStep * 1.5, kStep * 4.5, kStep * 10.5}));
  EXPECT_EQ(run.state().steps(), 3u);
}

TEST(Pump, SeveralStepsPerTickHoldOrInterpolate) {
  for (const gen::Hold hold : {gen::Hold::zero_order, gen::Hold::linear}) {
    gen::Instance run = integrator(hold);
    struct Steps : RecordingBench {
      void stepped(const Real* y, Status) override { velocities.push_back(y[0]); }
      std::vector<Real> velocities;
    } bench;
    std::vector<Real> memory(Pump::memory_reals(run.model()));
    Pump pump(run.model(), &run.state(), &bench, 4, memory.data());
    pump.tick();
    pump.tick();
    const std::vector<Real> first(bench.velocities.begin(), bench.velocities.begin() + 4);
    if (hold == gen::Hold::zero_order) {
      EXPECT_EQ(first, (std::vector<Real>{0.25, 0.5, 0.75, 1.0}));
    } else {  // from 1 to 2: means 1.125, 1.375, 1.625, 1.875
      EXPECT_EQ(first, (std::vector<Real>{0.28125, 0.625, 1.03125, 1.5}));
    }
  }
}

// What the peer and the log get of a tick holds the impulses of all its steps.
TEST(Pump, TicksLoseNoImpulse) {
  const gen::BakeInput input = prepared("bouncing_mass");
  gen::Instance direct = instance_of(input), paced = instance_of(input);
  const Model& model = direct.model();
  const std::size_t force = 4, ny = static_cast<std::size_t>(model.dims().outputs);
  ASSERT_EQ(direct.output_names()[force], "force_normal");
  constexpr int kPerTick = 7, kTicks = 1000;
  struct Peer : Bench {
    void read(Real* u) override { u[0] = 0; }
    void write(const Real* y) override { last.assign(y, y + size), impulse += kPerTick * h * y[4]; }
    std::size_t size = 0;
    Real h = 0, impulse = 0;
    std::vector<Real> last;
  } peer;
  peer.size = ny;
  peer.h = model.step_size();
  std::vector<Real> memory(Pump::memory_reals(model)), y(ny);
  Pump pump(model, &paced.state(), &peer, kPerTick, memory.data());
  Real impulse = 0;
  const Real u[2] = {0, 0};
  for (int n = 0; n < kTicks; ++n) {
    pump.tick();
    for (int j = 0; j < kPerTick; ++j) {
      (void)direct.step(u, y.data());
      impulse += peer.h * y[force];
    }
  }
  pump.tick();  // writes what the last one has made
  EXPECT_GT(impulse, 5.0);
  EXPECT_NEAR(peer.impulse, impulse, 1e-12 * impulse);
  y[force] = peer.last[force], y[force + 1] = peer.last[force + 1];
  EXPECT_EQ(peer.last, y) << "all others are as they are at the end of the tick";
}

// Over the steps of a tick the load of a film has no corner, and the film carries it.
TEST(Pump, CubicInputsAreSmoothOverTheSteps) {
  gen::ReducedFilm film = robustness::line_film();
  film.load_slope = 0;
  gen::Instance run(bake(film, robustness::film_options(film, "line")), "line");
  struct Loads : Bench {
    void read(Real* u) override {
      u[0] = load[tick < 3 ? tick : 3];
      u[1] = 4;
      u[2] = 1;
      ++tick;
    }
    void write(const Real*) override {}
    void stepped(const Real* y, Status st) override {
      seen |= st;
      forces.push_back(y[0]);
    }
    const Real load[4] = {8e4, 8e4, 8.4e4, 8.2e4};
    int tick = 0;
    Status seen = status::kOk;
    std::vector<Real> forces;
  } bench;
  std::vector<Real> memory(Pump::memory_reals(run.model()));
  Pump pump(run.model(), &run.state(), &bench, 4, memory.data());
  for (int n = 0; n < 4; ++n) pump.tick();
  EXPECT_EQ(bench.seen, status::kOk);
  // change (2 t^2 - t^3) + slope t (1 - t)^2 at quarters of the tick
  const Real expected[] = {8e4,     8e4,   8e4,      8e4,   80437.5,  81500,
                           82812.5, 84000, 84343.75, 83750, 82781.25, 82000};
  ASSERT_EQ(bench.forces.size(), std::size(expected));
  for (std::size_t k = 0; k < std::size(expected); ++k)
    EXPECT_NEAR(bench.forces[k], expected[k], 1e-3) << k;
}

TEST(Pump, ReproducesTheOfflineTrajectoryToTheBit) {
  gen::Instance offline = instance_of(prepared("beam_wall")),
                paced = instance_of(prepared("beam_wall"));
  const Model& model = offline.model();
  ASSERT_EQ(model.input_values(), 2) << "the model has a linear input";
  ScenarioPlayer player;
  const std::int32_t throw_scenario = find_scenario(model, "throw");
  ASSERT_TRUE(player.start(model, throw_scenario, &paced.state()));
  ASSERT_TRUE(player.start(model, throw_scenario, &offline.state()));

  struct ScenarioBench : Bench {
    void read(Real* u) override {
      Real both[2];
      player.next(*model, both);
      u[0] = both[0];
    }
    void write(const Real* y) override { last.assign(y, y + model->dims().outputs); }
    const Model* model = nullptr;
    ScenarioPlayer player;
    std::vector<Real> last;
  } bench;
  bench.model = &model;
  bench.player = player;
  std::vector<Real> memory(Pump::memory_reals(model));
  Pump pump(paced.model(), &paced.state(), &bench, 1, memory.data());
  pump.tick();
  std::vector<Real> u(2), y(static_cast<std::size_t>(model.dims().outputs));
  for (int n = 0; n < 5000; ++n) {
    player.next(model, u.data());
    (void)offline.step(u.data(), y.data());
    pump.tick();
    ASSERT_EQ(bench.last, y) << "step " << n;
  }
  EXPECT_GT(offline.state().statistics().steps_in_contact, 0u);
}

// A bench reads inputs ahead of the steps; the phases of a scenario begin with their steps all the
// same, wherever in a tick those lie.
TEST(Pump, PhasesBeginWithTheStepsTheyBelongTo) {
  const gen::ReducedSystem s = robustness::joint_system(
      robustness::joint_law(gen::TangentialKind::oden_pires, gen::ImpactDamper::filled), true,
      true);
  gen::BakeOptions options = robustness::case_options(s, "joint");
  options.scenarios.back().sources.clear();  // the same inputs whatever the rate of the ticks
  options.scenarios.back().ramps.clear();
  const gen::AlignedBytes bytes = gen::bake(s, options);
  for (const int per_tick : {1, 3, 4}) {
    SCOPED_TRACE(per_tick);
    gen::Instance paced(bytes, "paced"), direct(bytes, "direct");
    const Model& model = direct.model();
    const std::int32_t phases = find_scenario(model, "phases");
    ScenarioPlayer player;
    ASSERT_TRUE(player.start(model, phases, &paced.state()));
    targets::ScenarioSource source(model, player, per_tick);
    targets::LoopBench bench(model, paced.state(), &source, nullptr, {});
    ASSERT_TRUE(player.start(model, phases, &direct.state()));
    std::vector<Real> memory(Pump::memory_reals(model));
    Pump pump(model, &paced.state(), &bench, per_tick, memory.data());
    std::vector<Real> u(static_cast<std::size_t>(model.input_values())),
        y(static_cast<std::size_t>(model.dims().outputs));
    std::uint64_t hash = kFnvStart;
    pump.tick();
    while (paced.state().steps() < 180) {
      pump.tick();
      for (int j = 0; j < per_tick; ++j) {
        player.next(model, u.data(), &direct.state());
        const Status status = direct.step(u.data(), y.data());
        hash = hash_step(hash, model, direct.state(), y.data(), status);
      }
      ASSERT_EQ(bench.hash(), hash) << "step " << direct.state().steps();
    }
  }
}

TEST(PacedLoop, ZeroOrderOutputsLeaveAtTheirInstantWhateverTheStepTakes) {
  gen::Instance run = integrator(gen::Hold::zero_order);
  FakeClock clock;
  RecordingBench bench(&clock);
  bench.step_cost = 900;
  std::vector<Real> memory(Pump::memory_reals(run.model()));
  Pump pump(run.model(), &run.state(), &bench, 1, memory.data());
  LoopRecord record;
  const std::int64_t zero = clock.now();
  run_paced(&clock, &pump, 1000, 5, &record);
  ASSERT_EQ(bench.written_at.size(), 4u);
  for (std::size_t n = 0; n < 4; ++n) {
    EXPECT_EQ(bench.written_at[n], zero + 1000 * static_cast<std::int64_t>(n + 2));
    EXPECT_EQ(bench.read_at[n], zero + 1000 * static_cast<std::int64_t>(n + 1));
  }
  EXPECT_EQ(record.overruns, 0u);
  EXPECT_EQ(record.wake_up.largest(), 0.0);
}

TEST(PacedLoop, LinearOutputsLeaveAStepAfterTheirInstant) {
  gen::Instance run = integrator(gen::Hold::linear);
  FakeClock clock;
  RecordingBench bench(&clock);
  bench.step_cost = 300;
  std::vector<Real> memory(Pump::memory_reals(run.model()));
  Pump pump(run.model(), &run.state(), &bench, 1, memory.data());
  LoopRecord record;
  const std::int64_t zero = clock.now();
  run_paced(&clock, &pump, 1000, 3, &record);
  EXPECT_EQ(bench.written_at, (std::vector<std::int64_t>{zero + 2000 + 300, zero + 3000 + 300}));
}

TEST(PacedLoop, OverrunsAreCountedAndNoStepIsLost) {
  gen::Instance run = integrator(gen::Hold::zero_order);
  FakeClock clock;
  RecordingBench bench(&clock);
  bench.step_cost = 1500;
  std::vector<Real> memory(Pump::memory_reals(run.model()));
  Pump pump(run.model(), &run.state(), &bench, 1, memory.data());
  LoopRecord record;
  run_paced(&clock, &pump, 1000, 10, &record);
  EXPECT_EQ(run.state().steps(), 10u);
  EXPECT_EQ(record.overruns, 10u);
  EXPECT_EQ(record.wake_up.total(), 10u);
  EXPECT_NEAR(record.wake_up.largest(), 4.5, 1e-9);  // the last tick starts 9 x 500 ns late
  bench.step_cost = 0;
  const std::uint64_t late = record.overruns;
  run_paced(&clock, &pump, 1000, 10, &record);
  EXPECT_EQ(record.overruns, late);
}

TEST(PacedLoop, PeriodsThatAreNoWholeNanosecondsDoNotDrift) {
  gen::Instance run = integrator(gen::Hold::zero_order);
  FakeClock clock;
  RecordingBench bench(&clock);
  std::vector<Real> memory(Pump::memory_reals(run.model()));
  Pump pump(run.model(), &run.state(), &bench, 1, memory.data());
  LoopRecord record;
  const std::int64_t zero = clock.now();
  run_paced(&clock, &pump, 1000.0 / 3, 300000, &record);
  EXPECT_EQ(clock.now() - zero, 100000000);
}

}  // namespace
}  // namespace mortise::test
