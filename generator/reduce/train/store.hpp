// Where a campaign keeps its finished runs, so that it goes on where it was stopped.
#pragma once

#include <optional>
#include <string>

#include "generator/reduce/film/snapshots.hpp"

namespace mortise::gen {

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

  // What is kept; nothing if it is missing or damaged.
  std::optional<FilmSnapshots> load_run(int index) const;
  std::optional<FilmSnapshots> load_campaign() const;

  // Throw Error if the folder cannot be written. The runs are removed once the campaign is kept.
  void save_run(int index, const FilmSnapshots& snapshots) const;
  void save_campaign(const FilmSnapshots& snapshots, int runs) const;

  // Of a campaign that is kept: a process may have been killed before it got that far.
  void remove_runs(int runs) const;

 private:
  std::string run_file(int index) const;

  std::string folder_;
};

}  // namespace mortise::gen
