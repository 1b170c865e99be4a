// A model file and its certificate in words and in JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "generator/bake/file/certificate.hpp"
#include "generator/bake/play/instance.hpp"
#include "generator/define/definition/definition.hpp"

namespace mortise::gen {

// Index of a scenario of a model file that --scenario asks for. Throws Error if there is none of
// that name.
int asked_scenario(const Model& model, const std::string& name);

nlohmann::json model_json(const Instance& instance);
std::string model_text(const Instance& instance);

// A model may be compared with another definition than its own, but not without saying so in the
// log, and not with one of another kind of structure. Throws Error.
//   path  of the model
void compare_with_definition(const Definition& definition, const std::string& path,
                             const Instance& model);

// Counters of a state after a run.
nlohmann::json statistics_json(const Statistics& statistics);

// The certificate of a model file, if it has one.
std::optional<CertificateOptions> stored_certificate(const Model& model);

// Errors per scenario with their parts, null where nothing was measured; limits, whether they are
// kept, why not, and what is worth a warning.
nlohmann::json certificate_json(const CertificateOptions& certificate);

// The certificate as a table: four lines per scenario and one for the limits.
std::string certificate_table(const CertificateOptions& certificate);

}  // namespace mortise::gen
