#include "generator/contact/film/lubricant.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr double kHertz = 1256440569.505961;  // of the ball impact [Pa]

LubricantSpec oil(ViscosityLaw viscosity, DensityLaw density) {
  LubricantSpec spec;
  spec.viscosity = 0.48;
  spec.pressure_coefficient = 2e-8;
  spec.viscosity_law = viscosity;
  spec.density_law = density;
  return spec;
}

LubricantState at(const Lubricant& lubricant, double P) {
  LubricantState state;
  lubricant.evaluate(Vector::Constant(1, P), &state);
  return state;
}

TEST(Lubricant, Barus) {
  const Lubricant l(oil(ViscosityLaw::barus, DensityLaw::incompressible), kHertz);
  EXPECT_NEAR(at(l, 0.7).fluidity[0] / std::exp(-2e-8 * 0.7 * kHertz), 1.0, 1e-13);
  EXPECT_EQ(at(l, 0.7).density[0], 1.0);
  EXPECT_EQ(at(l, 0.7).density_slope[0], 0.0);
}

// Z = 0.438674 of the ball impact; eta = eta0 exp{(ln eta0 + 9.67) [(1 + p/1.96e8)^Z - 1]}.
TEST(Lubricant, Roelands) {
  const Lubricant l(oil(ViscosityLaw::roelands, DensityLaw::incompressible), kHertz);
  const double Z = 0.43867350916788966;
  for (const double P : {0.1, 0.7, 1.4}) {
    const double exponent =
        (std::log(0.48) + 9.67) * (std::pow(1.0 + P * kHertz / 1.96e8, Z) - 1.0);
    EXPECT_NEAR(std::log(at(l, P).fluidity[0]) / -exponent, 1.0, 1e-12);
  }
  // its initial slope is the pressure-viscosity coefficient
  EXPECT_NEAR(at(l, 1e-12).fluidity_slope[0] / (-2e-8 * kHertz), 1.0, 1e-9);
}

TEST(Lubricant, DowsonHigginson) {
  const Lubricant l(oil(ViscosityLaw::constant, DensityLaw::dowson_higginson), kHertz);
  const double p = 0.9 * kHertz * 1e-9;  // GPa
  EXPECT_NEAR(at(l, 0.9).density[0], 1.0 + 0.34 * p / (0.59 + p), 1e-14);
  EXPECT_NEAR(at(l, 1e9).density[0], 1.34, 1e-6);
  EXPECT_EQ(at(l, 0.9).fluidity[0], 1.0);
}

TEST(Lubricant, SlopesAreThoseOfTheValues) {
  for (const ViscosityLaw viscosity :
       {ViscosityLaw::constant, ViscosityLaw::barus, ViscosityLaw::roelands}) {
    for (const DensityLaw density : {DensityLaw::incompressible, DensityLaw::dowson_higginson}) {
      const Lubricant l(oil(viscosity, density), kHertz);
      for (const double P : {0.05, 0.4, 1.3}) {
        const double e = 1e-5;
        const LubricantState s = at(l, P), up = at(l, P + e), down = at(l, P - e);
        EXPECT_NEAR(s.density_slope[0], (up.density[0] - down.density[0]) / (2 * e), 1e-8);
        const double slope = (std::log(up.fluidity[0]) - std::log(down.fluidity[0])) / (2 * e);
        EXPECT_NEAR(s.fluidity_slope[0] / s.fluidity[0], slope, 1e-7 * (1.0 + std::abs(slope)));
      }
    }
  }
}

TEST(Lubricant, KeepsAmbientPropertiesBelowAmbientPressure) {
  const Lubricant l(oil(ViscosityLaw::roelands, DensityLaw::dowson_higginson), kHertz);
  const LubricantState s = at(l, -0.3);
  EXPECT_EQ(s.density[0], 1.0);
  EXPECT_EQ(s.fluidity[0], 1.0);
  EXPECT_EQ(s.density_slope[0], 0.0);
  EXPECT_EQ(s.fluidity_slope[0], 0.0);
}

TEST(Lubricant, StaysFiniteOnWildIteratesButKeepsNaN) {
  const Lubricant l(oil(ViscosityLaw::barus, DensityLaw::dowson_higginson), kHertz);
  const LubricantState wild = at(l, 1e6);
  EXPECT_GT(wild.fluidity[0], 0.0);
  EXPECT_TRUE(std::isfinite(wild.fluidity_slope[0]));
  const LubricantState lost = at(l, std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(std::isnan(lost.density[0]));
  EXPECT_TRUE(std::isnan(lost.fluidity[0]));
}

TEST(Lubricant, ShareScalesThePressureViscosityCoefficient) {
  const Lubricant l(oil(ViscosityLaw::barus, DensityLaw::dowson_higginson), kHertz);
  EXPECT_NEAR(std::log(at(l.with_share(0.3), 0.5).fluidity[0]),
              0.3 * std::log(at(l, 0.5).fluidity[0]), 1e-13);
  EXPECT_EQ(at(l.with_share(0.0), 0.5).fluidity[0], 1.0);
  EXPECT_EQ(at(l.with_share(0.3), 0.5).density[0], at(l, 0.5).density[0]);
}

TEST(Lubricant, RefusesOilsBelowThePoleOfRoelands) {
  LubricantSpec thin = oil(ViscosityLaw::roelands, DensityLaw::incompressible);
  thin.viscosity = 6e-5;
  try {
    Lubricant(thin, kHertz);
    FAIL();
  } catch (const Error& e) {
    const std::string text = e.what();
    EXPECT_NE(text.find("lubricant.viscosity = 6e-05"), std::string::npos) << text;
    EXPECT_NE(text.find("remedy"), std::string::npos);
  }
  thin.viscosity = 6.4e-5;
  EXPECT_NO_THROW(Lubricant(thin, kHertz));
  thin.viscosity = 6e-5;
  thin.viscosity_law = ViscosityLaw::barus;
  EXPECT_NO_THROW(Lubricant(thin, kHertz));
}

}  // namespace
}  // namespace mortise::gen
