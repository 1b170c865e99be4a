#include "generator/cli/certificate_report.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "generator/pipeline/certify.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

struct ErrorColumn {
  const char* name;   // in JSON
  const char* title;  // of a table
  double ScenarioErrors::*error;
  double CertificateOptions::*limit;
};

// What a model does not have, the rebound of a rolling contact, is left out: no error and no limit.
std::vector<ErrorColumn> columns_of(const CertificateOptions& certificate, bool film) {
  using E = ScenarioErrors;
  using C = CertificateOptions;
  static const std::vector<ErrorColumn> structure = {
      {"displacement", "displacement", &E::displacement, &C::limit_displacement},
      {"velocity", "velocity", &E::velocity, &C::limit_velocity},
      {"force", "force", &E::force, &C::limit_force},
      {"dissipated_energy", "energy", &E::dissipated_energy, &C::limit_dissipated_energy}};
  static const std::vector<ErrorColumn> films = {
      {"p_central", "p_central", &E::central_pressure, &C::limit_pressure},
      {"h_central", "h_central", &E::central_gap, &C::limit_film},
      {"h_min", "h_min", &E::minimum_gap, &C::limit_film},
      {"force", "force", &E::force, &C::limit_force},
      {"restitution", "restitution", &E::restitution, &C::limit_restitution}};
  std::vector<ErrorColumn> columns = film ? films : structure;
  const auto absent = [&](const ErrorColumn& column) {
    return film && certificate.*column.limit == 0.0 &&
           std::all_of(certificate.errors.begin(), certificate.errors.end(),
                       [&](const ScenarioErrors& e) { return e.*column.error == 0.0; });
  };
  columns.erase(std::remove_if(columns.begin(), columns.end(), absent), columns.end());
  return columns;
}

}  // namespace

std::optional<CertificateOptions> stored_certificate(const Model& model) {
  const auto* c = model.root()->certificate();
  if (c == nullptr) return std::nullopt;
  CertificateOptions out;
  out.reference = c->reference()->str();
  for (std::uint32_t i = 0; i < c->errors()->size(); ++i) {
    const auto* e = c->errors()->Get(i);
    out.errors.push_back({e->scenario()->str(), e->displacement(), e->velocity(), e->force(),
                          e->dissipated_energy(), e->central_pressure(), e->central_gap(),
                          e->minimum_gap(), e->restitution()});
  }
  out.limit_displacement = c->limit_displacement();
  out.limit_velocity = c->limit_velocity();
  out.limit_force = c->limit_force();
  out.limit_dissipated_energy = c->limit_dissipated_energy();
  out.limit_pressure = c->limit_pressure();
  out.limit_film = c->limit_film();
  out.limit_restitution = c->limit_restitution();
  return out;
}

nlohmann::json certificate_json(const CertificateOptions& c, bool film) {
  nlohmann::json errors = nlohmann::json::array(), limits = nlohmann::json::object();
  for (const ScenarioErrors& e : c.errors) {
    nlohmann::json entry = {{"scenario", e.scenario}};
    for (const ErrorColumn& column : columns_of(c, film)) entry[column.name] = e.*column.error;
    errors.push_back(entry);
  }
  for (const ErrorColumn& column : columns_of(c, film)) limits[column.name] = c.*column.limit;
  return {{"reference", c.reference},
          {"errors", errors},
          {"limits", limits},
          {"passed", within_limits(c)}};
}

std::string certificate_table(const CertificateOptions& c, bool film) {
  std::string text = "relative errors against the " + c.reference + "\n";
  char cell[40];
  const auto title = [&](const std::string& name) {
    std::snprintf(cell, sizeof cell, "%-20s", name.c_str());
    text += cell;
  };
  const auto number = [&](double value) {
    std::snprintf(cell, sizeof cell, " %12.3g", value);
    text += cell;
  };
  title("scenario");
  const std::vector<ErrorColumn> columns = columns_of(c, film);
  for (const ErrorColumn& column : columns) {
    std::snprintf(cell, sizeof cell, " %12s", column.title);
    text += cell;
  }
  text += "\n";
  for (const ScenarioErrors& e : c.errors) {
    title(e.scenario);
    for (const ErrorColumn& column : columns) number(e.*column.error);
    text += "\n";
  }
  title("limit");
  for (const ErrorColumn& column : columns) number(c.*column.limit);
  return text + "\n" + (within_limits(c) ? "passed\n" : "FAILED: an error is over its limit\n");
}

std::string errors_text(const CertificateOptions& certificate, const ScenarioErrors& errors,
                        bool film) {
  std::string text;
  char part[60];
  for (const ErrorColumn& column : columns_of(certificate, film)) {
    std::snprintf(part, sizeof part, "%s%s %.6g", text.empty() ? "" : ", ", column.title,
                  errors.*column.error);
    text += part;
  }
  return text;
}

}  // namespace mortise::gen
