// FMUs of every law follow `mortise run` to the last bit; restored in the middle they go on so; as
// many as there are threads at once.
#include <gtest/gtest.h>

#include "tests/fmi/checks.hpp"

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
  check_trajectory(fmu, model, kSteps);
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
  for (const char* model : {"two_cantilevers", "line_shock_reduced"}) {
    const ExportedFmu fmu = exported(model, GetParam());
    ASSERT_TRUE(fmu.library);
    check_threads(fmu, model, kSteps, 64);
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, FmuInstances, testing::Values(2, 3),
                         [](const testing::TestParamInfo<int>& info) {
                           return "fmi" + std::to_string(info.param);
                         });

}  // namespace
}  // namespace mortise::fmi_host
