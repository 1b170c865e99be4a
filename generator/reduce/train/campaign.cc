#include "generator/reduce/train/campaign.hpp"

#include <fmt/format.h>

#include <chrono>
#include <mutex>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "generator/ground/files/terminal.hpp"
#include "generator/ground/jobs/parallel_for.hpp"
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
    if (auto kept = store_.load_campaign()) {
      say("campaign kept in " + store_.campaign_file());
      warn(kept->warnings);
      store_.remove_runs(definition_.train->runs);
      return *std::move(kept);
    }
    load_kept_runs();
    compute_missing_runs();
    FilmSnapshots all = joined_snapshots(std::move(runs_));
    store_.save_campaign(all, definition_.train->runs);
    return all;
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

  void load_kept_runs() {
    for (std::size_t k = 0; k < runs_.size(); ++k) {
      if (auto kept = store_.load_run(static_cast<int>(k))) {
        runs_[k] = *std::move(kept);
        shares_[k] = 1.0;
        say(title(k) + ": kept");
        warn(runs_[k].warnings);
      } else {
        missing_.push_back(k);
      }
    }
    report();
  }

  void compute_missing_runs() {
    parallel_for(missing_.size(), settings_.jobs, [this](std::size_t k) {
      try {
        compute(missing_[k]);
      } catch (const Error& error) {
        throw Error("training " + title(missing_[k]), error.what(), "");
      }
    });
  }

  void compute(std::size_t run) {
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
  std::vector<FilmSnapshots> runs_;
  std::vector<double> shares_;  // done of every run
  std::vector<std::size_t> missing_;
  std::mutex mutex_;  // all below, shares, store, log and progress
  std::set<std::string> warned_;
  RemainingTime remaining_;
};

}  // namespace

FilmSnapshots run_campaign(const FilmContactSpec& definition, const TrainSettings& settings) {
  demand(definition.train.has_value(), definition.path,
         "has no [train] table: it says nothing about training runs",
         "add [train]; `mortise build --help-keys` lists its keys");
  return Campaign(definition, settings).run();
}

}  // namespace mortise::gen
