#include "generator/tool/cli/certificate_report.hpp"

#include <cstdio>

#include "generator/judge/certify/verdict.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

struct ErrorPart {
  const char* name;
  Measured ScenarioErrors::*errors;
};

constexpr ErrorPart kParts[] = {{"total", &ScenarioErrors::total},
                                {"reduction", &ScenarioErrors::reduction},
                                {"step", &ScenarioErrors::step},
                                {"reference", &ScenarioErrors::reference}};

std::optional<double> value_of(const flatbuffers::Optional<double>& x) {
  return x ? std::optional<double>(*x) : std::nullopt;
}

nlohmann::json json_of(const std::optional<double>& x) {
  return x ? nlohmann::json(*x) : nlohmann::json(nullptr);
}

ScenarioErrors stored_errors(const schema::ScenarioError& stored) {
  ScenarioErrors e;
  e.scenario = stored.scenario()->str();
  for (std::uint32_t j = 0; stored.measured() != nullptr && j < stored.measured()->size(); ++j) {
    const auto* m = stored.measured()->Get(j);
    const auto measure = static_cast<Measure>(m->measure());
    e.total[measure] = value_of(m->total());
    e.reduction[measure] = value_of(m->reduction());
    e.step[measure] = value_of(m->step());
    e.reference[measure] = value_of(m->reference());
  }
  e.touched = stored.touched();
  e.reference_step = value_of(stored.reference_step());
  e.resolved_until = value_of(stored.resolved_until());
  return e;
}

}  // namespace

std::optional<CertificateOptions> stored_certificate(const Model& model) {
  const auto* c = model.root()->certificate();
  if (c == nullptr) return std::nullopt;
  CertificateOptions out;
  out.reference = c->reference()->str();
  for (std::uint32_t i = 0; i < c->errors()->size(); ++i)
    out.errors.push_back(stored_errors(*c->errors()->Get(i)));
  for (std::uint32_t i = 0; c->limits() != nullptr && i < c->limits()->size(); ++i) {
    const auto* limit = c->limits()->Get(i);
    out.limits[static_cast<Measure>(limit->measure())] = limit->value();
  }
  const ModelView& view = model.view();
  out.has_interface =
      view.is_film() || view.is_joint() || view.is_sliding() || model.dims().contacts > 0;
  out.omega_h = value_of(c->omega_h());
  out.omega_h_carrying = value_of(c->omega_h_carrying());
  return out;
}

nlohmann::json certificate_json(const CertificateOptions& c) {
  nlohmann::json errors = nlohmann::json::array(), limits = nlohmann::json::object();
  const std::vector<Measure> measures = measures_of(c);
  for (const ScenarioErrors& e : c.errors) {
    nlohmann::json entry = {{"scenario", e.scenario},
                            {"touched", e.touched},
                            {"reference_step_s", json_of(e.reference_step)},
                            {"resolved_until_s", json_of(e.resolved_until)}};
    for (const ErrorPart& part : kParts)
      for (const Measure m : measures)
        entry[part.name][measure_name(m)] = json_of((e.*part.errors)[m]);
    errors.push_back(entry);
  }
  for (const Measure m : measures) limits[measure_name(m)] = *c.limits[m];
  const std::vector<std::string> reasons = shortcomings(c);
  return {{"reference", c.reference},
          {"errors", errors},
          {"limits", limits},
          {"omega_h", json_of(c.omega_h)},
          {"omega_h_carrying", json_of(c.omega_h_carrying)},
          {"passed", reasons.empty()},
          {"shortcomings", reasons},
          {"warnings", warnings_of(c)}};
}

std::string certificate_table(const CertificateOptions& c) {
  const std::vector<Measure> measures = measures_of(c);
  std::string text = "relative errors against the " + c.reference + "\n";
  char cell[64];
  const auto line = [&](const std::string& scenario, const char* part, const auto& value) {
    std::snprintf(cell, sizeof cell, "%-20s %-9s", scenario.c_str(), part);
    text += cell;
    for (const Measure m : measures) {
      std::snprintf(cell, sizeof cell, " %17s", value(m).c_str());
      text += cell;
    }
    text += "\n";
  };
  line("scenario", "", [](Measure m) { return std::string(measure_name(m)); });
  for (const ScenarioErrors& e : c.errors)
    for (const ErrorPart& part : kParts)
      line(part.errors == &ScenarioErrors::total ? e.scenario : "", part.name,
           [&](Measure m) { return error_number((e.*part.errors)[m]); });
  line("limit", "total", [&](Measure m) { return error_number(c.limits[m]); });
  for (const std::string& warning : warnings_of(c)) text += "warning: " + warning + "\n";
  const std::vector<std::string> reasons = shortcomings(c);
  for (const std::string& reason : reasons) text += "FAILED: " + reason + "\n";
  return text + (reasons.empty() ? "passed\n" : "");
}

}  // namespace mortise::gen
