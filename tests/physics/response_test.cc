// Frequency responses of the beam at the wall and sub-harmonic motions of the impact oscillator.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "generator/judge/analyses/sweep.hpp"
#include "tests/physics/models.hpp"

namespace mortise::test {
namespace {

nlohmann::json reference() {
  return nlohmann::json::parse(std::ifstream(std::string(MORTISE_TEST_DATA) + "/schurzig.json"));
}

gen::ScenarioOptions force_of(double amplitude) {
  gen::ScenarioOptions excited;
  excited.sources = {{0, 0.0, amplitude}};
  return excited;
}

std::vector<gen::SweepPoint> sweep(const gen::BakeInput& input, double amplitude,
                                   const std::vector<double>& frequencies, int steps) {
  gen::SweepOptions options;
  options.frequencies = frequencies;
  options.steps_per_period = steps;
  options.jobs = 2;
  return gen::steady_sweep(input.system, input.options, force_of(amplitude), options, {});
}

class BeamResponse : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(BeamResponse, MatchesTheReferenceAtEveryFrequency) {
  const auto [key, clearance] = GetParam();
  const nlohmann::json rows = reference()["frf"][key];
  std::vector<double> frequencies;
  for (const auto& row : rows) frequencies.push_back(row[0]);
  const gen::BakeInput input =
      prepared("beam_wall", {std::string("contact.clearance=") + clearance});
  const auto points = sweep(input, 0.379, frequencies, 1600);
  ASSERT_EQ(points.size(), rows.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double normal = rows[i][1], tangential = rows[i][2];
    EXPECT_NEAR(points[i].amplitude[0], normal, 0.005 * normal) << frequencies[i] << " Hz";
    EXPECT_NEAR(points[i].amplitude[1], tangential, 0.01 * tangential) << frequencies[i] << " Hz";
    EXPECT_GT(points[i].period_multiple, 0) << frequencies[i] << " Hz";
  }
}

INSTANTIATE_TEST_SUITE_P(Clearances, BeamResponse,
                         ::testing::Values(std::pair{"clear_0.00024", "2.4e-4"},
                                           std::pair{"clear_0.00021", "2.1e-4"}));

// Amplitudes of the reference, and the period of the motion. A stop at the equilibrium doubles the
// natural frequency (Shaw, Holmes 1983): the fundamental resonance lies at 2 f0 with one impact per
// excitation period, the first sub-harmonic one at 4 f0 with one impact in two periods.
TEST(ImpactOscillator, ReachesTheSubharmonicMotions) {
  const nlohmann::json rows = reference()["impact_oscillator_1dof"]["rows"];
  std::vector<double> frequencies;
  for (const auto& row : rows) frequencies.push_back(row[0]);
  const auto points = sweep(prepared("impact_oscillator"), 100.0, frequencies, 2000);
  const int multiples[] = {1, 1, 1, 1, 2, 2, 2, 2, 8};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double amplitude = rows[i][3];
    EXPECT_NEAR(points[i].amplitude[0], amplitude, 1e-4 * amplitude) << frequencies[i] << " Hz";
    EXPECT_EQ(points[i].period_multiple, multiples[i]) << frequencies[i] << " Hz";
  }
}

// A slow sweep of the linear beam follows its steady response (Schurzig figure 5).
TEST(SweptBeam, ApproachesTheSteadyResponse) {
  const gen::BakeInput input = prepared("beam_wall", {"contact.clearance=1.0"});
  const auto points = gen::swept_response(input.system, input.options, force_of(0.379),
                                          {80.0, 100.0, 1.0, 400}, {});
  double peak = 0, at = 0;
  for (const gen::SweepPoint& p : points) {
    if (p.amplitude[0] > peak) {
      peak = p.amplitude[0];
      at = p.frequency;
    }
  }
  EXPECT_NEAR(peak, 4.506e-4, 0.03 * 4.506e-4);
  EXPECT_NEAR(at, 90.0, 1.0);
}

}  // namespace
}  // namespace mortise::test
