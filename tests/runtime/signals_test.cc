// How inputs run through a step of a film, and the ramps of scenarios.
#include "runtime/src/film/signal.hpp"

#include <gtest/gtest.h>

#include "generator/bake/play/instance.hpp"
#include "tests/robustness/film_models.hpp"

namespace mortise {
namespace {

using baseline::Signal;

Signal cubic(Real start, Real end, Real slope, Real minimum = -1e9, Real maximum = 1e9) {
  Signal s;
  s.start = start;
  s.change = end - start;
  s.slope = slope;
  s.minimum = minimum;
  s.maximum = maximum;
  s.cubic = true;
  return s;
}

TEST(Signal, StraightLineWithItsRate) {
  Signal s;
  s.start = 2;
  s.change = 6;
  EXPECT_EQ(s.at(0).value, 2);
  EXPECT_EQ(s.at(0.25).value, 3.5);
  EXPECT_EQ(s.at(1).value, 8);
  EXPECT_EQ(s.at(0.7).rate, 6);
  s.change = 0;  // zero order
  EXPECT_EQ(s.at(0.7).value, 2);
  EXPECT_EQ(s.at(0.7).rate, 0);
}

// Each step ends with the slope of its straight line, and the next one begins with it.
TEST(Signal, CubicIsSmoothAcrossStepsAndMeetsTheSamples) {
  const Real samples[] = {1, 1, 3, 2.5, -4};
  Real slope = 0;
  for (int k = 0; k < 4; ++k) {
    const Signal s = cubic(samples[k], samples[k + 1], slope);
    EXPECT_DOUBLE_EQ(s.at(0).value, samples[k]);
    EXPECT_DOUBLE_EQ(s.at(1).value, samples[k + 1]);
    EXPECT_DOUBLE_EQ(s.at(0).rate, slope);
    slope = samples[k + 1] - samples[k];
    EXPECT_DOUBLE_EQ(s.at(1).rate, slope);
    for (Real theta = 0.1; theta < 1; theta += 0.2) {
      const Real d = 1e-6;
      EXPECT_NEAR(s.at(theta).rate, (s.at(theta + d).value - s.at(theta - d).value) / (2 * d),
                  1e-7);
    }
  }
}

TEST(Signal, CubicStaysInTheRangeOfItsInput) {
  const Signal s = cubic(9.5, 9.5, 8, 0, 10);  // would swing up to 10.7
  EXPECT_EQ(s.at(0.3).value, 10);
  EXPECT_EQ(s.at(0.3).rate, 0) << "a value that is held has no rate";
  EXPECT_LT(s.at(0.95).value, 10);
  EXPECT_EQ(cubic(0.5, 0.5, -8, 0, 10).at(0.3).value, 0);
}

TEST(Signal, LimitCutsTheChange) {
  Signal s = cubic(1, 5, 0);
  EXPECT_FALSE(limit_change(&s, 4.0));
  EXPECT_TRUE(limit_change(&s, 2.5));
  EXPECT_EQ(s.end(), 3.5);
  s.change = -4;
  EXPECT_TRUE(limit_change(&s, 2.5));
  EXPECT_EQ(s.end(), -1.5);
}

TEST(Ramps, AreLinearBetweenCornersAndConstantOutside) {
  const gen::ReducedFilm film = robustness::line_film();
  gen::FilmBakeOptions options = robustness::film_options(film, "ramps");
  const double h = film.step;
  options.scenarios[0].ramps = {
      {1, {2 * h, 4 * h, 5 * h}, {3, 4, 2.5}}, {0, {0.0}, {7e4}}, {1, {4 * h, 8 * h}, {0, 0.5}}};
  gen::Instance run(bake(film, options), "ramps");
  const Model& model = run.model();
  ASSERT_EQ(model.input_values(), 6);
  ScenarioPlayer player;
  ASSERT_TRUE(player.start(model, 0, &run.state()));
  const Real expected[] = {3, 3, 3, 3.5, 4, 2.5 + 0.125, 2.5 + 0.25, 2.5 + 0.375, 3, 3};
  Real u[6];
  for (int k = 0; k < 9; ++k) {
    player.next(model, u);
    EXPECT_NEAR(u[1], expected[k], 1e-12) << k;
    EXPECT_NEAR(u[4], expected[k + 1], 1e-12) << "at the end of step " << k;
    EXPECT_EQ(u[0], 7e4);
    EXPECT_EQ(u[2], 1.0) << "no ramp: the default";
  }
}

}  // namespace
}  // namespace mortise
