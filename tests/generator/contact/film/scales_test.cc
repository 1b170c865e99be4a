// Scales of the shock-loaded line contact and of the ball impact, against an independent
// computation.
#include "generator/contact/film/scales.hpp"
#include "generator/ground/numbers/constants.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace mortise::gen {
namespace {

TEST(Scales, LineContact) {
  const FilmScales s = line_scales(546110.0, 0.0225, 287.8e9, 5.0365, 0.01);
  EXPECT_NEAR(s.length / 329.7281196749993e-6, 1.0, 1e-12);
  EXPECT_NEAR(s.pressure / 1054397253.8051645, 1.0, 1e-12);
  EXPECT_NEAR(s.lambda / 0.008094739862173128, 1.0, 1e-12);
  EXPECT_NEAR(s.time / 6.546770965452185e-05, 1.0, 1e-12);
  EXPECT_NEAR(s.film / 4.832028129084918e-06, 1.0, 1e-12);
  EXPECT_EQ(s.load, 546110.0);
  EXPECT_EQ(s.radius, 0.0225);
  EXPECT_EQ(s.modulus, 287.8e9);
  // Hertz: w = pi b p_H / 2
  EXPECT_NEAR(0.5 * kPi * s.length * s.pressure / s.load, 1.0, 1e-14);
}

TEST(Scales, BallImpact) {
  const FilmScales s = impact_scales(0.066, 0.313, 0.0127, 112.8e9, 0.48);
  EXPECT_NEAR(s.length / 444.412683315317e-6, 1.0, 1e-12);
  EXPECT_NEAR(s.pressure / 1256440569.505961, 1.0, 1e-12);
  EXPECT_NEAR(s.film / 15.55138843240316e-6, 1.0, 1e-12);
  EXPECT_NEAR(s.load / 519.7248165417345, 1.0, 1e-12);
  EXPECT_NEAR(s.time / 49.6849470683807e-6, 1.0, 1e-12);
  EXPECT_NEAR(s.lambda / 0.07535121385359259, 1.0, 1e-12);
  // kappa of the equation of motion
  EXPECT_NEAR(2.0 * kPi * s.pressure * s.radius * s.film * s.film / (0.066 * 0.313 * 0.313), 3.75,
              1e-12);
  // b^2 / R is the depth of the Hertz impact, whose energy is that of the mass
  EXPECT_NEAR(s.time * 0.313 / s.film, 1.0, 1e-13);
  EXPECT_NEAR(0.4 * s.load * s.film / (0.5 * 0.066 * 0.313 * 0.313), 1.0, 1e-13);
}

TEST(Scales, PlaneImpact) {
  const FilmScales s = plane_impact_scales(2.0, 0.5, 0.01, 200e9);
  const double depth = s.time * 0.5;
  // linear spring: k d^2 / 2 = m v^2 / 2
  EXPECT_NEAR(s.load * depth / (2.0 * 0.25), 1.0, 1e-13);
  EXPECT_NEAR(s.load / depth / (200e9 / 1.52), 1.0, 1e-13);
  EXPECT_NEAR(0.5 * kPi * s.length * s.pressure / s.load, 1.0, 1e-13);
  EXPECT_NEAR(s.film * s.radius / (s.length * s.length), 1.0, 1e-14);
  EXPECT_EQ(s.lambda, 0.0);
}

TEST(Scales, EffectiveModulus) {
  EXPECT_NEAR(effective_modulus(210e9, 0.3, 210e9, 0.3), 210e9 / 0.91, 1.0);
  const double rigid = std::numeric_limits<double>::infinity();
  EXPECT_NEAR(effective_modulus(210e9, 0.3, rigid, 0.3), 2.0 * 210e9 / 0.91, 1.0);
}

}  // namespace
}  // namespace mortise::gen
