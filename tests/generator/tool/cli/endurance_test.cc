// `mortise verify --endurance` of structures: one run or many, killed or not, the same bits; what
// the energy does and what the statuses say.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "tests/generator/tool/cli/command.hpp"
#include "tests/generator/tool/cli/program.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

std::string file_without_certificate(const std::string& name, const std::string& options = "") {
  const std::string path = scratch(name + ".mrt");
  if (!fs::exists(path)) {
    const CommandResult result =
        mortise("build " + model(name) + " --no-certificate -o " + path + options);
    EXPECT_EQ(result.code, 0) << result.err;
  }
  return path;
}

std::string endure(const std::string& name, std::int64_t steps, const std::string& options = "") {
  return "verify " + model(name) + " " + file_without_certificate(name) + " --endurance " +
         std::to_string(steps) + options;
}

std::string fresh_cache() {
  const std::string folder = scratch("cache");
  fs::remove_all(folder);
  return folder;
}

constexpr std::int64_t kSteps = 200000;

TEST(Endurance, InOneGoAndInLegsHasTheSameBits) {
  const auto one = mortise_json(endure("beam_wall", kSteps));
  EXPECT_EQ(one["legs"], 0);
  EXPECT_EQ(one["steps"], kSteps);
  EXPECT_GT(one["steps_in_contact"].get<int>(), 100);
  EXPECT_TRUE(one["statuses"].empty()) << one;
  EXPECT_GT(one["lost_j"].get<double>(), 0.0);
  EXPECT_LT(one["relative_drift"].get<double>(), 1e-11);
  EXPECT_TRUE(one["passed"]);
  const std::string cache = " --cache " + fresh_cache();
  const auto legs = mortise_json(endure("beam_wall", kSteps, cache));
  EXPECT_EQ(legs["legs"], 10);
  EXPECT_EQ(legs["steps_found"], 0);
  EXPECT_EQ(legs["hash"], one["hash"]);
  EXPECT_EQ(legs["lost_j"], one["lost_j"]);
  // found again, and gone on from
  EXPECT_EQ(mortise_json(endure("beam_wall", kSteps, cache))["steps_found"], kSteps);
  const auto farther = mortise_json(endure("beam_wall", 2 * kSteps, cache));
  EXPECT_EQ(farther["steps_found"], kSteps);
  EXPECT_EQ(farther["hash"], mortise_json(endure("beam_wall", 2 * kSteps))["hash"]);
  // of fewer steps, or other inputs, there is nothing to go on from
  EXPECT_EQ(mortise_json(endure("beam_wall", kSteps, cache))["steps_found"], 0);
  const auto other = mortise_json(endure("beam_wall", kSteps, cache + " --seed 2"));
  EXPECT_EQ(other["steps_found"], 0);
  EXPECT_NE(other["hash"], one["hash"]);
}

TEST(Endurance, KilledItGoesOnFromItsLastLeg) {
  const std::string cache = fresh_cache(),
                    line = endure("beam_wall", 10 * kSteps, " --json --cache " + cache);
  const ProgramEnd whole = run_program_in("/", endure("beam_wall", 10 * kSteps, " --json"));
  ASSERT_EQ(whole.code, 0) << whole.err;
  for (const int signal : {SIGKILL, SIGTERM}) {
    const ProgramEnd killed = run_program_in("/", line, {{}, false, signal, 0.4 * whole.seconds});
    EXPECT_TRUE(killed.signal == signal || killed.code == 0) << killed.err;
  }
  const ProgramEnd end = run_program_in("/", line);
  ASSERT_EQ(end.code, 0) << end.err;
  EXPECT_EQ(nlohmann::json::parse(end.out)["hash"], nlohmann::json::parse(whole.out)["hash"]);
  for (const auto& entry : fs::directory_iterator(cache))
    EXPECT_EQ(entry.path().extension(), ".stage") << entry.path();
}

TEST(Endurance, ADamagedLegIsMadeAgain) {
  const std::string cache = fresh_cache(), line = endure("beam_wall", 20000, " --cache " + cache);
  const auto first = mortise_json(line);
  const fs::path kept = fs::directory_iterator(cache)->path();
  std::string bytes = content(kept.string());
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  std::ofstream(kept, std::ios::binary) << bytes;
  const CommandResult again = mortise(line + " --json");
  EXPECT_NE(again.err.find("is damaged and made again"), std::string::npos) << again.err;
  const auto result = nlohmann::json::parse(again.out);
  EXPECT_EQ(result["steps_found"], 0);
  EXPECT_EQ(result["hash"], first["hash"]);
}

struct EnduringModel {
  const char *name, *build, *options;
  bool booked;
};

class EnduranceOf : public testing::TestWithParam<EnduringModel> {};

// One of every law, a short way.
TEST_P(EnduranceOf, HasNoStatusAndKeepsItsBooks) {
  const EnduringModel& m = GetParam();
  file_without_certificate(m.name, m.build);
  const auto one = mortise_json(endure(m.name, 40000, m.options));
  const auto legs =
      mortise_json(endure(m.name, 40000, std::string(m.options) + " --cache " + fresh_cache()));
  EXPECT_EQ(one["hash"], legs["hash"]);
  auto told = one["statuses"];
  told.erase("BLENDED");  // passive friction at work
  EXPECT_TRUE(told.empty()) << one;
  EXPECT_EQ(one.contains("relative_drift"), m.booked) << one;
  if (m.booked) {
    EXPECT_LT(one["relative_drift"].get<double>(), 1e-10) << one;
  }
}

INSTANTIATE_TEST_SUITE_P(Laws, EnduranceOf,
                         testing::Values(EnduringModel{"bouncing_mass", "", " --force 5", true},
                                         EnduringModel{"impact_oscillator", "", "", true},
                                         EnduringModel{"modal", "", "", true},
                                         EnduringModel{"two_cantilevers", "", "", true},
                                         EnduringModel{"beam_on_beam", "", "", false},
                                         EnduringModel{"two_masses", "", " --force 100", true}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Endurance, NeedsInputsThatMove) {
  const CommandResult still = mortise(endure("bouncing_mass", 1000));
  EXPECT_EQ(still.code, 1);
  EXPECT_NE(still.err.find("give --force"), std::string::npos) << still.err;
}

// A solver that is cut short says so, and so does the command.
TEST(Endurance, FailsWithAStatus) {
  const std::string capped = scratch("capped.mrt");
  const CommandResult built =
      mortise("build " + model("beam_wall") + " --no-certificate -o " + capped +
              " --set solver.kind=gauss_seidel --set solver.sweeps=1"
              " --set contact.tip.points=4 --set contact.clearance=0");
  ASSERT_EQ(built.code, 0) << built.err;
  const CommandResult result =
      mortise("verify " + model("beam_wall") + " " + capped + " --endurance 100000 --json");
  EXPECT_EQ(result.code, 1) << result.out;
  const auto printed = nlohmann::json::parse(result.out);
  EXPECT_FALSE(printed["passed"].get<bool>()) << printed;
  EXPECT_TRUE(printed["statuses"].contains("CAPPED")) << printed;
}

}  // namespace
}  // namespace mortise::gen
