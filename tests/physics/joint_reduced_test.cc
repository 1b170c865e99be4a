// The shipped joints in the runtime: against full order, against published energies and losses, and
// against their own books. Constants: an independent prototype (Newmark, h = 1e-6 s).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "generator/bake/play/play.hpp"
#include "generator/bake/structure/bake_options.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/simulate/structure/run_full.hpp"
#include "tests/physics/models.hpp"

namespace mortise::test {
namespace {

using gen::OutputQuantity;
using gen::Trajectory;

int scenario_index(const gen::Instance& run, const std::string& name) {
  const int index = find_scenario(run.model(), name.c_str());
  EXPECT_GE(index, 0) << name;
  return index;
}

Trajectory run_full_order(const gen::Definition& definition, const gen::AssembledSystem& assembled,
                          const std::string& name, double duration) {
  std::size_t index = 0;
  while (definition.scenarios.at(index).name != name) ++index;
  gen::FullOrderOptions options;
  options.step = definition.step.size.value();
  options.phases = gen::joint_phases(assembled, index);
  const gen::InitialState& start = assembled.scenario_states[index];
  return gen::run_full(
      assembled.system, options,
      gen::sources_of(definition, definition.scenarios[index], assembled.system.inputs, 0.0),
      start.displacement, start.velocity, duration, 1, {});
}

std::size_t column(const Trajectory& t, const std::string& name) {
  const auto at = std::find(t.names.begin(), t.names.end(), name);
  EXPECT_NE(at, t.names.end()) << name;
  return static_cast<std::size_t>(at - t.names.begin());
}

double value(const Trajectory& t, const std::string& name, double time) {
  const auto at = std::lower_bound(t.time.begin(), t.time.end(), time * (1 - 1e-9));
  return t.outputs.at(static_cast<std::size_t>(at - t.time.begin())).at(column(t, name));
}

// Largest difference of any displacement over the largest value of that displacement.
double displacement_error(const Trajectory& reduced, const Trajectory& full) {
  double worst = 0;
  for (std::size_t c = 0; c < full.names.size(); ++c) {
    if (full.quantities[c] != OutputQuantity::displacement) continue;
    double difference = 0, size = 0;
    for (std::size_t k = 0; k < full.outputs.size(); ++k) {
      difference = std::max(difference, std::abs(reduced.outputs[k][c] - full.outputs[k][c]));
      size = std::max(size, std::abs(full.outputs[k][c]));
    }
    worst = std::max(worst, difference / size);
  }
  return worst;
}

// Worst of energy + losses - work - energy at the start, over the work at the end.
double books(const Trajectory& t) {
  const auto sum = [&](const std::vector<double>& y) {
    double s = -y[column(t, "work_external")];
    for (const char* name :
         {"energy_total", "dissipated_material", "dissipated_friction", "dissipated_impact"})
      s += y[column(t, name)];
    return s;
  };
  double worst = 0;
  for (const auto& y : t.outputs) worst = std::max(worst, std::abs(sum(y) - sum(t.outputs[0])));
  return worst / std::abs(t.outputs.back()[column(t, "work_external")]);
}

struct Case {
  const char* name;
  double displacement;                    // limit of the error against full order
  double energy_5, energy_10, energy_50;  // at 5, 10, 50 ms [J]
  double impact;                          // lost until 50 ms [J]
};

class TwoCantileversReduced : public ::testing::TestWithParam<Case> {};

TEST_P(TwoCantileversReduced, FollowFullOrder) {
  const Case& c = GetParam();
  static const gen::Definition definition = shipped("two_cantilevers");
  static const gen::AssembledSystem assembled = gen::assemble(definition, nullptr);
  static const gen::BakeInput input = prepared("two_cantilevers");
  ASSERT_EQ(input.system.size(), 15);
  ASSERT_EQ(input.options.step, 5e-6);
  gen::Instance run = instance_of(input);
  const Trajectory small = gen::play(run, scenario_index(run, c.name), 0.05, 1, {});
  const Trajectory full = run_full_order(definition, assembled, c.name, 0.05);
  EXPECT_EQ(run.state().statistics().capped, 0u);
  EXPECT_LT(displacement_error(small, full), c.displacement);
  EXPECT_LT(books(small), 1e-9);
  const double end = value(full, "energy_total", 0.05);
  EXPECT_NEAR(value(small, "energy_total", 0.05), end, 0.03 * end) << "against full order";
  for (const auto& [time, energy] :
       {std::pair{5e-3, c.energy_5}, {1e-2, c.energy_10}, {5e-2, c.energy_50}})
    EXPECT_NEAR(value(small, "energy_total", time), energy, 0.03 * energy) << time << " s";
  const double friction = value(full, "dissipated_friction", 0.05);
  EXPECT_NEAR(value(small, "dissipated_friction", 0.05), friction, 0.03 * friction);
  // springs give all back but for the corner at g = 0
  const double corner = 2e-3 * value(small, "work_external", 0.05);
  EXPECT_NEAR(value(small, "dissipated_impact", 0.05), c.impact,
              c.impact > 0 ? 0.03 * c.impact : corner);
}

INSTANTIATE_TEST_SUITE_P(Cases, TwoCantileversReduced,
                         ::testing::Values(Case{"case_I", 0.01, 2770.5, 1131.9, 330.7, 0},
                                           Case{"case_II_clamped", 0.03, 1667.6, 639.96, 41.566,
                                                1806.27},
                                           Case{"case_III", 0.01, 3284.0, 2643.2, 726.8, 0},
                                           Case{"case_IV", 0.01, 2722.8, 1800.5, 235.98, 0}),
                         [](const auto& info) { return std::string(info.param.name); });

// The whole 0.1 s of case IV.
TEST(TwoCantileversPublished, FrictionWorkOfCaseFour) {
  gen::Instance run = instance_of(prepared("two_cantilevers"));
  const Trajectory t = gen::play(run, scenario_index(run, "case_IV"), 0.1, 1, {});
  EXPECT_NEAR(value(t, "dissipated_friction", 0.1), 1700.2, 0.03 * 1700.2);
  EXPECT_NEAR(value(t, "dissipated_material", 0.1), 2843.1, 0.03 * 2843.1);
  EXPECT_NEAR(value(t, "work_external", 0.1), 4608.3, 0.01 * 4608.3);
  EXPECT_LT(books(t), 1e-9);
}

// Friction of the first five cycles of 2 ms.
std::vector<double> cycle_losses(const std::string& scenario) {
  static const gen::BakeInput input = prepared("plate_on_base");
  gen::Instance run = instance_of(input);
  const int every = static_cast<int>(std::lround(2e-3 / input.options.step));
  const Trajectory t = gen::play(run, scenario_index(run, scenario), 0.01, every, {});
  EXPECT_EQ(run.state().statistics().capped, 0u);
  EXPECT_LT(books(t), 1e-9);
  std::vector<double> loss;
  const std::size_t friction = column(t, "dissipated_friction");
  for (std::size_t k = 1; k < t.outputs.size(); ++k)
    loss.push_back(t.outputs[k][friction] - t.outputs[k - 1][friction]);
  return loss;
}

TEST(PlateOnBaseReduced, FrictionLossPerCycle) {
  const std::vector<double> heavy = cycle_losses("harmonic_0.05");
  const double published_heavy[] = {1.3457e-3, 1.3470e-3, 1.3501e-3, 1.3565e-3};
  ASSERT_EQ(heavy.size(), 5u);
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_NEAR(heavy[k + 1], published_heavy[k], 0.01 * published_heavy[k]) << "cycle " << k + 2;
  const std::vector<double> light = cycle_losses("harmonic_0.005");
  const double published_light[] = {8.62e-4, 1.729e-3, 1.621e-3, 1.461e-3, 1.542e-3};
  for (std::size_t k = 0; k < 5; ++k)
    EXPECT_NEAR(light[k], published_light[k], 0.03 * published_light[k]) << "cycle " << k + 1;
}

// Normal forces of the law points as the state remembers them [N].
const Real* normal_forces(gen::Instance& run) {
  const ModelView& m = run.model().view();
  return reinterpret_cast<const Real*>(run.state().at<unsigned char>(m.layout.law_history) +
                                       m.joint_layout.memory[run.state().current_] +
                                       m.joint_layout.normal);
}

// Without a pull the pressed plate stays as it is: 1e4 N/m at every law point, no shear.
TEST(PlateOnBaseReduced, StartsPressedAndStaysSo) {
  const gen::BakeInput input = prepared("plate_on_base", {"load.factor=0"});
  gen::Instance run = instance_of(input);
  ScenarioPlayer player;
  ASSERT_TRUE(player.start(run.model(), scenario_index(run, "harmonic_0.005"), &run.state()));
  const auto expect_pressed = [&] {
    for (int k = 0; k < 192; ++k) {
      const double length = input.system.lone()
                                .as<gen::ReducedJoint>()
                                ->points.at(static_cast<std::size_t>(k))
                                .length;
      EXPECT_NEAR(normal_forces(run)[k], 1e4 * length, 1e-5 * 1e4 * length) << k;
    }
  };
  expect_pressed();
  std::vector<double> u(8), y(static_cast<std::size_t>(run.dims().outputs));
  for (int k = 0; k < 500; ++k) {
    player.next(run.model(), u.data(), &run.state());
    EXPECT_EQ(run.step(u.data(), y.data()), status::kOk);
  }
  expect_pressed();
  EXPECT_LT(std::abs(y[5]), 0.1) << "friction [N/m]: the plate has not moved along its base";
}

// Pressing: no friction, heavy damping. Rubbing: both change at 0.02 s.
TEST(PlateOnBaseReduced, PhasesSwitchDampingAndFriction) {
  static const gen::Definition definition = shipped("plate_on_base");
  const gen::BakeInput input = prepared("plate_on_base");
  gen::Instance run = instance_of(input);
  const Trajectory t = gen::play(run, scenario_index(run, "press_and_rub"), 0.024, 1, {});
  EXPECT_EQ(value(t, "dissipated_friction", 0.02), 0.0);
  EXPECT_EQ(value(t, "tau_left", 0.02), 0.0);
  EXPECT_NE(value(t, "tau_left", 0.02 + 2e-6), 0.0);
  EXPECT_GT(value(t, "dissipated_friction", 0.024), 1e-3);
  EXPECT_NEAR(value(t, "p_mid", 0.02), 1e4, 1.0) << "the press has settled";
  // switching itself neither gives nor takes energy
  EXPECT_LT(books(t), 1e-9);
  // the press is heavily damped, the rub is not: losses in the plate by its friction-excited motion
  const gen::AssembledSystem assembled = gen::assemble(definition, nullptr);
  const Trajectory full = run_full_order(definition, assembled, "press_and_rub", 0.024);
  EXPECT_LT(displacement_error(t, full), 0.01);
  for (const double time : {0.002, 0.02, 0.024}) {
    const double loss = value(full, "dissipated_material", time);
    EXPECT_NEAR(value(t, "dissipated_material", time), loss, 0.02 * loss) << time;
  }
}

}  // namespace
}  // namespace mortise::test
