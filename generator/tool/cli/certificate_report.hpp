// A certificate as a table and in JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "generator/bake/file/certificate.hpp"
#include "mortise/model.hpp"

namespace mortise::gen {

// The certificate of a model file, if it has one.
std::optional<CertificateOptions> stored_certificate(const Model& model);

// Errors per scenario with their parts, null where nothing was measured; limits, whether they are
// kept, why not, and what is worth a warning.
nlohmann::json certificate_json(const CertificateOptions& certificate);

// The same as a table: four lines per scenario and one for the limits.
std::string certificate_table(const CertificateOptions& certificate);

}  // namespace mortise::gen
