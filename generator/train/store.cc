#include "generator/train/store.hpp"

#include <cstdio>
#include <filesystem>

#include "generator/define/definition_hash.hpp"
#include "generator/error.hpp"
#include "generator/io/atomic_file.hpp"
#include "generator/io/content_hash.hpp"
#include "generator/io/temporaries.hpp"
#include "generator/io/terminal.hpp"
#include "generator/train/snapshot_file.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

// Changes when the same definition gives other snapshots.
constexpr const char* kTrainVersion = "2";

bool matters_to_training(const std::string& key) {
  const std::string table = key.substr(0, key.find('.'));
  for (const char* other : {"name", "description", "output", "reduce", "scenarios", "verify"}) {
    if (table == other) return false;
  }
  return true;
}

std::optional<FilmSnapshots> read_or_warn(const std::string& path) {
  std::optional<FilmSnapshots> kept = read_snapshots(path);
  if (!kept && fs::exists(path)) log_warning(path + ": is damaged and made again");
  return kept;
}

}  // namespace

std::string campaign_hash(const FilmDefinition& definition) {
  return ContentHash()
      .add(kTrainVersion)
      .add(settings_hash(definition.settings, matters_to_training))
      .add(input_hash(definition))
      .hex();
}

CampaignStore::CampaignStore(const std::string& folder, const FilmDefinition& definition) {
  if (folder.empty()) return;
  folder_ = (fs::path(folder) / ("train-" + campaign_hash(definition))).string();
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) {
    throw Error(folder_, "cannot be created: " + error.message(),
                "choose another folder for the store");
  }
  // a folder that cannot be written shall not cost a simulation
  const AtomicFile probe(folder_ + "/probe");
  remove_abandoned(folder_);
}

std::string CampaignStore::campaign_file() const { return folder_ + "/campaign.h5"; }

std::string CampaignStore::run_file(int index) const {
  char name[32];
  std::snprintf(name, sizeof name, "/run-%04d.h5", index);
  return folder_ + name;
}

std::optional<FilmSnapshots> CampaignStore::load_run(int index) const {
  return keeps() ? read_or_warn(run_file(index)) : std::nullopt;
}

std::optional<FilmSnapshots> CampaignStore::load_campaign() const {
  return keeps() ? read_or_warn(campaign_file()) : std::nullopt;
}

void CampaignStore::save_run(int index, const FilmSnapshots& snapshots) const {
  if (keeps()) write_snapshots(run_file(index), snapshots);
}

void CampaignStore::save_campaign(const FilmSnapshots& snapshots, int runs) const {
  if (!keeps()) return;
  write_snapshots(campaign_file(), snapshots);
  remove_runs(runs);
}

void CampaignStore::remove_runs(int runs) const {
  if (!keeps()) return;
  std::error_code error;
  for (int k = 0; k < runs; ++k) fs::remove(run_file(k), error);
}

}  // namespace mortise::gen
