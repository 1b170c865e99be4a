#include "generator/ground/files/stage_cache.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "generator/ground/files/atomic_file.hpp"
#include "generator/ground/files/content_hash.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

namespace fs = std::filesystem;

// In front of the CBOR part: this, the hash of it and of the name it is kept under, a line feed.
constexpr const char* kStageHeader = "mortise stage 1 fnv1a=";

constexpr const char* kRemedy = "choose another --cache folder";

std::string stage_header(const std::string& stage, const std::string& key, const char* bytes,
                         std::size_t size) {
  return kStageHeader + ContentHash().add(stage).add(key).add(bytes, size).hex() + "\n";
}

// The CBOR part of a whole file; nothing if any byte of it is not as it was written.
std::optional<nlohmann::json> kept_stage(const std::string& bytes, const std::string& stage,
                                         const std::string& key) {
  const std::size_t header = stage_header(stage, key, "", 0).size();
  if (bytes.size() < header) return std::nullopt;
  const char* part = bytes.data() + header;
  if (bytes.compare(0, header, stage_header(stage, key, part, bytes.size() - header)) != 0) {
    return std::nullopt;
  }
  nlohmann::json value = nlohmann::json::from_cbor(part, bytes.data() + bytes.size(), true, false);
  if (!value.is_object() || !value.contains("result") || !value.contains("warnings")) {
    return std::nullopt;
  }
  return value;
}

}  // namespace

std::string StageCache::path_of(const std::string& stage, const std::string& key) const {
  return (fs::path(folder_) / (stage + "-" + key + ".stage")).string();
}

std::optional<nlohmann::json> StageCache::load(const std::string& stage, const std::string& key,
                                               std::vector<std::string>* warnings) const {
  if (folder_.empty()) return std::nullopt;
  const std::string path = path_of(stage, key);
  std::error_code ignored;
  if (fs::is_regular_file(path, ignored)) {  // a pipe of that name would wait for ever
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (auto kept = kept_stage(bytes, stage, key)) {
      const auto said = (*kept)["warnings"].get<std::vector<std::string>>();
      if (warnings != nullptr) warnings->insert(warnings->end(), said.begin(), said.end());
      return std::move((*kept)["result"]);
    }
    log_warning(path + ": is damaged and made again");
  }
  make_folder(folder_, kRemedy);
  const AtomicFile probe(path);
  return std::nullopt;
}

bool StageCache::has(const std::string& stage, const std::string& key) const {
  std::error_code ignored;
  return !folder_.empty() && fs::is_regular_file(path_of(stage, key), ignored);
}

void StageCache::store(const std::string& stage, const std::string& key,
                       const nlohmann::json& result,
                       const std::vector<std::string>& warnings) const {
  if (folder_.empty()) return;
  make_folder(folder_, kRemedy);
  const std::vector<std::uint8_t> part =
      nlohmann::json::to_cbor(nlohmann::json{{"result", result}, {"warnings", warnings}});
  const auto* bytes = reinterpret_cast<const char*>(part.data());
  try {
    AtomicFile file(path_of(stage, key));
    file.write(stage_header(stage, key, bytes, part.size()));
    file.write(bytes, part.size());
    file.commit();
  } catch (const Error& error) {
    log_warning(std::string("the stage is not kept: ") + error.what());
  }
}

}  // namespace mortise::gen
