// Figures read off a synthetic impact.
#include <cmath>

#include "generator/ground/text/error.hpp"
#include "tests/generator/simulate/film/film_models.hpp"

namespace mortise::gen {
namespace {

constexpr double kHalf = 80e-6;  // half the contact time [s]

FilmSample half_sine(double t) {
  FilmSample s;
  s.time = t;
  const double phase = (t - 20e-6) / (2.0 * kHalf);
  const double wave = phase > 0.0 && phase < 1.0 ? std::sin(3.14159265358979323846 * phase) : 0.0;
  s.force = 300.0 * wave;
  s.p_central = 1e9 * wave + 3e9 * std::exp(-std::pow((t - 178e-6) / 1e-6, 2));
  s.h_central = 30e-6 - 20e-6 * wave;
  s.h_min = 28e-6 - 20e-6 * wave;
  s.velocity = t < 100e-6 ? -0.4 : 0.3;
  return s;
}

FilmRun half_sine_run(double end) {
  FilmRun run;
  for (double t = 0.0; t <= end; t += 0.7e-6) run.trace.push_back(half_sine(t));
  return run;
}

TEST(ImpactMeasures, OfAHalfSine) {
  const ImpactMeasures m = measure_impact(half_sine_run(250e-6), 0.4);
  EXPECT_NEAR(m.force_max, 300.0, 1e-3);
  EXPECT_NEAR(m.t_force_max, 100e-6, 1e-9);
  EXPECT_NEAR(m.p_first_peak, 1e9, 1e4);
  EXPECT_NEAR(m.t_first_peak, 100e-6, 1e-8);
  EXPECT_NEAR(m.t_second_peak, 178e-6, 0.1e-6);
  const double share = 1.0 - 2.0 * std::asin(0.1) / 3.14159265358979323846;
  EXPECT_NEAR(m.contact_duration, share * 2.0 * kHalf, 2e-9);
  EXPECT_NEAR(m.h_min, 8e-6, 1e-10);
  // mean of the sine over [-30, 50] us around its top
  const double w = 3.14159265358979323846 / (2.0 * kHalf);
  const double mean = (std::sin(30e-6 * w) + std::sin(50e-6 * w)) / (80e-6 * w);
  EXPECT_NEAR(m.h_plateau, 30e-6 - 20e-6 * mean, 1e-9);
  EXPECT_NEAR(m.restitution, 0.75, 1e-12);
  EXPECT_LT(m.p_valley, 0.5e9);
}

TEST(ImpactMeasures, RefusesIncompleteImpacts) {
  EXPECT_THROW(measure_impact(half_sine_run(120e-6), 0.4), Error);
  EXPECT_THROW(measure_impact(FilmRun(), 0.4), Error);
}

}  // namespace
}  // namespace mortise::gen
