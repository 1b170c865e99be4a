// The full-order runs that train a reduced film, in parallel, and again from where they were
// stopped.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "generator/define/definition/definition.hpp"
#include "generator/ground/jobs/share_jobs.hpp"
#include "generator/reduce/film/snapshots.hpp"

namespace mortise::gen {

struct TrainSettings {
  std::string folder;                           // of the store; empty: nothing is kept
  std::string key;                              // of what is kept: stage_hash(, Stage::train)
  int jobs = 1;                                 // runs at a time; never changes a byte
  std::function<void(const std::string&)> log;  // one line per finding and finished run, or empty
  std::function<void(double share)> progress;   // of all runs, 0..1; or empty
  Ranks ranks{};                                // that share the runs; several need a folder
  GoesOn goes_on = GoesOn::rank_0;              // with the snapshots
};

// The snapshots of all runs of definition.train, in their order. `log` and `progress` are called
// from several threads, one at a time.
// With a folder, every finished run is kept there and not computed again; stopped at any moment and
// started again, by however many ranks, the campaign ends with the same file `campaign.h5`, byte
// for byte. definition: as it was read, see stage_hash(). Throws Error if it has no [train], if a
// run cannot be set up or stops early (naming it; what is finished stays), and if the folder cannot
// be written; RankIsDone, see share_jobs().
FilmSnapshots run_campaign(const FilmContactSpec& definition, const TrainSettings& settings);

// Snapshots as an HDF5 file: one dataset per member, one row per stage. The same snapshots make the
// same bytes, and a file that is not whole is found out before HDF5 sees it.
//
// The file appears under its name when it is complete. HDF5 is not made for threads: one caller at
// a time. Throws Error if it cannot be written.
void write_snapshots(const std::string& path, const FilmSnapshots& snapshots);

// Nothing if there is no such file, or if it is truncated, damaged or of another version.
std::optional<FilmSnapshots> read_snapshots(const std::string& path);

// A folder `train-<key>` below the store's: campaign.h5, or run-<number>.h5 of the runs so far.
// One caller at a time; several processes may share a folder.
class CampaignStore {
 public:
  // folder: of the store, made when needed; empty: nothing is kept.
  // key: hash of all that the runs depend on, see TrainSettings.
  // Throws Error if the folder cannot be made or written.
  CampaignStore(const std::string& folder, const std::string& key);

  bool keeps() const { return !folder_.empty(); }
  const std::string& folder() const { return folder_; }  // of this campaign
  std::string campaign_file() const;
  std::string locks_file() const;  // of ranks that share the runs

  // What is kept; nothing if it is missing or damaged.
  std::optional<FilmSnapshots> load_run(int index) const;
  std::optional<FilmSnapshots> load_campaign() const;

  // Are they there, whole or damaged?
  bool has_run(int index) const;
  bool has_campaign() const;

  // Throw Error if the folder cannot be written. The runs are removed once the campaign is kept.
  void save_run(int index, const FilmSnapshots& snapshots) const;
  void save_campaign(const FilmSnapshots& snapshots, int runs) const;

  // Removes the runs of a kept campaign: a process may have been killed before it did.
  void remove_runs(int runs) const;

 private:
  std::string run_file(int index) const;

  std::string folder_;
};

}  // namespace mortise::gen
