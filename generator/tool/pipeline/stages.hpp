// The stages of a build: what structures and films each do in their own way, and how a stage is
// kept.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "generator/define/definition/definition_hash.hpp"
#include "generator/ground/files/stage_cache.hpp"
#include "generator/reduce/film/reduced_film.hpp"
#include "generator/tool/pipeline/build.hpp"

namespace mortise::gen {

// A model that is only to be baked.
struct PreparedModel {
  // The file; without a certificate, or with this one.
  std::function<AlignedBytes(const std::optional<CertificateOptions>& certificate)> bake;
  std::string summary;  // "12 modes, 3 contacts, h = 1e-5 s"
  std::function<CertificateOptions(const AlignedBytes& model, const CertifySettings& settings)>
      certify;
};

// One row per family of definitions.
struct Family {
  void (*check)(const Definition&);  // see check_build()
  PreparedModel (*prepare)(const Definition&, const BuildSettings&);
  CertificateOptions (*certify)(const Definition&, const AlignedBytes& model,
                                const CertifySettings&);
};

extern const Family kStructures;  // structure_stages.cc
extern const Family kFilms;       // film_stages.cc
extern const Family kBolted;      // bolted_stages.cc

// The reduced film of a definition, trained now or kept by an earlier build. Throws Error.
ReducedFilm reduced_film(const Definition& definition, const BuildSettings& settings);

inline void say(const BuildSettings& settings, const std::string& line) {
  if (settings.log) settings.log(line);
}

// The result of a stage, from the cache or made now and kept, with all that is to be said of it.
//   name     of the stage, as it is logged and kept
//   read     of what is kept; nothing if it has another shape
//   make     the result and its warnings
// The result has `findings`, one line each, and is written as JSON.
template <class Result>
Result run_stage(const Definition& definition, const BuildSettings& settings, Stage stage,
                 const std::string& name,
                 const std::function<std::optional<Result>(const nlohmann::json&)>& read,
                 const std::function<Result(std::vector<std::string>* warnings)>& make) {
  const StageCache cache(settings.cache);
  const std::string key = settings.cache.empty() ? "" : stage_hash(definition, stage);
  const std::string head = (name + std::string(10, ' ')).substr(0, 10);
  std::vector<std::string> warnings;
  std::optional<Result> result;
  if (const auto kept = cache.load(name, key, &warnings)) result = read(*kept);
  const bool found = result.has_value();
  if (found) {
    say(settings, head + "kept from an earlier build");
  } else {
    warnings.clear();
    result = make(&warnings);
  }
  for (const std::string& warning : warnings) say(settings, "warning: " + warning);
  for (const std::string& line : result->findings) say(settings, head + line);
  if (!found && !settings.cache.empty()) cache.store(name, key, *result, warnings);
  return *std::move(result);
}

}  // namespace mortise::gen
