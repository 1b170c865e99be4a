#include "generator/reduce/train/campaign.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "generator/ground/files/atomic_file.hpp"
#include "generator/ground/files/temporaries.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

std::optional<FilmSnapshots> read_or_warn(const std::string& path) {
  if (!fs::exists(path)) return std::nullopt;
  std::optional<FilmSnapshots> kept = read_snapshots(path);
  // gone by now: another build has taken the runs into its campaign
  if (!kept && fs::exists(path)) log_warning(path + ": is damaged and made again");
  return kept;
}

}  // namespace

CampaignStore::CampaignStore(const std::string& folder, const std::string& key) {
  if (folder.empty()) return;
  folder_ = (fs::path(folder) / ("train-" + key)).string();
  make_folder(folder_, "choose another folder for the store");
  // a folder that cannot be written shall not cost a simulation
  const AtomicFile probe(folder_ + "/probe");
  remove_abandoned(folder_);
}

std::string CampaignStore::campaign_file() const { return folder_ + "/campaign.h5"; }

std::string CampaignStore::locks_file() const { return folder_ + "/ranks.lock"; }

bool CampaignStore::has_run(int index) const { return keeps() && fs::exists(run_file(index)); }

bool CampaignStore::has_campaign() const { return keeps() && fs::exists(campaign_file()); }

std::string CampaignStore::run_file(int index) const {
  return fmt::format("{}/run-{:04d}.h5", folder_, index);
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
