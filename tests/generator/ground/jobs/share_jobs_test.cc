// Ranks share jobs through a folder: each job once, whoever dies, and one rank alone goes on.
#include "generator/ground/jobs/share_jobs.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "generator/ground/jobs/job_locks.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kJobs = 12;

class ShareJobs : public testing::Test {
 protected:
  ShareJobs()
      : folder_(testing::TempDir() + "share_jobs_" +
                testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }

  std::string shard(std::size_t job) const { return folder_ + "/shard" + std::to_string(job); }
  std::string end() const { return folder_ + "/end"; }

  // A shard is a file that appears at once. Lines of "log" say who did what.
  void note(const std::string& line) const {
    std::ofstream(folder_ + "/log", std::ios::app) << line + "\n" << std::flush;
  }
  std::vector<std::string> notes() const {
    std::vector<std::string> lines;
    std::ifstream log(folder_ + "/log");
    for (std::string line; std::getline(log, line);) lines.push_back(line);
    std::sort(lines.begin(), lines.end());
    return lines;
  }
  // Job k once each, and one end.
  std::vector<std::string> each_once() const {
    std::vector<std::string> lines = {"end"};
    for (std::size_t k = 0; k < kJobs; ++k) lines.push_back("job " + std::to_string(k));
    std::sort(lines.begin(), lines.end());
    return lines;
  }

  SharedJobs jobs_of(const Ranks& ranks) const {
    SharedJobs s;
    s.count = kJobs;
    s.ranks = ranks;
    s.locks = folder_ + "/lock";
    s.kept = [this](std::size_t k) { return fs::exists(shard(k)); };
    s.work = [this](std::size_t k) {
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
      note("job " + std::to_string(k));
      std::ofstream(shard(k)) << k;
    };
    s.finished = [this] { return fs::exists(end()); };
    s.finish = [this] {
      note("end");
      std::ofstream(end()) << "end";
    };
    return s;
  }

  // In a process of its own. Its exit code: 0 goes on, 3 is done.
  pid_t start(const SharedJobs& s) const {
    const pid_t child = fork();
    if (child != 0) return child;
    try {
      share_jobs(s);
      _exit(0);
    } catch (const RankIsDone&) {
      _exit(3);
    } catch (...) {
      _exit(4);
    }
  }
  static int end_of(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  std::string folder_;
};

TEST_F(ShareJobs, EachIsDoneOnceByAnyNumberOfRanksAndRankZeroGoesOn) {
  for (const int size : {1, 2, 3, 20}) {
    for (const auto& entry : fs::directory_iterator(folder_)) fs::remove(entry);
    std::vector<pid_t> ranks;
    for (int rank = 0; rank < size; ++rank) ranks.push_back(start(jobs_of({rank, size})));
    for (int rank = 0; rank < size; ++rank)
      EXPECT_EQ(end_of(ranks[static_cast<std::size_t>(rank)]), rank == 0 ? 0 : 3) << size;
    EXPECT_EQ(notes(), each_once()) << size;
  }
}

TEST_F(ShareJobs, EveryRankGoesOnWhereOthersFollow) {
  std::vector<pid_t> ranks;
  for (int rank = 0; rank < 3; ++rank) {
    SharedJobs s = jobs_of({rank, 3});
    s.goes_on = GoesOn::every_rank;
    ranks.push_back(start(s));
  }
  for (const pid_t rank : ranks) EXPECT_EQ(end_of(rank), 0);
  EXPECT_EQ(notes(), each_once());
}

// Rank 0 of 4 is alone, as in the first lines of a Slurm script.
TEST_F(ShareJobs, ARankWaitsForNobodyWhoNeverCame) {
  share_jobs(jobs_of({0, 4}));
  EXPECT_EQ(notes(), each_once());
}

TEST_F(ShareJobs, ARankThatDiesCostsTheJobInItsHand) {
  SharedJobs dying = jobs_of({1, 2});
  dying.work = [this, work = dying.work](std::size_t k) {
    work(k);
    if (notes().size() == 3) {
      fs::remove(shard(k));  // not yet there
      kill(getpid(), SIGKILL);
    }
  };
  EXPECT_EQ(end_of(start(dying)), -SIGKILL);
  EXPECT_EQ(notes().size(), 3U);
  share_jobs(jobs_of({0, 2}));
  std::vector<std::string> lines = notes();
  EXPECT_EQ(lines.size(), kJobs + 2);  // one twice, and the end
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  EXPECT_EQ(lines, each_once());
}

// While rank 0 already waits for it.
TEST_F(ShareJobs, WhoWaitsTakesOverFromTheDead) {
  SharedJobs dying = jobs_of({1, 2});
  dying.work = [](std::size_t) { pause(); };
  const pid_t dead = start(dying);
  JobLocks locks(dying.locks);
  const std::size_t first = kJobs / 2;  // where rank 1 begins
  while (locks.try_take(first)) {
    locks.release(first);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const pid_t waits = start(jobs_of({0, 2}));
  while (notes().size() < kJobs - 1) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_FALSE(fs::exists(shard(first)));
  kill(dead, SIGKILL);
  EXPECT_EQ(end_of(dead), -SIGKILL);
  EXPECT_EQ(end_of(waits), 0);
  EXPECT_EQ(notes(), each_once());
}

TEST_F(ShareJobs, AFailureIsThatOfTheJob) {
  SharedJobs s = jobs_of({0, 2});
  s.work = [](std::size_t k) { throw Error("job " + std::to_string(k), "fails", ""); };
  EXPECT_THROW(share_jobs(s), Error);
  EXPECT_FALSE(fs::exists(end()));
}

class LauncherRanks : public testing::Test {
 protected:
  // Nothing of a launcher that runs the tests.
  void SetUp() override { clear(); }
  void TearDown() override { clear(); }
  static void clear() {
    for (const char* name : {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE",
                             "PMIX_RANK", "PMIX_SIZE", "SLURM_PROCID", "SLURM_NTASKS"})
      unsetenv(name);
  }
  static void set(const char* name, const char* value) { setenv(name, value, 1); }
};

TEST_F(LauncherRanks, AreReadFromTheEnvironment) {
  EXPECT_TRUE(launcher_ranks().alone());
  set("SLURM_PROCID", "5");
  set("SLURM_NTASKS", "8");
  EXPECT_EQ(launcher_ranks().rank, 5);
  EXPECT_EQ(launcher_ranks().size, 8);
  set("PMIX_RANK", "2");  // says no size
  EXPECT_EQ(launcher_ranks().rank, 2);
  EXPECT_FALSE(launcher_ranks().alone());
  EXPECT_EQ(launcher_ranks().name(), "rank 2");
  set("PMI_RANK", "0");
  set("PMI_SIZE", "1");
  EXPECT_TRUE(launcher_ranks().alone());
  set("OMPI_COMM_WORLD_RANK", "1");
  set("OMPI_COMM_WORLD_SIZE", "3");
  EXPECT_EQ(launcher_ranks().name(), "rank 1 of 3");
}

TEST_F(LauncherRanks, RefusesWhatIsNoRank) {
  set("PMI_RANK", "3");
  set("PMI_SIZE", "3");
  EXPECT_THROW(launcher_ranks(), Error);
  set("PMI_RANK", "one");
  EXPECT_THROW(launcher_ranks(), Error);
  set("PMI_RANK", "-1");
  EXPECT_THROW(launcher_ranks(), Error);
}

}  // namespace
}  // namespace mortise::gen
