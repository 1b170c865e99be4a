#include "generator/reduce/train/campaign.hpp"

#include <fmt/format.h>

#include <chrono>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "generator/ground/files/terminal.hpp"
#include "generator/ground/jobs/share_jobs.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/reduce/train/record_run.hpp"
#include "generator/reduce/train/training_run.hpp"

namespace mortise::gen {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Campaign {
 public:
  Campaign(const FilmContactSpec& definition, const TrainSettings& settings)
      : definition_(definition),
        settings_(settings),
        store_(settings.folder, settings.key),
        runs_(static_cast<std::size_t>(definition.train->runs)),
        shares_(runs_.size(), 0.0) {}

  FilmSnapshots run() {
    if (load_campaign()) {
      leave_others();
      return *std::move(all_);
    }
    load_kept_runs();
    SharedJobs shared;
    shared.count = runs_.size();
    shared.jobs = settings_.jobs;
    shared.ranks = settings_.ranks;
    shared.goes_on = settings_.goes_on;
    shared.locks = store_.locks_file();
    shared.kept = [this](std::size_t run) { return is_kept(run); };
    shared.work = [this](std::size_t run) { compute(run); };
    shared.finished = [this] { return load_campaign(); };
    shared.finish = [this] { join(); };
    share_jobs(shared);
    return *std::move(all_);
  }

 private:
  void say(const std::string& line) const {
    if (settings_.log) settings_.log(line);
  }

  void warn(const std::vector<std::string>& warnings) {
    for (const std::string& warning : warnings) {
      if (warned_.insert(warning).second) say("warning: " + warning);
    }
  }

  std::string title(std::size_t run) const {
    return fmt::format("run {} of {}", run + 1, runs_.size());
  }

  // What is kept by now, or joined already.
  bool load_campaign() {
    if (all_) return true;
    if (!settings_.ranks.alone() && !store_.has_campaign()) return false;
    all_ = store_.load_campaign();
    if (!all_) return false;
    say("campaign kept in " + store_.campaign_file());
    warn(all_->warnings);
    store_.remove_runs(definition_.train->runs);
    return true;
  }

  void leave_others() const {
    const bool leaves = settings_.goes_on == GoesOn::rank_0 && settings_.ranks.rank != 0;
    if (leaves) throw RankIsDone(settings_.ranks);
  }

  // One rank alone reads them at once, several when all are there.
  void load_kept_runs() {
    int kept = 0;
    for (std::size_t k = 0; k < runs_.size(); ++k) {
      if (!settings_.ranks.alone()) {
        kept += store_.has_run(static_cast<int>(k)) ? 1 : 0;
      } else if (load_run(k)) {
        say(title(k) + ": kept");
        warn(runs_[k]->warnings);
      }
    }
    if (kept > 0)
      say(fmt::format("{}: {} of {} runs kept", settings_.ranks.name(), kept, runs_.size()));
    report();
  }

  bool load_run(std::size_t run) {
    auto kept = store_.load_run(static_cast<int>(run));
    if (!kept) return false;
    runs_[run] = *std::move(kept);
    shares_[run] = 1.0;
    return true;
  }

  bool is_kept(std::size_t run) {
    if (settings_.ranks.alone()) return runs_[run].has_value();
    if (!store_.has_run(static_cast<int>(run)) && !store_.has_campaign()) return false;
    const std::lock_guard<std::mutex> lock(mutex_);
    shares_[run] = 1.0;
    return true;
  }

  void join() {
    std::vector<FilmSnapshots> runs;
    for (std::size_t k = 0; k < runs_.size(); ++k) {
      if (!runs_[k] && !load_run(k)) compute(k);  // a shard that was damaged
      warn(runs_[k]->warnings);
      runs.push_back(*std::move(runs_[k]));
      runs_[k].reset();
    }
    all_ = joined_snapshots(std::move(runs));
    store_.save_campaign(*all_, definition_.train->runs);
  }

  void compute(std::size_t run) {
    try {
      compute_run(run);
    } catch (const Error& error) {
      throw Error("training " + title(run), error.what(), "");
    }
  }

  void compute_run(std::size_t run) {
    const double start = now();
    const FilmCase job = training_run(definition_, static_cast<int>(run));
    std::vector<std::string> warnings;  // of the run, kept with it
    FilmSnapshots snapshots = record_run(
        job, definition_.train->every,
        [&](double share) {
          const std::lock_guard<std::mutex> lock(mutex_);
          shares_[run] = share;
          report();
        },
        &warnings);
    const std::lock_guard<std::mutex> lock(mutex_);  // HDF5 and the log, too
    snapshots.warnings = std::move(warnings);
    store_.save_run(static_cast<int>(run), snapshots);
    warn(snapshots.warnings);
    say(fmt::format("{}: {}; {} snapshots, {}{}", title(run), describe_training_run(job),
                    snapshots.count(), duration_text(now() - start), remaining_text()));
    runs_[run] = std::move(snapshots);
  }

  double share() const {
    return std::accumulate(shares_.begin(), shares_.end(), 0.0) /
           static_cast<double>(shares_.size());
  }

  void report() {
    (void)remaining_.at(share(), now());  // marks the start
    if (settings_.progress) settings_.progress(share());
  }

  std::string remaining_text() {
    const auto left = remaining_.at(share(), now());
    return left && *left > 0.5 ? ", " + duration_text(*left) + " left" : "";
  }

  const FilmContactSpec& definition_;
  const TrainSettings& settings_;
  CampaignStore store_;
  std::vector<std::optional<FilmSnapshots>> runs_;  // that this rank has made or read
  std::optional<FilmSnapshots> all_;                // of all runs
  std::vector<double> shares_;                      // done of every run
  std::mutex mutex_;                                // all below, shares, store, log and progress
  std::set<std::string> warned_;
  RemainingTime remaining_;
};

}  // namespace

FilmSnapshots run_campaign(const FilmContactSpec& definition, const TrainSettings& settings) {
  demand(definition.train.has_value(), definition.path,
         "has no [train] table: it says nothing about training runs",
         "add [train]; `mortise build --help-keys` lists its keys");
  demand(settings.ranks.alone() || !settings.folder.empty(), definition.path,
         "several ranks have no folder to share", "give --cache a folder that all of them see");
  return Campaign(definition, settings).run();
}

}  // namespace mortise::gen
