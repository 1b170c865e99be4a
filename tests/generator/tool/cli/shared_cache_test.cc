// Builds that run at once and share a cache: right, equal to the bit, nothing half-kept.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/generator/tool/cli/command.hpp"
#include "tests/generator/tool/cli/program.hpp"
#include "tests/generator/tool/pipeline/tiny_film.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

constexpr int kAtOnce = 3;

class SharedCache : public testing::Test {
 protected:
  SharedCache() : folder_(scratch("work")) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }

  std::string build(const std::string& definition, int k) const {
    return "build " + definition + " --cache kept -o " + std::to_string(k) + ".mrt";
  }
  std::string bytes(int k) const { return content(folder_ + "/" + std::to_string(k) + ".mrt"); }

  // kAtOnce builds begin together; every kth is killed on the way if a signal is given.
  void build_at_once(const std::string& definition, const std::string& expected, int signal,
                     double after) {
    fs::remove_all(folder_ + "/kept");
    ProgramEnd ends[kAtOnce];
    std::thread threads[kAtOnce];
    for (int k = 0; k < kAtOnce; ++k) {
      const ProgramLimits limits{{}, false, k == 0 ? signal : 0, after};
      threads[k] = std::thread(
          [&, k, limits] { ends[k] = run_program_in(folder_, build(definition, k), limits); });
    }
    for (std::thread& thread : threads) thread.join();
    for (int k = signal != 0 ? 1 : 0; k < kAtOnce; ++k) {
      ASSERT_EQ(ends[k].code, 0) << ends[k].err;
      EXPECT_TRUE(bytes(k) == expected) << k;
      EXPECT_EQ(ends[k].err.find("damaged"), std::string::npos) << ends[k].err;
    }
    // what they have kept serves the next one, and nothing else lies there
    const ProgramEnd next = run_program_in(folder_, build(definition, 0));
    EXPECT_EQ(next.code, 0) << next.err;
    EXPECT_NE((next.out + next.err).find("kept from an earlier build"), std::string::npos);
    EXPECT_EQ(next.err.find("damaged"), std::string::npos) << next.err;
    EXPECT_TRUE(bytes(0) == expected);
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      const bool unfinished = entry.path().extension() == ".part";
      EXPECT_TRUE(!unfinished || signal != 0) << entry.path();
      EXPECT_TRUE(!unfinished || entry.path().filename().string().front() == '.') << entry.path();
    }
  }

  // Alone, without a cache, and then many times at once.
  void try_all(const std::string& definition, int times) {
    const ProgramEnd alone = run_program_in(folder_, "build " + definition + " -o 0.mrt");
    ASSERT_EQ(alone.code, 0) << alone.err;
    const std::string expected = bytes(0);
    for (int time = 0; time < times; ++time) {
      build_at_once(definition, expected, 0, 0.0);
      build_at_once(definition, expected, SIGKILL, 0.2 * (time + 1) * alone.seconds);
    }
  }

  std::string folder_;
};

TEST_F(SharedCache, OfStructures) { try_all(model("beam_wall"), 4); }

TEST_F(SharedCache, OfFilms) { try_all(write_tiny_film(folder_ + "/tiny.toml"), 2); }

// A stage that was cut off, as by a machine that lost its power.
TEST_F(SharedCache, ACutEntryIsMadeAgain) {
  ASSERT_EQ(run_program_in(folder_, build(model("beam_wall"), 0)).code, 0);
  const std::string expected = bytes(0);
  int cut = 0;
  for (const auto& entry : fs::directory_iterator(folder_ + "/kept")) {
    if (entry.path().filename().string().rfind("condense-", 0) != 0) continue;  // those are read
    ++cut;
    const std::string whole = content(entry.path().string());
    for (const double share : {0.0, 0.5}) {
      fs::resize_file(entry.path(), static_cast<std::uintmax_t>(share * double(whole.size())));
      const ProgramEnd end = run_program_in(folder_, build(model("beam_wall"), 1));
      ASSERT_EQ(end.code, 0) << end.err;
      EXPECT_TRUE(bytes(1) == expected) << entry.path();
      EXPECT_TRUE(content(entry.path().string()) == whole) << entry.path();
      EXPECT_NE(end.err.find("is damaged and made again"), std::string::npos) << end.err;
    }
  }
  EXPECT_EQ(cut, 1);
}

}  // namespace
}  // namespace mortise::gen
