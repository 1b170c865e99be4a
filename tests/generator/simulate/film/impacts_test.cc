#include "generator/simulate/film/impacts.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mortise::gen {
namespace {

// Half sines of force with a ripple behind the top, rebounds between.
std::vector<FilmSample> bounces(const std::vector<double>& forces) {
  std::vector<FilmSample> trace;
  for (std::size_t j = 0; j < forces.size(); ++j) {
    for (int k = 0; k < 100; ++k) {
      FilmSample s;
      const double phase = 0.01 * k;
      s.time = static_cast<double>(j) + phase;
      s.force = phase < 0.5 ? forces[j] * std::sin(2.0 * M_PI * phase) : 0.0;
      if (phase > 0.355 && phase < 0.385) s.force *= 1.1;
      s.velocity = phase < 0.25 ? -1.0 : 0.1 * forces[j] * std::min(1.0, 4.0 * (phase - 0.25));
      trace.push_back(s);
    }
  }
  return trace;
}

TEST(Impacts, TellsImpactsFromRipples) {
  const std::vector<Impact> peaks = find_impacts(bounces({5.0, 3.0, 2.0, 0.3}), kBounces);
  ASSERT_EQ(peaks.size(), 3u);  // the last one is below a tenth
  const double forces[] = {5.0, 3.0, 2.0};
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_NEAR(peaks[j].force, forces[j], 1e-6 * forces[j]);
    EXPECT_NEAR(peaks[j].time, static_cast<double>(j) + 0.25, 1e-6);
    EXPECT_NEAR(peaks[j].rebound, 0.1 * forces[j], 1e-12);
  }
}

TEST(Impacts, HasNoneWithoutSamples) { EXPECT_TRUE(find_impacts({}, kBounces).empty()); }

}  // namespace
}  // namespace mortise::gen
