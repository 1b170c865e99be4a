// The steps of an FMU touch no heap, whatever the importer's own code does.
#include <gtest/gtest.h>

#include "tests/fmi/exported_fmu.hpp"
#include "tests/fmi/heap_watch.hpp"

namespace mortise::fmi_host {
namespace {

constexpr std::size_t kSteps = 300;

struct Case {
  std::string model;
  int version;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.model << " in FMI " << c.version; }

class FmuHeap : public testing::TestWithParam<Case> {};

TEST_P(FmuHeap, IsNotTouchedBySteps) {
  const auto& [model, version] = GetParam();
  const ExportedFmu fmu = exported(model, version);
  ASSERT_TRUE(fmu.library);
  const Samples samples = samples_for(model, kSteps);
  Wish wish;
  wish.logging = false;  // lines that the host keeps
  const std::uint64_t before_it_lives = heap_calls();
  const std::unique_ptr<Slave> slave = fmu.library->make(wish);
  ASSERT_TRUE(slave);
  EXPECT_GT(heap_calls() - before_it_lives, 4u);  // what the library calls is counted
  Rows rows;
  ASSERT_EQ(start(fmu, samples, slave.get(), &rows), kOk);
  const References outputs = fmu.description.reals("output");
  std::vector<double> values(outputs.size());
  std::uint64_t calls = 0;
  Answer worst = kOk;
  for (std::size_t k = 0; k < kSteps; ++k) {
    worst = std::max(worst, set_inputs(fmu, samples, k, slave.get()));
    const double now = static_cast<double>(k) * samples.step;
    const std::uint64_t before = heap_calls();
    worst = std::max(worst, slave->step(now, samples.step));
    worst = std::max(worst, slave->get(outputs, &values));
    calls += heap_calls() - before;
  }
  EXPECT_LE(worst, kWarning);
  EXPECT_EQ(calls, 0u);
}

// Cases of the other tests: every law, both versions.
std::vector<Case> cases() {
  std::vector<Case> all;
  for (const char* model : {"rod_wall", "two_cantilevers", "line_shock_reduced", "bolted", "oiled"})
    for (const int version : {2, 3}) all.push_back({model, version});
  all.insert(all.end(),
             {{"beam_on_beam", 2}, {"point", 3}, {"carried", 2}, {"frame", 3}, {"screwed", 2}});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Models, FmuHeap, testing::ValuesIn(cases()),
                         [](const testing::TestParamInfo<Case>& info) {
                           return info.param.model + "_fmi" + std::to_string(info.param.version);
                         });

}  // namespace
}  // namespace mortise::fmi_host
