// Song et al., example II: a plate pressed on a rigid base and pulled, against an independent
// prototype, and in equilibrium with its loads.
#include <gtest/gtest.h>

#include <cmath>

#include "generator/ground/numbers/constants.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/simulate/structure/statics.hpp"
#include "tests/generator/contact/joint/song.hpp"
#include "tests/generator/simulate/structure/run_energies.hpp"

namespace mortise::gen {
namespace {

TEST(PlateOnBase, PressedWithoutFrictionCarriesThePressureEverywhere) {
  const PlateOnBase plate = plate_on_base();
  const Vector u = pressed_state(plate.system, plate.press);
  JointStatics statics(plate.system, plate.system.lone().as<Joint>()->law, u);
  ASSERT_TRUE(statics.advance(plate.press));
  EXPECT_NEAR((statics.displacement() - u).lpNorm<Eigen::Infinity>(), 0.0, 1e-15);
  for (const PointTraction& t : statics.tractions()) EXPECT_NEAR(t.compression, 1e4, 1e-3);
  // width grows by nu (1 + nu) p / E
  const auto& bottom = plate.system.model.sets.at("plate.bottom");
  EXPECT_NEAR(dof_row(plate.system.model, bottom.back(), 1).dot(u), 0.18 * 0.3 * 1.3 * 1e4 / 2e11,
              1e-14);
}

TEST(PlateOnBase, SlipFrontGoesAsTheDataSay) {
  const PlateOnBase plate = plate_on_base();
  struct Row {
    double factor;
    int points;
    double end, left, middle, right;  // of the last interval [m], pressures [N/m]
  };
  const std::vector<Row> rows = {
      {0.60, 0, 0.0, 6186.0, 9986.0, 13904.0},      {0.62, 1, 0.0007925, 6059.9, 9985.4, 14034.0},
      {0.70, 8, 0.01421, 5628.3, 9977.1, 14575.0},  {0.80, 17, 0.03079, 5212.0, 9954.1, 15287.0},
      {0.90, 39, 0.07204, 4951.0, 9906.5, 16066.0}, {0.94, 86, 0.2317, 4909.6, 9867.3, 16430.0},
      {0.95, 146, 0.273, 4912.6, 9842.3, 16630.0},  {0.98, 176, 0.3292, 4925.0, 9766.5, 17477.0},
      {1.00, 192, 0.3592, 4932.7, 9719.8, 18174.0}};
  std::vector<double> factors;
  factors.reserve(rows.size());
  for (const Row& row : rows) factors.push_back(row.factor);
  const auto fronts = slip_fronts(plate.system, plate.press, plate.pull, factors, {});
  ASSERT_EQ(fronts.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const SlipFront& front = fronts[i];
    const Row& row = rows[i];
    ASSERT_TRUE(front.equilibrium) << row.factor;
    EXPECT_EQ(front.slip_points, row.points) << row.factor;
    EXPECT_NEAR(front.compression.front(), row.left, 1e-4 * row.left);
    EXPECT_NEAR(front.compression[96], row.middle, 1e-4 * row.middle);
    EXPECT_NEAR(front.compression.back(), row.right, 1e-4 * row.right);
    if (row.points > 0) {
      EXPECT_NEAR(front.intervals.back().second, row.end, 1e-4);
    }
    double carried = 0.0, pressed = 0.0;
    for (std::size_t p = 0; p < front.friction.size(); ++p) {
      const double length = plate.system.lone().as<Joint>()->points[p].length;
      carried += length * front.friction[p];
      pressed += length * front.compression[p];
      EXPECT_LE(std::abs(front.friction[p]), 0.4 * front.compression[p] * (1 + 1e-12));
    }
    EXPECT_NEAR(carried, -1440.0 * row.factor, 1e-5);
    EXPECT_NEAR(pressed, 3600.0, 1e-5);
  }
  EXPECT_EQ(fronts[5].intervals.size(), 2U) << "an island appears in the middle";
}

TEST(PlateOnBase, SlipsOffBeyondMuTimesTheLoad) {
  const PlateOnBase plate = plate_on_base();
  const auto fronts =
      slip_fronts(plate.system, plate.press, plate.pull, {0.999, 1.0, 1.0001, 1.001, 1.2}, {});
  EXPECT_TRUE(fronts[0].equilibrium);
  EXPECT_TRUE(fronts[1].equilibrium);
  for (std::size_t i = 2; i < 5; ++i) EXPECT_FALSE(fronts[i].equilibrium) << fronts[i].factor;
  const auto pushed = slip_fronts(plate.system, plate.press, plate.pull, {-1.0, -1.0001}, {});
  EXPECT_TRUE(pushed[0].equilibrium);
  EXPECT_FALSE(pushed[1].equilibrium);
}

TEST(PlateOnBase, CannotBePressedSideways) {
  const PlateOnBase plate = plate_on_base();
  EXPECT_THROW(pressed_state(plate.system, plate.press + plate.pull), Error);
}

// A flat strip under even pressure, pulled at its right end, is a bar on a bed of friction springs
// (shear lag): the slip zone begins there, and its border b satisfies
//   F = mu p (tanh(k b) / k + L - b),   k^2 = E_f / (E A),   first slip at F = mu p tanh(k L) / k.
TEST(StripOnBase, SlipZoneFollowsShearLag) {
  PlaneBody body;
  body.name = "strip";
  body.length = 1.0;
  body.height = 0.004;
  body.elements_x = 100;
  body.material.young = 2e11;
  body.material.density = 7800.0;
  FullSystem system;
  system.model = build_plane("strip", {body});
  system.make_lone().law = face(system.model, {system.model.sets.at("strip.bottom"), {}});
  const double k = 4.0, mu = 0.4, p = 1e4;
  JointLaw& law = system.make_lone().as<Joint>()->law;
  law.normal.stiffness = 1e12;
  law.tangential.kind = TangentialKind::oden_pires;
  law.tangential.friction = mu;
  law.tangential.friction_modulus = k * k * body.material.young * body.height;
  const Vector press = edge_load(system.model, "strip.top", 2, -p);
  const Vector pull = edge_load(system.model, "strip.right", 1, mu * p / body.height);
  const auto load = [&](double b) { return std::tanh(k * b) / k + 1.0 - b; };
  const std::vector<double> borders = {0.9, 0.6, 0.3};
  PreloadOptions options;
  options.increment = 0.05;
  const auto fronts =
      slip_fronts(system, press, pull,
                  {0.9 * load(1.0), load(borders[0]), load(borders[1]), load(borders[2])}, options);
  EXPECT_EQ(fronts[0].slip_points, 0);
  for (std::size_t i = 0; i < borders.size(); ++i) {
    const SlipFront& front = fronts[i + 1];
    ASSERT_TRUE(front.equilibrium);
    ASSERT_EQ(front.intervals.size(), 1U);
    EXPECT_NEAR(front.intervals[0].first, borders[i], 0.015) << "one and a half elements";
    EXPECT_GT(front.intervals[0].second, 0.99);
  }
  // pushed instead: the same zones, friction turned around
  const auto pushed = slip_fronts(
      system, press, pull,
      {-0.9 * load(1.0), -load(borders[0]), -load(borders[1]), -load(borders[2])}, options);
  for (std::size_t i = 0; i < 4; ++i) {
    ASSERT_TRUE(pushed[i].equilibrium);
    EXPECT_EQ(pushed[i].slip_points, fronts[i].slip_points);
    // away from the end, where the couple of the pull changes the pressure and so the friction
    const std::size_t inner = pushed[i].friction.size() * 3 / 4;
    EXPECT_NEAR(pushed[i].friction[inner], -fronts[i].friction[inner], 1e-2 * mu * p);
  }
}

// Let go of after slipping, friction locks shear in: the way there counts.
TEST(PlateOnBase, KeepsShearWhenThePullEnds) {
  const PlateOnBase plate = plate_on_base();
  const auto fronts = slip_fronts(plate.system, plate.press, plate.pull, {0.0, 0.94, 0.0}, {});
  ASSERT_TRUE(fronts[2].equilibrium);
  double largest = 0.0, sum = 0.0;
  for (std::size_t p = 0; p < fronts[2].friction.size(); ++p) {
    EXPECT_NEAR(fronts[0].friction[p], 0.0, 1e-3);
    largest = std::max(largest, std::abs(fronts[2].friction[p]));
    sum += plate.system.lone().as<Joint>()->points[p].length * fronts[2].friction[p];
  }
  EXPECT_GT(largest, 100.0);
  EXPECT_NEAR(sum, 0.0, 1e-5);
}

// Friction loss per cycle under 0.6 mu P L sin(2 pi 500 t), from the pressed state [J].
std::vector<double> losses(const Rayleigh& damping, double step, int cycles) {
  PlateOnBase plate = plate_on_base();
  FullSystem& system = plate.system;
  system.damping = {damping};
  system.constant_force = plate.press;
  system.initial_displacement = pressed_state(system, plate.press);
  system.inputs = {{"pull", "-", -1.0, 1.0, 0.0, Hold::linear}};
  system.input_forces = {plate.pull.sparseView()};
  AssemblyOrder order(system, step);
  const auto pull = [&](int k) { return 0.6 * std::sin(kTwoPi * 500 * k * step); };
  std::vector<double> loss;
  double before = 0.0;
  int k = 0;
  for (int cycle = 1; cycle <= cycles; ++cycle) {
    for (; k < std::lround(cycle * 2e-3 / step); ++k)
      order.step(Vector::Constant(1, 0.5 * (pull(k) + pull(k + 1))));
    loss.push_back(test::energies_of(order).friction - before);
    before = test::energies_of(order).friction;
  }
  EXPECT_EQ(order.unsolved_steps(), 0);
  return loss;
}

TEST(PlateOnBase, RubsPeriodicallyWithStrongDamping) {
  const auto loss = losses({347.22967, 2.0617644e-06}, 1e-6, 12);
  const double first[] = {0.00059236, 0.0013457, 0.001347, 0.0013501, 0.0013565};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(loss[i], first[i], 1e-4 * first[i]);
  EXPECT_NEAR(loss[11], 0.0013566, 2e-7);
  EXPECT_NEAR(loss[11], loss[10], 1e-9);
}

TEST(PlateOnBase, RubsUnevenlyWithWeakDamping) {
  const auto loss = losses({34.722967, 2.0617644e-07}, 1e-6, 5);
  const double expected[] = {0.00086196, 0.0017292, 0.0016211, 0.0014614, 0.001542};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(loss[i], expected[i], 1e-3 * expected[i]);
}

}  // namespace
}  // namespace mortise::gen
