#include <cstdio>
#include <map>
#include <memory>

#include "generator/cli/certificate_report.hpp"
#include "generator/cli/command.hpp"
#include "generator/cli/failure.hpp"
#include "generator/compare/film_endurance.hpp"
#include "generator/error.hpp"
#include "generator/io/terminal.hpp"
#include "generator/pipeline/build_film.hpp"
#include "generator/pipeline/certify_film.hpp"
#include "generator/pipeline/verdict.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

struct VerifyArguments {
  std::string definition, model, scenario, cache;
  std::vector<std::string> overrides;
  int jobs = 1;
  std::int64_t endurance = 0;
  std::uint64_t seed = 1;
  bool json = false;
};

// A model may be compared with another definition than its own, but not without saying so.
void warn_about_differences(const std::vector<DefinitionSetting>& given, const Model& model) {
  std::map<std::string, std::string> built;
  const auto* settings = model.root()->provenance()->settings();
  for (std::uint32_t i = 0; settings != nullptr && i < settings->size(); ++i) {
    built[settings->Get(i)->key()->str()] = settings->Get(i)->value()->str();
  }
  for (const DefinitionSetting& s : given) {
    const std::string name = s.key.substr(s.key.rfind('.') + 1);
    const bool elsewhere = name == "file" || name == "deck" || s.key.rfind("verify.", 0) == 0;
    const std::string& value = built[s.key];
    if (!elsewhere && value != s.value) {
      log_warning(s.key + " is " + s.value + ", the model was built with " +
                  (value.empty() ? "its default" : value));
    }
  }
}

Instance open_model_of(const VerifyArguments& a, bool film) {
  Instance instance = open_model_file(a.model);
  if (instance.model().view().is_film() != film) {
    throw Error(a.model, film ? "is the model of a structure" : "is the model of a film",
                "give the definition it was built from");
  }
  return instance;
}

CertificateOptions verify_structure(const VerifyArguments& a) {
  const Definition definition = read_definition(a.definition, a.overrides);
  log_messages(definition);
  const Instance instance = open_model_of(a, false);
  const ProgressBar reading("import", 1);  // until the bars of the scenarios take its line
  warn_about_differences(definition.settings, instance.model());
  BuildSettings build;
  build.cache = a.cache;
  return certify(definition, instance.bytes(), rebake_of(definition, build),
                 {a.scenario, a.jobs, log_line});
}

CertificateOptions verify_film(const VerifyArguments& a) {
  const FilmDefinition definition = read_film_definition(a.definition, a.overrides);
  check_film_build(definition);
  const Instance instance = open_model_of(a, true);
  warn_about_differences(definition.settings, instance.model());
  return certify_film(definition, instance.bytes(), {a.scenario, a.jobs, log_line, a.cache});
}

// Steps rolled back in a row, and errors of the gaps at rest, that a film may show under any input.
constexpr std::int64_t kMostInARow = 8;
constexpr double kMostAtRest = 0.02;

nlohmann::json endurance_json(const EnduranceResult& r) {
  nlohmann::json out = {{"steps", r.steps},
                        {"repeated", r.repeated},
                        {"rolled_back", r.rolled_back},
                        {"recovering", r.recovering},
                        {"untrusted", r.untrusted},
                        {"steps_inside_box", r.inside},
                        {"untrusted_inside_box", r.untrusted_inside},
                        {"longest_rolled_back", r.longest_rolled_back},
                        {"longest_recovering", r.longest_recovering},
                        {"iterations_max", r.most_iterations},
                        {"finite", r.finite},
                        {"rests", r.rests},
                        {"passed", endures(r, kMostInARow, kMostAtRest)}};
  if (r.rests == 0) return out;
  out["worst_gap_at_rest"] = r.worst_gap;
  out["worst_pressure_at_rest"] = r.worst_pressure;
  out["worst_at"] = {{"load", r.worst_load},
                     {"entrainment", r.worst_speed},
                     {"viscosity_factor", r.worst_viscosity}};
  return out;
}

std::string endurance_text(const EnduranceResult& r) {
  const auto percent = [](std::int64_t part, std::int64_t whole) {
    return whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0.0;
  };
  char line[400];
  std::snprintf(line, sizeof line,
                "%lld steps: %lld repeated, %lld rolled back, at most %lld in a row (limit %lld); "
                "%lld getting back, at most %lld in a row; at most %llu iterations\n",
                static_cast<long long>(r.steps), static_cast<long long>(r.repeated),
                static_cast<long long>(r.rolled_back),
                static_cast<long long>(r.longest_rolled_back), static_cast<long long>(kMostInARow),
                static_cast<long long>(r.recovering), static_cast<long long>(r.longest_recovering),
                static_cast<unsigned long long>(r.most_iterations));
  std::string text = line;
  std::snprintf(line, sizeof line,
                "untrusted: %.2f %% of all steps, %.2f %% of the %lld inside the "
                "training box\n",
                percent(r.untrusted, r.steps), percent(r.untrusted_inside, r.inside),
                static_cast<long long>(r.inside));
  text += line;
  if (r.rests > 0) {
    std::snprintf(
        line, sizeof line,
        "at rest %lld times: gaps within %.2f %% (limit %.0f %%), central pressure within "
        "%.2f %% of the full model's; worst at %.6g N/m, %.4g m/s, viscosity x %.3g\n",
        static_cast<long long>(r.rests), 100.0 * r.worst_gap, 100.0 * kMostAtRest,
        100.0 * r.worst_pressure, r.worst_load, r.worst_speed, r.worst_viscosity);
    text += line;
  }
  return text + (endures(r, kMostInARow, kMostAtRest) ? "passed\n" : "FAILED\n");
}

int run_endurance(const VerifyArguments& a) {
  if (!is_film_definition(a.definition)) {
    throw Error(a.definition, "--endurance is for films", "leave it out");
  }
  const FilmDefinition definition = read_film_definition(a.definition, a.overrides);
  check_film_build(definition);
  Instance instance = open_model_of(a, true);
  warn_about_differences(definition.settings, instance.model());
  EnduranceSettings settings;
  settings.steps = a.endurance;
  settings.seed = a.seed;
  ProgressBar bar("endurance", 1000);
  const EnduranceResult result = film_endurance(
      &instance, settings,
      definition.film.kind == FilmKind::line ? steady_truth(definition) : SteadyTruth(),
      [&](double share) { bar.update(static_cast<std::uint64_t>(1000.0 * share)); });
  if (a.json) {
    print_result(endurance_json(result));
  } else {
    print_result(endurance_text(result));
  }
  return endures(result, kMostInARow, kMostAtRest) ? 0 : 1;
}

int run_verify(const VerifyArguments& a) {
  if (a.endurance > 0) return run_endurance(a);
  const bool film = is_film_definition(a.definition);
  const CertificateOptions certificate = film ? verify_film(a) : verify_structure(a);
  const std::vector<std::string> reasons = shortcomings(certificate);
  if (a.json) {
    const nlohmann::json result = certificate_json(certificate);
    print_result(reasons.empty()
                     ? result
                     : failed_result(result, {a.model, reasons.front(),
                                              "mend what is named, or allow more in [verify]"}));
  } else {
    print_result(certificate_table(certificate));
  }
  return reasons.empty() ? 0 : 1;
}

}  // namespace

void add_verify(CLI::App* app, Command* chosen) {
  auto a = std::make_shared<VerifyArguments>();
  CLI::App* command =
      app->add_subcommand("verify", "compare a model file with the full model it was made from");
  command->add_option("DEF", a->definition, "definition (TOML)")->required();
  command->add_option("MODEL", a->model, "model file (*.mrt)")->required();
  command->add_option("--scenario", a->scenario, "default: all that are held out");
  add_overrides(command, &a->overrides);
  add_cache(command, &a->cache, "folder that keeps the results of expensive stages");
  command->add_option("--jobs", a->jobs, "scenarios at a time")->check(CLI::Range(1, 1024));
  command
      ->add_option("--endurance", a->endurance,
                   "films: instead, this many steps under random inputs over all that it accepts: "
                   "how soon it gets back from a failure, and to which film")
      ->check(CLI::PositiveNumber);
  command->add_option("--seed", a->seed, "of the random inputs of --endurance, default 1");
  add_json(command, &a->json);
  command->callback([a, chosen] { *chosen = [a] { return run_verify(*a); }; });
}

}  // namespace mortise::gen
