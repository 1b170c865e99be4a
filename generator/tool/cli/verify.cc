#include "generator/tool/cli/verify.hpp"

#include <cstdio>
#include <map>
#include <memory>

#include "generator/ground/files/terminal.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/certify/verdict.hpp"
#include "generator/tool/cli/certificate_report.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/failure.hpp"
#include "generator/tool/pipeline/build.hpp"
#include "mortise_generated.h"

namespace mortise::gen {

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

namespace {

CertificateOptions verify_model(const VerifyArguments& a, const Definition& definition) {
  check_build(definition);
  const Instance instance = open_model_of(a, definition.film.has_value());
  warn_about_differences(definition.settings, instance.model());
  return certify_model(definition, instance.bytes(), {a.scenario, a.jobs, log_line, a.cache});
}

int run_verify(const VerifyArguments& a) {
  const Definition definition = read_and_log(a.definition, a.overrides, Takes::any);
  if (a.endurance > 0) return verify_endurance(a, definition);
  if (a.trust > 0) return verify_trust(a, definition);
  const CertificateOptions certificate = verify_model(a, definition);
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
  command
      ->add_option("--trust", a->trust,
                   "line contacts: instead, so many random loads inside the training box: which "
                   "steps are UNTRUSTED, and whether they are the late ones")
      ->check(CLI::Range(1, 10000));
  command
      ->add_option("--limit", a->limit, "error above which --trust calls a step late, default 0.03")
      ->check(CLI::PositiveNumber);
  command->add_option("--seed", a->seed,
                      "of the random inputs of --endurance or --trust, default 1");
  add_json(command, &a->json);
  command->callback([a, chosen] { *chosen = [a] { return run_verify(*a); }; });
}

}  // namespace mortise::gen
