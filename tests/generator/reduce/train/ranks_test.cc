// A campaign that several ranks share: the bytes of one rank alone, whoever is killed on the way.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "generator/reduce/train/campaign.hpp"
#include "tests/generator/reduce/train/film_texts.hpp"

namespace mortise::gen {
namespace {

std::string campaign_in(const std::string& folder) {
  std::ostringstream text;
  text << std::ifstream(CampaignStore(folder, "key").campaign_file(), std::ios::binary).rdbuf();
  return text.str();
}

constexpr int kGoesOn = 0, kDone = 3, kKilled = -SIGKILL;

class RankedCampaign {
 public:
  RankedCampaign(FilmContactSpec definition, std::string folder)
      : definition_(std::move(definition)), folder_(std::move(folder)) {}

  // One rank in a process of its own; it kills itself with its `runs`-th finished run (0: never)
  // and notes what it finished.
  pid_t start(const Ranks& ranks, int runs = 0) const {
    const pid_t child = fork();
    if (child != 0) return child;
    TrainSettings settings;
    settings.folder = folder_;
    settings.key = "key";
    settings.ranks = ranks;
    int finished = 0;
    settings.log = [&](const std::string& line) {
      if (line.rfind("run ", 0) != 0) return;
      std::ofstream(notes(), std::ios::app) << line.substr(0, line.find(':')) + "\n" << std::flush;
      if (++finished == runs) kill(getpid(), SIGKILL);
    };
    try {
      run_campaign(definition_, settings);
    } catch (const RankIsDone&) {
      _exit(kDone);
    }
    _exit(kGoesOn);
  }

  static int end_of(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  }

  // "run 1 of 5", one per run that some rank has made.
  std::vector<std::string> made() const {
    std::vector<std::string> lines;
    std::ifstream file(notes());
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    std::sort(lines.begin(), lines.end());
    return lines;
  }

 private:
  std::string notes() const { return folder_ + "/notes"; }

  FilmContactSpec definition_;
  std::string folder_;
};

const std::vector<std::string> kEachOnce = {"run 1 of 5", "run 2 of 5", "run 3 of 5", "run 4 of 5",
                                            "run 5 of 5"};

std::string alone() {
  const std::string folder = fresh_folder("alone");
  TrainSettings settings;
  settings.folder = folder;
  settings.key = "key";
  run_campaign(small_line(), settings);
  return campaign_in(folder);
}

TEST(RankedCampaign, HasTheBytesOfOneRankAlone) {
  const std::string bytes = alone();
  for (const int size : {2, 3}) {
    const std::string folder = fresh_folder("ranks" + std::to_string(size));
    const RankedCampaign campaign(small_line(), folder);
    std::vector<pid_t> ranks;
    for (int rank = 0; rank < size; ++rank) ranks.push_back(campaign.start({rank, size}));
    for (int rank = 0; rank < size; ++rank)
      EXPECT_EQ(campaign.end_of(ranks[static_cast<std::size_t>(rank)]),
                rank == 0 ? kGoesOn : kDone);
    EXPECT_EQ(campaign.made(), kEachOnce) << size;
    EXPECT_TRUE(campaign_in(folder) == bytes) << size;
  }
}

TEST(RankedCampaign, KilledRanksCostTheirOwnRunsAlone) {
  const std::string folder = fresh_folder("killed");
  const RankedCampaign campaign(small_line(), folder);
  // both die, each behind a run that is kept
  EXPECT_EQ(campaign.end_of(campaign.start({0, 2}, 1)), kKilled);
  EXPECT_EQ(campaign.end_of(campaign.start({1, 2}, 1)), kKilled);
  EXPECT_EQ(campaign.made().size(), 2U);
  EXPECT_EQ(campaign_in(folder), "");
  // three others finish the rest, and no more
  std::vector<pid_t> ranks;
  for (int rank = 0; rank < 3; ++rank) ranks.push_back(campaign.start({rank, 3}));
  EXPECT_EQ(campaign.end_of(ranks[0]), kGoesOn);
  for (const std::size_t rank : {1U, 2U}) EXPECT_EQ(campaign.end_of(ranks[rank]), kDone);
  EXPECT_EQ(campaign.made(), kEachOnce);
  EXPECT_TRUE(campaign_in(folder) == alone());
}

// A rank that dies while another works: who is left finishes it all.
TEST(RankedCampaign, RankZeroTakesOver) {
  const std::string folder = fresh_folder("over");
  const RankedCampaign campaign(small_line(), folder);
  const pid_t first = campaign.start({1, 2}, 1), zero = campaign.start({0, 2});
  const int end = campaign.end_of(first);
  EXPECT_TRUE(end == kKilled || end == kDone) << end;  // or there was no run left for it
  EXPECT_EQ(campaign.end_of(zero), kGoesOn);
  EXPECT_EQ(campaign.made(), kEachOnce);
  EXPECT_TRUE(campaign_in(folder) == alone());
}

}  // namespace
}  // namespace mortise::gen
