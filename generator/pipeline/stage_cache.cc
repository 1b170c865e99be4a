#include "generator/pipeline/stage_cache.hpp"

#include <filesystem>
#include <fstream>
#include <vector>

#include "generator/error.hpp"
#include "generator/io/atomic_file.hpp"

namespace mortise::gen {

namespace fs = std::filesystem;

std::string StageCache::path_of(const std::string& stage, const std::string& key) const {
  return (fs::path(folder_) / (stage + "-" + key + ".cbor")).string();
}

std::optional<nlohmann::json> StageCache::load(const std::string& stage,
                                               const std::string& key) const {
  if (folder_.empty()) return std::nullopt;
  std::ifstream file(path_of(stage, key), std::ios::binary);
  if (!file) return std::nullopt;
  nlohmann::json result = nlohmann::json::from_cbor(file, true, false);
  if (result.is_discarded()) return std::nullopt;  // damaged: made again
  return result;
}

void StageCache::store(const std::string& stage, const std::string& key,
                       const nlohmann::json& result) const {
  if (folder_.empty()) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) throw Error(folder_, "cannot be created", "choose another --cache folder");
  const std::vector<std::uint8_t> bytes = nlohmann::json::to_cbor(result);
  write_file(path_of(stage, key), bytes.data(), bytes.size());
}

}  // namespace mortise::gen
