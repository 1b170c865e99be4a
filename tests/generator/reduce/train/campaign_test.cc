// A campaign ends with the same bytes however it went: in one go, in parallel, killed and started
// again, with damaged files in its folder.
#include "generator/reduce/train/campaign.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "generator/define/definition/definition_hash.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/train/record_run.hpp"
#include "generator/reduce/train/training_run.hpp"
#include "tests/generator/reduce/train/film_texts.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

constexpr const char* kKey = "key";

TrainSettings settings_for(const std::string& folder, int jobs = 1) {
  TrainSettings settings;
  settings.folder = folder;
  settings.key = kKey;
  settings.jobs = jobs;
  return settings;
}

std::string campaign_bytes(const std::string& folder) {
  return bytes_of(CampaignStore(folder, kKey).campaign_file());
}

// Runs the campaign in a process of its own that kills itself with its `runs`-th finished run.
void run_and_die(const FilmContactSpec& d, const std::string& folder, int jobs, int runs) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    TrainSettings settings = settings_for(folder, jobs);
    int finished = 0;
    settings.log = [&](const std::string&) {
      if (++finished == runs) kill(getpid(), SIGKILL);
    };
    run_campaign(d, settings);
    _exit(0);  // too late
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

std::vector<std::string> run_files(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(CampaignStore(folder, kKey).folder())) {
    if (entry.path().filename().string().rfind("run-", 0) == 0) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void expect_equal(const FilmSnapshots& a, const FilmSnapshots& b) {
  EXPECT_EQ(a.pressure, b.pressure);
  EXPECT_EQ(a.content_rate, b.content_rate);
  EXPECT_EQ(a.modal.rows(), b.modal.rows());
  EXPECT_EQ(a.modal, b.modal);
  EXPECT_EQ(a.approach, b.approach);
  EXPECT_EQ(a.frame, b.frame);
  EXPECT_EQ(a.frame_rate, b.frame_rate);
  EXPECT_EQ(a.load, b.load);
  EXPECT_EQ(a.speed, b.speed);
  EXPECT_EQ(a.viscosity_factor, b.viscosity_factor);
  EXPECT_EQ(a.acceleration, b.acceleration);
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.run, b.run);
  EXPECT_EQ(a.largest_slope, b.largest_slope);
}

TEST(Campaign, KilledAndStartedAgainItGivesTheSameBytes) {
  const FilmContactSpec d = small_line();
  const std::string whole = fresh_folder("whole"), broken = fresh_folder("broken");
  for (const int jobs : {1, 2}) run_and_die(d, broken, jobs, 2);
  EXPECT_FALSE(run_files(broken).empty());
  EXPECT_EQ(campaign_bytes(broken), "");
  const FilmSnapshots again = run_campaign(d, settings_for(broken));
  const FilmSnapshots at_once = run_campaign(d, settings_for(whole));
  expect_equal(again, at_once);
  const std::string bytes = campaign_bytes(whole);
  EXPECT_GT(bytes.size(), 10000u);
  EXPECT_TRUE(bytes == campaign_bytes(broken));
  EXPECT_TRUE(run_files(broken).empty());
}

// Killed from outside wherever it stands, until it gets through.
TEST(Campaign, KilledAtAnyMomentItGoesOn) {
  const FilmContactSpec d = small_line();
  const std::string folder = fresh_folder("store");
  int status = 0, killed = 0;
  for (int delay = 5; campaign_bytes(folder).empty() && delay < 20000; delay *= 2) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      run_campaign(d, settings_for(folder, 2));
      _exit(0);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(delay));
    kill(child, SIGKILL);
    ASSERT_EQ(waitpid(child, &status, 0), child);
    killed += WIFSIGNALED(status) ? 1 : 0;
  }
  EXPECT_GT(killed, 0);
  // the last one may have been killed between its end and its clearing up
  run_campaign(d, settings_for(folder, 2));
  const std::string whole = fresh_folder("whole");
  run_campaign(d, settings_for(whole));
  EXPECT_TRUE(campaign_bytes(whole) == campaign_bytes(folder));
  for (const auto& entry : fs::directory_iterator(CampaignStore(folder, kKey).folder())) {
    EXPECT_EQ(entry.path().filename(), "campaign.h5");  // nothing is left lying about
  }
}

TEST(Campaign, ThreadsNeverChangeAByte) {
  for (const FilmContactSpec& d : {small_line(), small_impact()}) {
    const std::string one = fresh_folder("one"), two = fresh_folder("two");
    const FilmSnapshots a = run_campaign(d, settings_for(one, 1));
    const FilmSnapshots b = run_campaign(d, settings_for(two, 2));
    expect_equal(a, b);
    EXPECT_TRUE(campaign_bytes(one) == campaign_bytes(two));
    // and read back, or kept nowhere, they are the same
    std::vector<std::string> lines;
    TrainSettings again = settings_for(one);
    again.log = [&](const std::string& line) { lines.push_back(line); };
    expect_equal(a, run_campaign(d, again));
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].rfind("campaign kept in ", 0), 0u);
    expect_equal(a, run_campaign(d, settings_for("")));
  }
}

TEST(Campaign, DamagedFilesAreMadeAgain) {
  const FilmContactSpec d = small_line();
  const std::string whole = fresh_folder("whole"), folder = fresh_folder("store");
  run_campaign(d, settings_for(whole));
  run_and_die(d, folder, 1, 4);
  const std::vector<std::string> files = run_files(folder);
  ASSERT_EQ(files.size(), 4u);
  fs::resize_file(files[0], fs::file_size(files[0]) / 2);
  std::fstream(files[1], std::ios::in | std::ios::out | std::ios::binary).seekp(3000).put('x');
  fs::resize_file(files[2], 0);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_FALSE(read_snapshots(files[k])) << k;
  EXPECT_TRUE(read_snapshots(files[3]));
  std::vector<std::string> lines;
  TrainSettings settings = settings_for(folder);
  settings.log = [&](const std::string& line) { lines.push_back(line); };
  run_campaign(d, settings);
  EXPECT_EQ(lines.front(), "run 4 of 5: kept");
  EXPECT_EQ(lines.size(), 5u);
  EXPECT_TRUE(campaign_bytes(whole) == campaign_bytes(folder));
  // so is the campaign itself
  const std::string file = CampaignStore(folder, kKey).campaign_file();
  fs::resize_file(file, fs::file_size(file) - 1);
  run_campaign(d, settings_for(folder));
  EXPECT_TRUE(campaign_bytes(whole) == campaign_bytes(folder));
}

// What was said of a run belongs to it: kept, joined and said again.
TEST(Campaign, KeepsTheWarningsOfItsRuns) {
  const FilmContactSpec d = small_line();
  const std::string folder = fresh_folder("store"), path = folder + "/run.h5";
  FilmSnapshots run = record_run(training_run(d, 0), 3, {}, nullptr);
  write_snapshots(path, run);
  const std::string without = bytes_of(path);
  run.warnings = {"the mass differs", "units look odd"};
  write_snapshots(path, run);
  const auto again = read_snapshots(path);
  ASSERT_TRUE(again);
  expect_equal(*again, run);
  EXPECT_EQ(again->warnings, run.warnings);
  EXPECT_EQ(joined_snapshots({run, *again}).warnings, run.warnings);
  run.warnings.clear();
  write_snapshots(path, run);
  EXPECT_TRUE(bytes_of(path) == without);
  // a campaign that is found again says them
  run_campaign(d, settings_for(folder));
  const CampaignStore store(folder, kKey);
  FilmSnapshots all = *store.load_campaign();
  all.warnings = {"the mass differs"};
  store.save_campaign(all, 0);
  std::vector<std::string> lines;
  TrainSettings settings = settings_for(folder);
  settings.log = [&](const std::string& line) { lines.push_back(line); };
  run_campaign(d, settings);
  EXPECT_EQ(lines.back(), "warning: the mass differs");
}

TEST(Campaign, ReportsItsProgress) {
  TrainSettings settings;
  settings.jobs = 2;
  std::vector<std::string> lines;
  double last = -1.0;
  bool forwards = true;
  settings.log = [&](const std::string& line) { lines.push_back(line); };
  settings.progress = [&](double share) {
    forwards = forwards && share >= last;
    last = share;
  };
  run_campaign(small_line(), settings);
  EXPECT_TRUE(forwards);
  EXPECT_NEAR(last, 1.0, 1e-9);
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_NE(lines[0].find(" snapshots, "), std::string::npos) << lines[0];
}

std::string failure_of(const FilmContactSpec& d, const std::string& folder) {
  try {
    run_campaign(d, settings_for(folder));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Campaign, WhatCannotWorkIsSaid) {
  const std::string file = fresh_folder("store") + "/file";
  std::ofstream(file) << "no folder";
  const std::string unwritable = failure_of(small_line(), file);
  EXPECT_NE(unwritable.find(file + "/train-"), std::string::npos) << unwritable;
  EXPECT_NE(unwritable.find("remedy: choose another folder"), std::string::npos) << unwritable;

  FilmContactSpec untrained = small_line();
  untrained.train.reset();
  EXPECT_NE(failure_of(untrained, "").find("has no [train]"), std::string::npos);

  const std::string stopped =
      failure_of(small_impact({"step.smallest=4.9e-8", "step.relative_tolerance=1e-9",
                               "step.pressure_tolerance=1", "step.gap_tolerance=1e-15"}),
                 "");
  EXPECT_EQ(stopped.rfind("training run 1 of 3: ", 0), 0u) << stopped;
}

TEST(CampaignHash, ChangesWithWhatMattersAlone) {
  const auto hash_of = [](const std::vector<std::string>& overrides) {
    return stage_hash(small_line_definition(overrides), Stage::train);
  };
  const std::string hash = hash_of({});
  EXPECT_EQ(hash.size(), 16u);
  EXPECT_EQ(hash, hash_of({}));
  for (const char* matters :
       {"train.seed=2", "train.runs=6", "train.load=[0.6, 1.0]", "lubricant.viscosity=0.02",
        "grid.points=82", "bodies.upper.nu=0.26", "step.size=2e-6", "speed.entrainment=4.5"}) {
    EXPECT_NE(hash, hash_of({matters})) << matters;
  }
  for (const char* other :
       {"name=other", "description=words", "reduce.modes=12", "reduce.step=2e-6",
        "output.interval=1e-6", "verify.film=0.5", "scenarios=[{name=\"a\", duration=1e-5}]"}) {
    EXPECT_EQ(hash, hash_of({other})) << other;
  }
}

}  // namespace
}  // namespace mortise::gen
