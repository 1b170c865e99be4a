// What is found of a scenario, as it is kept and handed from rank to rank.
#pragma once

#include <string>

#include "generator/bake/file/certificate.hpp"
#include "generator/define/definition/definition.hpp"
#include "generator/ground/files/kept_map.hpp"
#include "generator/ground/numbers/aligned_bytes.hpp"
#include "generator/judge/certify/procedure.hpp"

namespace mortise::gen {

inline void to_json(nlohmann::json& value, const Measured& measured) {
  value = nlohmann::json::array();
  for (std::size_t k = 0; k < kMeasures; ++k)
    value.push_back(nlohmann::json(measured[static_cast<Measure>(k)]));
}
inline void from_json(const nlohmann::json& value, Measured& measured) {
  for (std::size_t k = 0; k < kMeasures; ++k)
    measured[static_cast<Measure>(k)] = value.at(k).get<std::optional<double>>();
}
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ContactLosses, friction, impact, scheme)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(InterfaceErrors, interface, total, reduction, step, reference)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ScenarioErrors, scenario, total, reduction, step, reference,
                                   touched, reference_step, resolved_until, interfaces, losses,
                                   full_losses)

// One job per chosen scenario, in their order, kept in settings.cache under the hash of the
// definition, the model file and how it is judged.
KeptMap scenario_jobs(const Definition& definition, const std::vector<std::size_t>& chosen,
                      const AlignedBytes& model, const CertifySettings& settings);

}  // namespace mortise::gen
