// FMUs of every law follow `mortise run` to the last bit; restored in the middle they go on so; as
// many as there are threads at once.
#include <gtest/gtest.h>

#include <thread>

#include "tests/fmi/exported_fmu.hpp"

namespace mortise::fmi_host {
namespace {

constexpr int kSteps = 300;

struct Case {
  std::string model;
  int version;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.model << " in FMI " << c.version; }

std::vector<Case> cases() {
  // contacts of imported bodies, joints, films, bolted contacts, an assembly with a film
  std::vector<Case> all;
  for (const char* model : {"rod_wall", "two_cantilevers", "line_shock_reduced", "bolted", "oiled"})
    for (const int version : {2, 3}) all.push_back({model, version});
  // inputs of every hold; cases of a joint; sliding contacts; films of impacts and carried ones;
  // assemblies of contacts and joints, and with bolted contacts
  all.insert(all.end(), {{"free", 2},
                         {"plate_on_base", 3},
                         {"beam_on_beam", 2},
                         {"point", 3},
                         {"carried", 2},
                         {"frame", 3},
                         {"screwed", 2}});
  return all;
}

class FmuTrajectory : public testing::TestWithParam<Case> {};

TEST_P(FmuTrajectory, HasTheBitsOfTheProgramAndGoesOnFromASavedState) {
  const auto& [model, version] = GetParam();
  const ExportedFmu fmu = exported(model, version);
  ASSERT_TRUE(fmu.library);
  const Samples samples = samples_for(model, kSteps);
  const Rows wanted = reference_rows(model, samples);

  std::string log;
  const std::unique_ptr<Slave> slave = fmu.library->make({}, &log);
  ASSERT_TRUE(slave) << log;
  Rows rows;
  EXPECT_EQ(start(fmu, samples, slave.get(), &rows), kOk) << slave->take_log();
  EXPECT_LE(run(fmu, samples, 0, kSteps / 2, slave.get(), &rows), kWarning) << slave->take_log();
  void* middle = nullptr;
  ASSERT_EQ(slave->save(&middle), kOk) << slave->take_log();
  std::vector<unsigned char> bytes;
  ASSERT_EQ(slave->serialize(middle, &bytes), kOk);
  EXPECT_LE(run(fmu, samples, kSteps / 2, kSteps, slave.get(), &rows), kWarning)
      << slave->take_log();
  // of films the program gives no row at t = 0
  const bool film = wanted.size() == kSteps;
  EXPECT_EQ(first_difference(film ? Rows(rows.begin() + 1, rows.end()) : rows, wanted), "");

  const Rows second_half(rows.begin() + 1 + kSteps / 2, rows.end());
  ASSERT_EQ(slave->restore(middle), kOk);
  Rows again;
  EXPECT_LE(run(fmu, samples, kSteps / 2, kSteps, slave.get(), &again), kWarning);
  EXPECT_EQ(first_difference(again, second_half), "");
  EXPECT_EQ(slave->release(&middle), kOk);
  EXPECT_EQ(middle, nullptr);
  EXPECT_EQ(slave->terminate(), kOk);

  // another instance, without initialization, as importers restart from files
  const std::unique_ptr<Slave> other = fmu.library->make();
  void* moved = nullptr;
  ASSERT_EQ(other->deserialize(bytes, &moved), kOk) << other->take_log();
  ASSERT_EQ(other->restore(moved), kOk) << other->take_log();
  // the state itself in place of its address, as an importer has it
  EXPECT_EQ(other->release(moved), kOk);
  again.clear();
  EXPECT_LE(run(fmu, samples, kSteps / 2, kSteps, other.get(), &again), kWarning);
  EXPECT_EQ(first_difference(again, second_half), "");
}

INSTANTIATE_TEST_SUITE_P(Models, FmuTrajectory, testing::ValuesIn(cases()),
                         [](const testing::TestParamInfo<Case>& info) {
                           return info.param.model + "_fmi" + std::to_string(info.param.version);
                         });

class FmuInstances : public testing::TestWithParam<int> {};

TEST_P(FmuInstances, AThousandInSequence) {
  const ExportedFmu fmu = exported("rod_wall", GetParam());
  ASSERT_TRUE(fmu.library);
  const Samples samples = samples_for("rod_wall", 2);
  Rows first;
  for (int i = 0; i < 1000; ++i) {
    const std::unique_ptr<Slave> slave = fmu.library->make();
    ASSERT_TRUE(slave) << i;
    Rows rows;
    ASSERT_EQ(start(fmu, samples, slave.get(), &rows), kOk);
    ASSERT_EQ(run(fmu, samples, 0, 2, slave.get(), &rows), kOk);
    if (i == 0) first = rows;
    ASSERT_EQ(first_difference(rows, first), "") << i;
  }
}

TEST_P(FmuInstances, SixtyFourInThreads) {
  constexpr int kThreads = 64;
  for (const char* model : {"two_cantilevers", "line_shock_reduced"}) {
    const ExportedFmu fmu = exported(model, GetParam());
    ASSERT_TRUE(fmu.library);
    const Samples samples = samples_for(model, kSteps);
    std::vector<Rows> rows(kThreads + 1);
    std::vector<Answer> answers(kThreads + 1, kError);
    const auto work = [&](std::size_t i) {
      const std::unique_ptr<Slave> slave = fmu.library->make();
      if (!slave) return;
      answers[i] = start(fmu, samples, slave.get(), &rows[i]);
      answers[i] = std::max(answers[i], run(fmu, samples, 0, kSteps, slave.get(), &rows[i]));
    };
    work(kThreads);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
    for (std::thread& thread : threads) thread.join();
    for (std::size_t i = 0; i < kThreads; ++i) {
      EXPECT_EQ(answers[i], answers[kThreads]);
      EXPECT_LE(answers[i], kWarning);
      EXPECT_EQ(first_difference(rows[i], rows[kThreads]), "") << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, FmuInstances, testing::Values(2, 3),
                         [](const testing::TestParamInfo<int>& info) {
                           return "fmi" + std::to_string(info.param);
                         });

}  // namespace
}  // namespace mortise::fmi_host
