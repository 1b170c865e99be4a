// The full-order runs that train a reduced film, in parallel, and again from where they were
// stopped.
#pragma once

#include <functional>
#include <string>

#include "generator/define/definition/definition.hpp"
#include "generator/reduce/film/snapshots.hpp"

namespace mortise::gen {

struct TrainSettings {
  std::string folder;                           // of the store; empty: nothing is kept
  std::string key;                              // of what is kept: stage_hash(, Stage::train)
  int jobs = 1;                                 // runs at a time; never changes a byte
  std::function<void(const std::string&)> log;  // one line per finding and finished run, or empty
  std::function<void(double share)> progress;   // of all runs, 0..1; or empty
};

// The snapshots of all runs of definition.train, in their order. `log` and `progress` are called
// from several threads, one at a time.
// With a folder, every finished run is kept there and not computed again; stopped at any moment and
// started again, the campaign ends with the same file `campaign.h5`, byte for byte.
// definition: as it was read, see stage_hash().
// Throws Error if it has no [train], if a run cannot be set up or stops early (naming it; what is
// finished stays), and if the folder cannot be written.
FilmSnapshots run_campaign(const FilmContactSpec& definition, const TrainSettings& settings);

}  // namespace mortise::gen
