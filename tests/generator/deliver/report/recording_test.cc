#include "generator/deliver/report/recording.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "generator/deliver/report/spectrum.hpp"

namespace mortise::gen {
namespace {

Instance shipped(const std::string& name) {
  return open_model_file(MORTISE_TEST_DATA "/traces/" + name + ".mrt");
}

TEST(ReportRecording, IsWhatTheModelPlays) {
  Instance instance = shipped("bouncing_mass");
  const ReportRecording r = record_scenario(&instance, 0, {});
  const Trajectory played = play(instance, 0, 0.0, 1, {});
  EXPECT_EQ(r.scenario, "drop");
  EXPECT_EQ(r.trajectory.outputs, played.outputs);
  EXPECT_EQ(r.trajectory.status, played.status);
  ASSERT_EQ(r.time.size(), static_cast<std::size_t>(played.steps));
  EXPECT_DOUBLE_EQ(r.time.back(), played.time.back());
  ASSERT_EQ(r.inputs.size(), 1u);
  EXPECT_EQ(r.inputs[0].size(), r.time.size());
}

TEST(ReportRecording, SeesEveryForceOfAContact) {
  Instance instance = shipped("bouncing_mass");
  const ReportRecording r = record_scenario(&instance, 0, {});
  ASSERT_EQ(r.normal.size(), 1u);
  // the fifth output is the normal force of the only contact
  double largest = 0.0;
  std::size_t closed = 0;
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    EXPECT_EQ(r.normal[0][k], r.trajectory.outputs[k + 1][4]) << k;
    largest = std::max(largest, r.normal[0][k]);
    closed += r.normal[0][k] > 0.0 ? 1 : 0;
  }
  ASSERT_EQ(r.places.size(), 1u);
  EXPECT_EQ(r.places[0].closed, closed);
  EXPECT_LE(r.places[0].slips, closed);
  EXPECT_EQ(r.places[0].largest, largest);
  // of rigid contacts the map holds means: what an impact gives in a step, no step changes
  const Eigen::Index spans = r.forces.cols(), steps = static_cast<Eigen::Index>(r.time.size());
  Vector sum = Vector::Zero(spans), count = Vector::Zero(spans);
  for (Eigen::Index k = 0; k < steps; ++k) {
    sum[spans * k / steps] += r.normal[0][static_cast<std::size_t>(k)];
    count[spans * k / steps] += 1.0;
  }
  for (Eigen::Index c = 0; c < spans; ++c)
    EXPECT_NEAR(r.forces(0, c), sum[c] / count[c], 1e-12 * largest) << c;
  const auto [opened, shut] = std::pair(r.places[0].events[0], r.places[0].events[1]);
  EXPECT_GT(shut, 5u);
  EXPECT_LE(shut - opened, 1u);
}

TEST(ReportRecording, KnowsThePlacesOfEveryLaw) {
  const auto kinds = [](const std::string& name) {
    std::string text;
    for (const PlacedInterface& i : placed_interfaces(shipped(name)))
      text += i.kind + " " + std::to_string(i.places) + "; ";
    return text;
  };
  EXPECT_EQ(kinds("bouncing_mass"), "unilateral 1; ");
  EXPECT_EQ(kinds("two_cantilevers").substr(0, 6), "joint ");
  EXPECT_EQ(kinds("beam_on_beam"), "sliding 1; ");
  EXPECT_EQ(kinds("sphere_impact"), "film 1; ");
  EXPECT_EQ(kinds("line_shock_reduced"), "") << "a prescribed load is no force of the film's";
}

TEST(ReportRecording, KeepsProfilesOfAFilm) {
  Instance instance = shipped("line_shock_reduced");
  const ReportRecording r = record_scenario(&instance, 0, {});
  EXPECT_GT(r.profile_time.size(), 100u);
  EXPECT_LE(r.profile_time.size(), static_cast<std::size_t>(kReportColumns));
  EXPECT_EQ(r.pressure.rows(), kReportNodes);
  EXPECT_LT(r.profile_from, r.profile_to);
  double highest = 0.0, thinnest = 1.0;
  for (const double p : r.pressure.reshaped()) highest = std::fmax(highest, p);
  for (const double h : r.gap.reshaped()) thinnest = std::fmin(thinnest, h);
  EXPECT_GT(highest, 5e8);
  EXPECT_GT(thinnest, 1e-8);
  EXPECT_LT(thinnest, 1e-6);
}

TEST(ReportRecording, RefusesAScenarioThatIsNotThere) {
  Instance instance = shipped("modal");
  EXPECT_THROW(record_scenario(&instance, 9, {}), std::runtime_error);
}

TEST(AmplitudeSpectrum, FindsASineAndItsAmplitude) {
  std::vector<double> samples;
  for (int k = 0; k < 4096; ++k)
    samples.push_back(5.0 + 0.3 * std::sin(6.283185307179586 * 50.0 * k / 4096));
  const AmplitudeSpectrum s = amplitude_spectrum(samples, 1e-3);
  const auto peak = std::max_element(s.amplitude.begin(), s.amplitude.end());
  EXPECT_NEAR(*peak, 0.3, 1e-6);
  EXPECT_NEAR(s.hz[static_cast<std::size_t>(peak - s.amplitude.begin())], 50.0 / 4.096, 1e-9);
  EXPECT_NEAR(s.hz.back(), 500.0, 1e-9);
}

TEST(AmplitudeSpectrum, IsEmptyForWhatHasNone) {
  EXPECT_TRUE(amplitude_spectrum(std::vector<double>(15, 1.0), 1.0).hz.empty());
  EXPECT_TRUE(amplitude_spectrum(std::vector<double>(64, NAN), 1.0).hz.empty());
}

}  // namespace
}  // namespace mortise::gen
