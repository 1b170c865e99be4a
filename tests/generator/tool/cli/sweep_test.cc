// Every source of a definition acts in `mortise analyze sweep`, and what cannot is refused by name.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "generator/ground/numbers/constants.hpp"
#include "tests/generator/tool/cli/command.hpp"

namespace mortise::gen {
namespace {

constexpr double kOwnHz = 10.0, kRatio = 0.05;

// One mass that moves alike in x and y, far from a wall.
const char* const kTurnedMass = R"(name = "turned"
[import]
kind = "lumped"
[[import.masses]]
node = 1
mass = 1.0
directions = [1, 2]
[[import.springs]]
to = 1
direction = 1
stiffness = 3947.8417604357433
[[import.springs]]
to = 1
direction = 2
stiffness = 3947.8417604357433
[damping]
ratio = 0.05
frequencies = [10.0]
[contact]
kind = "nodes"
node = 1
clearance = 1.0
friction = 0.0
restitution = 0.0
[contact.wall]
normal = [-1.0, 0.0, 0.0]
[step]
size = 1e-4
[[inputs]]
name = "fx"
node = 1
direction = [1.0, 0.0, 0.0]
hold = "linear"
[[inputs]]
name = "fy"
node = 1
direction = [0.0, 1.0, 0.0]
hold = "linear"
[[outputs]]
name = "x"
node = 1
direction = [1.0, 0.0, 0.0]
[[outputs]]
name = "y"
node = 1
direction = [0.0, 1.0, 0.0]
[[outputs]]
name = "across"
node = 1
direction = [1.0, 1.0, 0.0]
[[scenarios]]
name = "rest"
duration = 0.1
)";

const char* const kForceX = R"([excitation]
kind = "harmonic"
input = "fx"
amplitude = 2.0
frequency = 8.0
)";
const char* const kForceY = R"([[excitations]]
kind = "harmonic"
input = "fy"
amplitude = 2.0
frequency = 8.0
phase = 90.0
)";

std::string definition_with(const std::string& tables) {
  const std::string path = scratch("turned.toml");
  std::ofstream(path) << kTurnedMass << tables;
  return path;
}

std::string sweep_of(const std::string& tables, const std::string& more = "") {
  return "analyze sweep " + definition_with(tables) +
         " --frequencies 8 --steps-per-period 400 --minimum-periods 60 --maximum-periods 80" + more;
}

nlohmann::json amplitude_of(const std::string& tables, const std::string& more = "") {
  return mortise_json(sweep_of(tables, more)).at("points").at(0).at("amplitude");
}

// Amplitude under a force of 2 N at 8 Hz.
double steady_amplitude() {
  const double omega = kTwoPi * kOwnHz, w = kTwoPi * 8.0;
  return 2.0 / std::hypot(omega * omega - w * w, 2.0 * kRatio * omega * w);
}

TEST(SweepSources, AllActWithTheirPhases) {
  const double a = steady_amplitude();
  const nlohmann::json turning = amplitude_of(std::string(kForceX) + kForceY);
  for (const char* output : {"x", "y", "across"})
    EXPECT_NEAR(turning.at(output), a, 2e-3 * a) << output;  // a circle
  const nlohmann::json straight =
      amplitude_of(std::string(kForceX) + kForceY, " --set excitations.0.phase=0");
  EXPECT_NEAR(straight.at("across"), std::sqrt(2.0) * a, 2e-3 * a);
}

TEST(SweepSources, OneOfTheExcitationsAloneActs) {
  const nlohmann::json alone = amplitude_of(kForceY);
  EXPECT_LT(double(alone.at("x")), 1e-3 * steady_amplitude());
  EXPECT_NEAR(alone.at("y"), steady_amplitude(), 2e-3 * steady_amplitude());
}

TEST(SweepSources, LoadsActToo) {
  const double a = steady_amplitude(), k = std::pow(kTwoPi * kOwnHz, 2.0);
  const nlohmann::json held =
      amplitude_of(std::string(kForceX) +
                   "[load]\ninput = \"fy\"\nreference = 3.0\nfactor = 2.0\nstart = 0.5\n");
  EXPECT_NEAR(held.at("x"), a, 2e-3 * a);
  EXPECT_NEAR(held.at("y"), 6.0 / k, 2e-3 * 6.0 / k);
  const nlohmann::json swung =
      amplitude_of("[load]\ninput = \"fy\"\nreference = 2.0\nfrequency = 8.0\n");
  EXPECT_NEAR(swung.at("y"), a, 2e-3 * a);
  const nlohmann::json constant =
      amplitude_of(std::string(kForceX) + "[[excitations]]\ninput = \"fy\"\noffset = 6.0\n");
  EXPECT_NEAR(constant.at("y"), 6.0 / k, 2e-3 * 6.0 / k);
}

TEST(SweepSources, ASweptRunHasThemAll) {
  const nlohmann::json points =
      mortise_json("analyze sweep " + definition_with(std::string(kForceX) + kForceY) +
                   " --swept 8,8.2 --rate 0.1 --steps-per-period 200")
          .at("points");
  EXPECT_GT(double(points.back().at("amplitude").at("y")), 0.5 * steady_amplitude());
}

TEST(SweepSources, WhatNoSteadyStateHasIsRefused) {
  const struct {
    std::string tables, expected;
  } rows[] = {
      {"", "nothing excites"},
      {"[load]\nreference = 3.0\n", "nothing excites"},
      {"[excitation]\nkind = \"harmonic\"\nfrequency = 8.0\n", "nothing excites"},
      {std::string(kForceX) + "[impulse]\namplitude = 1.0\nfrequency = 100.0\n", "[impulse]"},
      {std::string(kForceX) + "[initial]\nvelocity = [0.1, 0.0, 0.0]\n", "[initial]"},
      {std::string(kForceX) + "[[excitations]]\nkind = \"harmonic\"\namplitude = 1.0\n"
                              "frequency = 16.0\n",
       "excitations.0.frequency"},
      {std::string(kForceX) + "[load]\nreference = 3.0\nfrequency = 8.0\nstart = 0.1\n",
       "load.start"}};
  for (const auto& row : rows) {
    const CommandResult result = mortise(sweep_of(row.tables));
    EXPECT_EQ(result.code, 1) << row.tables;
    EXPECT_NE(result.err.find(row.expected), std::string::npos) << row.tables << result.err;
  }
  const CommandResult silent =
      mortise(sweep_of(std::string(kForceX) + "[impulse]\namplitude = 1.0\nfrequency = 100.0\n",
                       " --set impulse.amplitude=0"));
  EXPECT_EQ(silent.code, 0) << silent.err;
}

}  // namespace
}  // namespace mortise::gen
