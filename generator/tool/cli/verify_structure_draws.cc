// `mortise verify --draws` of structures.
#include "generator/tool/cli/verify_structure_draws.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generator/ground/text/unit_text.hpp"
#include "generator/judge/certify/contact_errors.hpp"
#include "generator/judge/compare/structure_draws.hpp"
#include "generator/simulate/assemble/assemble.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/draw_table.hpp"

namespace mortise::gen {
namespace {

std::string box_text(const std::vector<DrawnRange>& box) {
  std::string text;
  for (const DrawnRange& r : box)
    text += fmt::format("drawn       {}, {:g} .. {:g}{}\n", r.name, r.minimum, r.maximum,
                        behind_number(r.unit));
  return text;
}

// Why a draw is wrong; empty: it is not.
std::string fault_of(const StructureDraw& draw, const StructureDrawsArguments& a,
                     const Measured& limits) {
  if (!draw.failure.empty()) return draw.failure;
  for (std::size_t k = 0; k < kMeasures; ++k) {
    const auto m = static_cast<Measure>(k);
    const std::optional<double> limit = a.limit ? a.limit : limits[m];
    if (draw.errors[m] && limit && !(*draw.errors[m] <= *limit))
      return fmt::format("{} is off by {}, its limit is {:g}", measure_name(m),
                         error_number(draw.errors[m]), *limit);
  }
  return "";
}

nlohmann::json faults_json(const StructureDrawsArguments& a, const Measured& limits,
                           const std::vector<DrawnRange>& box,
                           const std::vector<StructureDraw>& judged, std::string* text) {
  nlohmann::json faults = nlohmann::json::array();
  for (std::size_t k = 0; k < judged.size(); ++k) {
    const std::string fault = fault_of(judged[k], a, limits);
    if (fault.empty()) continue;
    nlohmann::json one = {{"draw", k + 1}, {"scenario", judged[k].scenario}, {"fault", fault}};
    std::string row = fmt::format("wrong: draw {}, {}", k + 1, judged[k].scenario);
    for (std::size_t i = 0; i < box.size(); ++i) {
      one["values"][box[i].name] = judged[k].values[i];
      row += fmt::format(", {} = {:.6g}", box[i].name, judged[k].values[i]);
    }
    faults.push_back(one);
    *text += row + ": " + fault + "\n";
  }
  return faults;
}

}  // namespace

int verify_structure_draws(const StructureDrawsArguments& a, const Definition& definition,
                           const Instance& model) {
  StructureDraws draws;
  draws.count = a.count;
  draws.seed = a.seed;
  draws.jobs = a.jobs;
  draws.box = box_of_draws(model, a.over);
  const bool modal = definition.import.modal();
  draws.against_full = a.against_full && !modal;
  // modal data have no full model whose inputs could be driven otherwise
  if (modal)
    draws.box.erase(std::remove_if(draws.box.begin(), draws.box.end(),
                                   [](const DrawnRange& r) { return r.parameter < 0; }),
                    draws.box.end());
  std::optional<AssembledSystem> assembled;
  if (!modal)
    assembled.emplace(
        with_warnings([&](auto* warnings) { return assemble(definition, warnings); }));
  const std::vector<StructureDraw> judged = with_bar("draws", [&](const Progress& progress) {
    return judge_draws(definition, assembled ? &*assembled : nullptr, model.bytes(), draws,
                       progress);
  });
  nlohmann::json result = {
      {"draws", a.count}, {"seed", a.seed}, {"full_order", draws.against_full ? "whole" : "none"}};
  for (const DrawnRange& r : draws.box)
    result["box"].push_back({{"name", r.name}, {"minimum", r.minimum}, {"maximum", r.maximum}});
  std::string text = box_text(draws.box);
  if (draws.against_full) text += draw_table(judged, &result);
  const bool contacts_alone = filter_time(model, 0.0) > 0.0;
  result["faults"] =
      faults_json(a, limits_of(definition.verify, contacts_alone), draws.box, judged, &text);
  std::vector<Finding> failures;
  if (!result["faults"].empty())
    failures.push_back(
        {a.model, fmt::format("{} of {} draws are wrong", result["faults"].size(), a.count),
         "keep the parameters to a range that holds (--over NAME=FROM:TO), or mend what is named"});
  return print_result(a.json, result, text, failures);
}

}  // namespace mortise::gen
