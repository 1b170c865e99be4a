// What acts between the communication points of an importer: values as it may mean them, slopes,
// updates within a step.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/fmi/exported_fmu.hpp"

namespace mortise::fmi_host {
namespace {

constexpr double kOmega = 2 * 3.14159265358979323846 * 60.0;  // [rad/s]
constexpr int kLength = 200;  // internal steps to a communication step
constexpr int kCount = 100;   // of communication steps

double force_at(double time) { return std::sin(kOmega * time); }

// The beam, away from its wall and at rest.
std::unique_ptr<Slave> free_beam(const ExportedFmu& fmu, int hold) {
  std::unique_ptr<Slave> slave = fmu.library->make();
  EXPECT_EQ(slave->initialize(0.0, 0.0), kOk);
  EXPECT_EQ(slave->set({fmu.description.find("contact.clearance")->reference}, {1.0}), kOk);
  EXPECT_EQ(slave->set(fmu.description.reals("input"), {0.0}), kOk);
  EXPECT_EQ(slave->set_whole(fmu.description.find("input_hold")->reference, hold), kOk);
  // the clearance is no trained one
  EXPECT_EQ(slave->set_whole(fmu.description.find("step_warnings")->reference, 0), kOk);
  EXPECT_EQ(slave->ready(), kOk);
  return slave;
}

// Displacement of the tip after each communication step. length: internal steps to a step of the
// importer; ahead: it sets the value at the end of the step, not at its start.
std::vector<double> tip_of(const ExportedFmu& fmu, int hold, int length, bool ahead) {
  const std::unique_ptr<Slave> slave = free_beam(fmu, hold);
  const References input = fmu.description.reals("input"),
                   tip{fmu.description.find("tip_normal")->reference};
  const double h = fmu.description.step;
  std::vector<double> motion, now;
  for (int k = 0; k < kCount * kLength; k += length) {
    EXPECT_EQ(slave->set(input, {force_at((k + (ahead ? length : 0)) * h)}), kOk);
    EXPECT_EQ(slave->step(k * h, length * h), kOk) << slave->take_log();
    if ((k + length) % kLength != 0) continue;
    EXPECT_EQ(slave->get(tip, &now), kOk);
    motion.push_back(now.front());
  }
  return motion;
}

double distance_of(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0.0, largest = 0.0;
  for (std::size_t k = 0; k < b.size(); ++k) {
    most = std::max(most, std::fabs(a[k] - b[k]));
    largest = std::max(largest, std::fabs(b[k]));
  }
  return most / largest;
}

class FmuHold : public testing::TestWithParam<int> {};

// With 60 Hz at steps of 1 ms an input that acts a step late moves the tip by a third.
TEST_P(FmuHold, IsThatOfTheImporter) {
  const ExportedFmu fmu = exported("beam_wall", GetParam());
  ASSERT_TRUE(fmu.library);
  ASSERT_EQ(kLength * fmu.description.step, 1e-3);
  const std::vector<double> fine = tip_of(fmu, 0, 1, true);
  const double ahead = distance_of(tip_of(fmu, 0, kLength, true), fine);
  const double late = distance_of(tip_of(fmu, 0, kLength, false), fine);
  const double held = distance_of(tip_of(fmu, 1, kLength, false), fine);
  const double extrapolated = distance_of(tip_of(fmu, 2, kLength, false), fine);
  RecordProperty("errors", std::to_string(ahead) + " " + std::to_string(late) + " " +
                               std::to_string(held) + " " + std::to_string(extrapolated));
  EXPECT_LT(ahead, 0.02);
  EXPECT_GT(late, 0.3);
  EXPECT_LT(held, 0.6 * late);
  EXPECT_LT(extrapolated, 0.3 * late);
}

// The choice and what it needs of the step before are part of the state.
TEST_P(FmuHold, GoesOnFromASavedState) {
  const ExportedFmu fmu = exported("beam_wall", GetParam());
  ASSERT_TRUE(fmu.library);
  const double h = fmu.description.step;
  const References input = fmu.description.reals("input"),
                   outputs = fmu.description.reals("output");
  const std::uint32_t choice = fmu.description.find("input_hold")->reference;
  const std::unique_ptr<Slave> slave = free_beam(fmu, 2);
  for (int k = 0; k < 2; ++k) {
    ASSERT_EQ(slave->set(input, {1.0 + k}), kOk);
    ASSERT_EQ(slave->step(10 * k * h, 10 * h), kOk);
  }
  void* state = nullptr;
  ASSERT_EQ(slave->save(&state), kOk);
  std::vector<double> first, second;
  for (std::vector<double>* now : {&first, &second}) {
    ASSERT_EQ(slave->set(input, {3.0}), kOk);
    ASSERT_EQ(slave->step(20 * h, 10 * h), kOk);
    ASSERT_EQ(slave->get(outputs, now), kOk);
    ASSERT_EQ(slave->set_whole(choice, 1), kOk);
    ASSERT_EQ(slave->restore(state), kOk);
  }
  EXPECT_EQ(first_difference({first}, {second}), "");
  std::int32_t hold = 0;
  ASSERT_EQ(slave->get_whole(choice, &hold), kOk);
  EXPECT_EQ(hold, 2);
  EXPECT_EQ(slave->set_whole(choice, 3), kDiscard);
  ASSERT_EQ(slave->reset(), kOk);
  ASSERT_EQ(slave->get_whole(choice, &hold), kOk);
  EXPECT_EQ(hold, 0);
}

INSTANTIATE_TEST_SUITE_P(Versions, FmuHold, testing::Values(2, 3),
                         [](const testing::TestParamInfo<int>& info) {
                           return "fmi" + std::to_string(info.param);
                         });

// A communication step of many internal ones holds the impulses of them all.
TEST_P(FmuHold, LosesNoImpulse) {
  const ExportedFmu fmu = exported("beam_wall", GetParam());
  ASSERT_TRUE(fmu.library);
  const double h = fmu.description.step;
  const References input = fmu.description.reals("input"),
                   force{fmu.description.find("force_tip")->reference};
  double impulses[2] = {};
  for (const int length : {1, 40}) {
    const std::unique_ptr<Slave> slave = fmu.library->make();
    ASSERT_EQ(slave->initialize(0.0, 0.0), kOk);
    ASSERT_EQ(slave->set(input, {40.0}), kOk);
    // which no training has seen
    ASSERT_EQ(slave->set_whole(fmu.description.find("step_warnings")->reference, 0), kOk);
    ASSERT_EQ(slave->ready(), kOk);
    std::vector<double> now;
    for (int k = 0; k < 8000; k += length) {
      ASSERT_EQ(slave->step(k * h, length * h), kOk) << slave->take_log();
      ASSERT_EQ(slave->get(force, &now), kOk);
      impulses[length == 1 ? 0 : 1] += length * h * now.front();
    }
  }
  EXPECT_GT(std::fabs(impulses[0]), 0.0);
  EXPECT_NEAR(impulses[1], impulses[0], 1e-10 * std::fabs(impulses[0]));
}

// FMI 2.0: value and slope at the start of a step are the straight line to its end.
TEST(FmuSlopes, LeadToTheEndOfTheStep) {
  const ExportedFmu fmu = exported("beam_wall", 2);
  ASSERT_TRUE(fmu.library);
  const double h = fmu.description.step, length = kLength * h;
  const References input = fmu.description.reals("input"),
                   tip{fmu.description.find("tip_normal")->reference};
  const std::unique_ptr<Slave> slave = free_beam(fmu, 0);
  std::vector<double> motion, now;
  for (int k = 0; k < kCount; ++k) {
    const double value = force_at(k * length), next = force_at((k + 1) * length);
    ASSERT_EQ(slave->set(input, {value}), kOk);
    ASSERT_EQ(slave->set_slopes(input, {(next - value) / length}), kOk);
    ASSERT_EQ(slave->step(k * length, length), kOk);
    ASSERT_EQ(slave->get(tip, &now), kOk);
    motion.push_back(now.front());
  }
  EXPECT_LT(distance_of(motion, tip_of(fmu, 0, kLength, true)), 1e-9);
  // it was the slope of that step alone
  EXPECT_EQ(slave->set_slopes(tip, {1.0}), kError);
  EXPECT_NE(slave->take_log().find("derivatives are set of inputs"), std::string::npos);
}

// FMI 3.0: an importer that sets inputs within long steps gets the bits of `mortise run`, whatever
// their hold, and reads every internal step.
TEST(FmuUpdates, HaveTheBitsOfTheProgram) {
  for (const char* model : {"rod_wall", "free"}) {
    const ExportedFmu fmu = exported(model, 3);
    ASSERT_TRUE(fmu.library);
    constexpr int kSteps = 120, kLong = 12;
    const Samples samples = samples_for(model, kSteps);
    const References inputs = fmu.description.reals("input"),
                     outputs = fmu.description.reals("output");
    std::unique_ptr<Slave> slave;
    Rows rows;
    std::size_t at = 0;
    Wish wish;
    wish.intermediate = inputs;
    wish.intermediate.insert(wish.intermediate.end(), outputs.begin(), outputs.end());
    wish.update = [&](double time, bool set) {
      if (set) ++at;
      EXPECT_NEAR(time, static_cast<double>(at) * samples.step, 1e-6 * samples.step);
      if (set) {
        EXPECT_EQ(slave->set(inputs, samples.values[at]), kOk);
      } else {
        rows.emplace_back();
        EXPECT_EQ(slave->get(outputs, &rows.back()), kOk);
      }
    };
    slave = fmu.library->make(wish);
    ASSERT_TRUE(slave) << model;
    ASSERT_EQ(start(fmu, samples, slave.get(), &rows), kOk);
    for (int k = 0; k < kSteps; k += kLong)
      ASSERT_LE(slave->step(k * samples.step, kLong * samples.step), kWarning);
    EXPECT_EQ(first_difference(rows, reference_rows(model, samples)), "") << model;

    wish.intermediate = {fmu.description.find("status")->reference};
    std::string log;
    EXPECT_FALSE(fmu.library->make(wish, &log));
    EXPECT_NE(log.find("is no intermediate variable"), std::string::npos);
  }
}

}  // namespace
}  // namespace mortise::fmi_host
