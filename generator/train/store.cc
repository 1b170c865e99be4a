#include "generator/train/store.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "generator/define/definition_hash.hpp"
#include "generator/error.hpp"
#include "generator/io/atomic_file.hpp"
#include "generator/io/content_hash.hpp"
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

// The process that writes a temporary file (see temporary_name()) is gone.
bool is_abandoned(const fs::path& file) {
  if (file.extension() != ".part") return false;
  const std::string id = file.stem().extension().string();  // ".<process>"
  const long process = id.size() > 1 ? std::strtol(id.c_str() + 1, nullptr, 10) : 0;
  return process > 0 && kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH;
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
  AtomicFile(folder_ + "/probe").write("");
  remove_leftovers();
}

void CampaignStore::remove_leftovers() const {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder_, error)) {
    if (is_abandoned(entry.path())) fs::remove(entry.path(), error);
  }
}

std::string CampaignStore::campaign_file() const { return folder_ + "/campaign.h5"; }

std::string CampaignStore::run_file(int index) const {
  char name[32];
  std::snprintf(name, sizeof name, "/run-%04d.h5", index);
  return folder_ + name;
}

std::optional<FilmSnapshots> CampaignStore::load_run(int index) const {
  return keeps() ? read_snapshots(run_file(index)) : std::nullopt;
}

std::optional<FilmSnapshots> CampaignStore::load_campaign() const {
  return keeps() ? read_snapshots(campaign_file()) : std::nullopt;
}

void CampaignStore::save_run(int index, const FilmSnapshots& snapshots) const {
  if (keeps()) write_snapshots(run_file(index), snapshots);
}

void CampaignStore::save_campaign(const FilmSnapshots& snapshots, int runs) const {
  if (!keeps()) return;
  write_snapshots(campaign_file(), snapshots);
  std::error_code error;
  for (int k = 0; k < runs; ++k) fs::remove(run_file(k), error);
}

}  // namespace mortise::gen
