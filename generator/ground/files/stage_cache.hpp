// Results of expensive stages, kept in a folder under the hash of everything they depend on, with
// the warnings they gave and a checksum over all of it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace mortise::gen {

class StageCache {
 public:
  // folder: made when first needed; empty: nothing is kept.
  explicit StageCache(std::string folder) : folder_(std::move(folder)) {}

  // A result stored before, with its warnings behind those of the caller if `warnings` is given.
  // Nothing if there is none; a damaged one is none, and a warning says so. Then the folder is
  // tried, so that one that cannot be written does not cost the stage: throws Error.
  std::optional<nlohmann::json> load(const std::string& stage, const std::string& key,
                                     std::vector<std::string>* warnings = nullptr) const;

  // Is one there, whole or damaged?
  bool has(const std::string& stage, const std::string& key) const;

  // Keeps a result. A device that refuses it by now is worth a warning: the result itself is fine.
  void store(const std::string& stage, const std::string& key, const nlohmann::json& result,
             const std::vector<std::string>& warnings = {}) const;

 private:
  std::string path_of(const std::string& stage, const std::string& key) const;

  std::string folder_;
};

}  // namespace mortise::gen
