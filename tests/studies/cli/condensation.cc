// `mortise_studies condensation`: methods of condensation against the full structure.
#include <fmt/format.h>

#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/engine_option.hpp"
#include "generator/tool/cli/result_table.hpp"
#include "tests/studies/condense/condensation_study.hpp"
#include "tests/studies/pictures/pictures.hpp"

namespace mortise::gen {
namespace {

struct CondensationArguments : DefinitionArguments {
  CondensationRequest request;
  std::string picture;
  EngineArguments engine;
};

Fields<CondensationCase> case_fields() {
  using Case = CondensationCase;
  using Errors = CondensationErrors;
  const auto number = [](double Errors::*member) {
    return [member](const Case& c) -> nlohmann::json {
      return c.refused.empty() ? nlohmann::json(c.errors.*member) : nlohmann::json();
    };
  };
  return {
      {"method", [](const Case& c) { return c.automatic ? "auto: " + c.method : c.method; },
       word_head("method")},
      {"attach_inputs", of(&Case::attach_inputs), word_head("inputs attached")},
      {"modes", of(&Case::modes), count_head("modes")},
      {"coordinates", of(&Case::coordinates), count_head("coordinates")},
      {"frequency_error", number(&Errors::frequency), quantity_head("frequencies", "%"), "%.2g",
       100.0},
      {"static_error", number(&Errors::statics), quantity_head("statics", "%"), "%.2g", 100.0},
      {"response_error", number(&Errors::response), quantity_head("response", "%"), "%.2g", 100.0},
      {"frac", number(&Errors::frac), quantity_head("FRAC", "-"), "%.6f"},
      {"mac", number(&Errors::mac), quantity_head("MAC", "-"), "%.6f"},
      {"seconds", of(&Case::seconds), quantity_head("condensed in", "s"), "%.3g"},
      {"interface_modes", of(&Case::interface, &InterfaceReport::kept)},
      {"refused", of(&Case::refused), word_head("")}};
}

nlohmann::json study_json(const PartStudy& s) {
  return {{"name", s.name},
          {"dofs", s.dofs},
          {"interface_dofs", s.interface_dofs},
          {"rigid_body_modes", s.rigid_body_modes},
          {"band_hz", s.band_hz},
          {"modes_in_band", s.modes_in_band},
          {"reference_remainder", s.remainder},
          {"direct_difference", s.direct_difference},
          {"direct_solutions", s.factorisations},
          {"reference_seconds", s.seconds},
          {"choice", s.choice},
          {"cases", rows_json(case_fields(), s.cases)}};
}

std::string study_text(const PartStudy& s) {
  std::string text = fmt::format(
      "{}{} dofs, interface {}, {} modes up to {:.6g} Hz ({} of them rigid)\n"
      "reference: exact modes and two static terms, remainder below {:.2g} %, {:.3g} s",
      s.name.empty() ? "" : s.name + ": ", s.dofs, s.interface_dofs, s.modes_in_band, s.band_hz,
      s.rigid_body_modes, 100.0 * s.remainder, s.seconds);
  if (s.factorisations > 0)
    text += fmt::format("; off {} direct solution(s) by {:.2g} %", s.factorisations,
                        100.0 * s.direct_difference);
  text += "\n" + rows_text(case_fields(), s.cases);
  return s.choice.empty() ? text : text + s.choice + "\n";
}

int run_condensation(const CondensationArguments& a) {
  const Definition definition = read_and_log(a.definition, a.overrides, Takes::structures);
  const ChosenEngine engine(a.engine, "");
  const auto studies = with_bar("condensation", [&](const Progress& progress) {
    return with_warnings([&](auto* warnings) {
      return study_condensation(definition, a.request, warnings, progress);
    });
  });
  if (!a.picture.empty()) write_condensation_picture(studies, a.picture);
  nlohmann::json parts = nlohmann::json::array();
  std::string text;
  for (const PartStudy& study : studies) {
    parts.push_back(study_json(study));
    text += study_text(study);
  }
  return print_result(a.json, {{"parts", parts}}, text);
}

}  // namespace

void add_condensation(CLI::App* app, Command* chosen) {
  add_analysis<CondensationArguments>(
      app, chosen, "condensation",
      "methods of condensation against the full structure: frequencies, statics, responses, shapes",
      "definition (TOML)", run_condensation, [](CLI::App* command, CondensationArguments* a) {
        CondensationRequest& r = a->request;
        add_option(command, "--band-hz", &r.band_hz, "top of the band; default condense.band_hz",
                   CLI::PositiveNumber);
        add_option(command, "--methods", &r.methods, "default: all that keep an interface, auto");
        add_option(command, "--modes", &r.modes,
                   "numbers of normal modes; default from half of those in the band to three times "
                   "as many",
                   in_range(0, 100000));
        add_option(command, "--direct", &r.direct,
                   "direct solutions, a factorisation each, that the reference is held against; "
                   "default 1",
                   in_range(0, 1000));
        add_engine(command, &a->engine);
        add_pictures(command, &a->picture, "errors over the number of coordinates");
      });
}

}  // namespace mortise::gen
