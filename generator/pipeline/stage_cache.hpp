// Results of expensive stages, kept in a folder under the hash of everything they depend on.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace mortise::gen {

class StageCache {
 public:
  // folder: made when first needed; empty: nothing is kept.
  explicit StageCache(std::string folder) : folder_(std::move(folder)) {}

  // A result stored before; nothing if there is none or it cannot be read.
  std::optional<nlohmann::json> load(const std::string& stage, const std::string& key) const;

  // Throws Error if the folder cannot be written.
  void store(const std::string& stage, const std::string& key, const nlohmann::json& result) const;

 private:
  std::string path_of(const std::string& stage, const std::string& key) const;
  std::string folder_;
};

}  // namespace mortise::gen
