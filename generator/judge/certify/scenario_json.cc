#include "generator/judge/certify/scenario_json.hpp"

#include "generator/define/definition/definition_hash.hpp"
#include "generator/ground/files/content_hash.hpp"

namespace mortise::gen {

KeptMap scenario_jobs(const Definition& definition, const std::vector<std::size_t>& chosen,
                      const AlignedBytes& model, const CertifySettings& settings) {
  KeptMap map;
  map.folder = settings.cache;
  map.stage = "certify";
  map.jobs = settings.jobs;
  map.ranks = settings.ranks;
  const std::string judged = settings.cache.empty() ? "" : stage_hash(definition, Stage::certify);
  for (const std::size_t k : chosen) {
    ContentHash hash;
    hash.add(judged).add(definition.scenarios[k].name);
    hash.add(std::to_string(settings.full_steps)).add(model.data(), model.size());
    map.keys.push_back(hash.hex());
  }
  return map;
}

}  // namespace mortise::gen
