// A certificate in words and in JSON: columns of structures, or of films.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "generator/bake/options.hpp"
#include "mortise/model.hpp"

namespace mortise::gen {

// The certificate of a model file, if it has one.
std::optional<CertificateOptions> stored_certificate(const Model& model);

// Errors per scenario, limits, and whether they are kept.
nlohmann::json certificate_json(const CertificateOptions& certificate, bool film);

// The same as a table with one line per scenario and one for the limits.
std::string certificate_table(const CertificateOptions& certificate, bool film);

// One scenario of it in one line: "p_central 0.012, h_central 0.004, ...".
std::string errors_text(const CertificateOptions& certificate, const ScenarioErrors& errors,
                        bool film);

}  // namespace mortise::gen
