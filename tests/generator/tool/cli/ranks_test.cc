// Commands that several ranks share: processes with the variables of a launcher, no launcher
// needed.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/generator/tool/cli/command.hpp"
#include "tests/generator/tool/pipeline/tiny_film.hpp"

namespace mortise::gen {
namespace {

struct RankEnds {
  std::vector<std::string> out, err;
  bool good = true;
};

// All at once, as `mpirun -n size mortise ...` would.
RankEnds run_ranks(int size, const std::string& arguments) {
  std::string line;
  const auto file = [&](const char* name, int rank) {
    return scratch(name + std::to_string(size) + "_" + std::to_string(rank));
  };
  for (int rank = 0; rank < size; ++rank)
    line += "OMPI_COMM_WORLD_RANK=" + std::to_string(rank) +
            " OMPI_COMM_WORLD_SIZE=" + std::to_string(size) + " " + MORTISE_PROGRAM + " " +
            arguments + " >" + file("out", rank) + " 2>" + file("err", rank) + " & p" +
            std::to_string(rank) + "=$!; ";
  for (int rank = 0; rank < size; ++rank) line += "wait $p" + std::to_string(rank) + " || bad=1; ";
  line += "exit ${bad:-0}";
  RankEnds ends;
  ends.good = std::system(line.c_str()) == 0;
  for (int rank = 0; rank < size; ++rank) {
    ends.out.push_back(content(file("out", rank)));
    ends.err.push_back(content(file("err", rank)));
  }
  return ends;
}

void expect_only_rank_zero_speaks(const RankEnds& ends) {
  EXPECT_TRUE(ends.good);
  EXPECT_FALSE(ends.out[0].empty()) << ends.err[0];
  for (std::size_t rank = 1; rank < ends.out.size(); ++rank) {
    EXPECT_EQ(ends.out[rank], "") << rank;
    EXPECT_NE(ends.err[rank].find("done, rank 0 gives out the result"), std::string::npos)
        << ends.err[rank];
  }
}

std::string tiny() { return write_tiny_film(scratch("tiny.toml")); }

TEST(Ranks, TrainTheSameBytesHoweverManyThereAre) {
  std::string bytes;
  for (const int size : {1, 2, 3}) {
    const RankEnds ends =
        run_ranks(size, "train " + tiny() + " --set train.runs=5 --json --cache " +
                            scratch("store" + std::to_string(size)));
    expect_only_rank_zero_speaks(ends);
    const std::string file = nlohmann::json::parse(ends.out[0])["file"];
    if (size == 1) bytes = content(file);
    EXPECT_GT(bytes.size(), 1000U);
    EXPECT_TRUE(content(file) == bytes) << size;
  }
  const CommandResult alone =
      mortise("train " + tiny() + " --set train.runs=5 --json --cache " + scratch("alone"));
  EXPECT_TRUE(content(nlohmann::json::parse(alone.out)["file"]) == bytes);
}

TEST(Ranks, VerifyWithOneResult) {
  const std::string file = scratch("tiny.mrt");
  ASSERT_EQ(mortise("build " + tiny() + " --no-certificate -o " + file).code, 0);
  const std::string both = " --set scenarios.smooth.held_out=true";
  const CommandResult alone = mortise("verify " + tiny() + " " + file + both + " --json");
  for (const int size : {2, 3}) {
    const RankEnds ends =
        run_ranks(size, "verify " + tiny() + " " + file + both + " --json --cache " +
                            scratch("store" + std::to_string(size)));
    expect_only_rank_zero_speaks(ends);
    EXPECT_EQ(ends.out[0], alone.out) << size;
  }
}

TEST(Ranks, DrawsWithoutAFullModelAreCountedByOne) {
  const std::string file = scratch("tiny.mrt");
  ASSERT_EQ(mortise("build " + tiny() + " --no-certificate -o " + file).code, 0);
  const std::string command =
      "verify " + tiny() + " " + file + " --draws 4 --seed 3 --full-order none --json";
  const CommandResult alone = mortise(command);
  const RankEnds ends = run_ranks(2, command + " --cache " + scratch("store"));
  expect_only_rank_zero_speaks(ends);
  EXPECT_EQ(ends.out[0], alone.out);
}

TEST(Ranks, AdviseWithOneResult) {
  const std::string command =
      "advise " + model("modal") +
      " --error 0.5 --budget-us 1e5 --steps 2e-5,1e-5 --target cortex-m7 --clock-mhz 5000"
      " --json --cache ";
  const CommandResult alone = mortise(command + scratch("alone"));
  ASSERT_EQ(alone.code, 0) << alone.err;
  for (const int size : {2, 3}) {
    const RankEnds ends = run_ranks(size, command + scratch("store" + std::to_string(size)));
    expect_only_rank_zero_speaks(ends);
    EXPECT_EQ(ends.out[0], alone.out) << size;
  }
}

TEST(Ranks, NeedAFolder) {
  const std::string file = scratch("tiny.mrt");
  ASSERT_EQ(mortise("build " + tiny() + " --no-certificate -o " + file).code, 0);
  const RankEnds ends = run_ranks(2, "verify " + tiny() + " " + file);
  EXPECT_FALSE(ends.good);
  EXPECT_NE(ends.err[0].find("--cache"), std::string::npos) << ends.err[0];
}

}  // namespace
}  // namespace mortise::gen
