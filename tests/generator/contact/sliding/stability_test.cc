// Stability maps.
#include "generator/judge/analyses/stability.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "generator/ground/text/error.hpp"
#include "tests/generator/contact/sliding/systems.hpp"

namespace mortise::gen {
namespace {

// The threshold of the table slider does not depend on the position.
TEST(StabilityMap, ThresholdOfTheClosedForm) {
  const TableSlider slider;
  const double threshold = slider.flutter_friction();
  StabilityRequest request;
  request.positions = {0.3, 1.6};
  for (int k = 0; k <= 20; ++k) request.frictions.push_back(0.1 * k * threshold + 1e-4);
  const StabilityMap map = stability_map(slider.system(), request);
  ASSERT_EQ(map.growth.rows(), 21);
  ASSERT_EQ(map.growth.cols(), 2);
  // without damping rounding may call a stable point unstable: 1e-6 is none
  for (int k = 0; k <= 20; ++k) {
    for (int p = 0; p < 2; ++p) EXPECT_EQ(map.growth(k, p) > 1e-6, k >= 10) << k;
  }
  EXPECT_GT(map.frequency_hz(20, 0), 1.0);
}

TEST(StabilityMap, CriticalFrictionOfTheBeams) {
  StabilityRequest request;
  request.frictions = {0.05, 0.1, 0.2, 0.3};
  request.positions = {0.02, 0.051, 0.092};
  request.eigen.deformed = true;
  request.eigen.maximum_hz = 2e4;
  const StabilityMap map = stability_map(beam_on_beam(0.3), request);
  const std::vector<double> critical = critical_friction(map);
  EXPECT_TRUE(std::isnan(critical[0]));
  EXPECT_EQ(critical[1], 0.2);
  EXPECT_EQ(critical[2], 0.1);
  EXPECT_NEAR(map.growth(3, 1), 56.422, 2e-3);
  EXPECT_NEAR(map.frequency_hz(3, 2), 3521.359, 2e-3);
}

// A friction that locks is a hole in the map, not the end of it.
TEST(StabilityMap, LockedPointsAreMarked) {
  ReducedSystem lever = TableSlider().system();
  lever.make_lone().as<ReducedSliding>()->slave_rows.row(0) =
      10 * lever.lone().as<ReducedSliding>()->slave_rows.row(1);
  const StabilityMap map = stability_map(lever, {{0.0, 1.0}, {0.5}, {}});
  EXPECT_TRUE(std::isfinite(map.growth(0, 0)));
  EXPECT_TRUE(std::isnan(map.growth(1, 0)));
}

TEST(StabilityMap, Refuses) {
  const ReducedSystem system = TableSlider().system();
  EXPECT_THROW(stability_map(system, {{}, {0.5}, {}}), Error);
  EXPECT_THROW(stability_map(system, {{-0.1}, {0.5}, {}}), Error);
  EXPECT_THROW(stability_map(system, {{0.1}, {5.0}, {}}), Error);
}

}  // namespace
}  // namespace mortise::gen
