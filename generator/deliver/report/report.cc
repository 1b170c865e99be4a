#include "generator/deliver/report/report.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kWithDefinition = "run `mortise report M.mrt DEF.toml` to see it";

}  // namespace

DefinitionSections without_definition() {
  const std::string remedy = std::string("; ") + kWithDefinition;
  return {{"shapes",
           "Geometry and mode shapes",
           {},
           "a model file has no nodes, only what its coordinates do" + remedy},
          {"full",
           "Reduced against full",
           {},
           "the full model stands in the definition, not in the model file" + remedy},
          {"singular-values",
           "Singular values and chosen rank",
           {},
           "what a reduction has learnt from is kept in the store of its training" + remedy}};
}

ReportPage model_report_page(const ReportInput& input, DefinitionSections definition) {
  return {input.facts.at("name").get<std::string>(),
          input.facts.at("description").get<std::string>(),
          {system_section(input), std::move(definition.shapes), run_section(input),
           std::move(definition.full), contact_section(input), film_section(input),
           backbone_section(input), spectrum_section(input), frequency_section(input),
           std::move(definition.training), time_section(input), certificate_section(input),
           trust_section(input), facts_section(input), provenance_section(input)}};
}

}  // namespace mortise::gen
