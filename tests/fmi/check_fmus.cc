// mortise_check_fmus STEPS MODEL.mrt...: exports each model in both versions and passes the checks
// of FMUs (checks.hpp) with so many steps, its sources rebuilt among them.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

#include "tests/fmi/checks.hpp"

namespace mortise::fmi_host {
namespace {

std::vector<std::string> given;
int steps = 0;

class GivenModel : public testing::TestWithParam<std::string> {};

TEST_P(GivenModel, AsFmuOfBothVersions) {
  const std::string& model = GetParam();
  for (const int version : {2, 3}) {
    const ExportedFmu fmu = exported(model, version);
    ASSERT_TRUE(fmu.library);
    check_trajectory(fmu, model, steps);
    check_threads(fmu, model, steps, 64);
    if (version == 3) check_sources(fmu, model, steps);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, GivenModel, testing::ValuesIn(given),
                         [](const testing::TestParamInfo<std::string>& info) {
                           return std::filesystem::path(info.param).stem().string();
                         });

}  // namespace
}  // namespace mortise::fmi_host

int main(int argc, char** argv) {
  namespace host = mortise::fmi_host;
  if (argc > 1) host::steps = std::atoi(argv[1]);
  for (int i = 2; i < argc && argv[i][0] != '-'; ++i)
    host::given.push_back(std::filesystem::absolute(argv[i]).string());
  if (host::steps < 2 || host::given.empty()) {
    std::fprintf(stderr, "usage: %s STEPS MODEL.mrt...\n", argv[0]);
    return 2;
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
