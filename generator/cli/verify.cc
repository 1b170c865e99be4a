#include <cstdio>
#include <map>
#include <memory>

#include "generator/cli/command.hpp"
#include "generator/io/terminal.hpp"
#include "generator/pipeline/certify.hpp"
#include "mortise_generated.h"

namespace mortise::gen {
namespace {

struct VerifyArguments {
  std::string definition, model, scenario;
  std::vector<std::string> overrides;
  int jobs = 1;
  bool json = false;
};

nlohmann::json to_json(const CertificateOptions& c) {
  nlohmann::json errors = nlohmann::json::array();
  for (const ScenarioErrors& e : c.errors) {
    errors.push_back({{"scenario", e.scenario},
                      {"displacement", e.displacement},
                      {"velocity", e.velocity},
                      {"force", e.force},
                      {"dissipated_energy", e.dissipated_energy}});
  }
  return {{"reference", c.reference},
          {"errors", errors},
          {"limits",
           {{"displacement", c.limit_displacement},
            {"velocity", c.limit_velocity},
            {"force", c.limit_force},
            {"dissipated_energy", c.limit_dissipated_energy}}},
          {"passed", within_limits(c)}};
}

std::string to_table(const CertificateOptions& c) {
  std::string text = "relative errors against the " + c.reference + "\n";
  char line[160];
  const auto add = [&](const std::string& name, double a, double b, double f, double e) {
    std::snprintf(line, sizeof line, "%-20s %12.3g %12.3g %12.3g %12.3g\n", name.c_str(), a, b, f,
                  e);
    text += line;
  };
  std::snprintf(line, sizeof line, "%-20s %12s %12s %12s %12s\n", "scenario", "displacement",
                "velocity", "force", "energy");
  text += line;
  for (const ScenarioErrors& e : c.errors) {
    add(e.scenario, e.displacement, e.velocity, e.force, e.dissipated_energy);
  }
  add("limit", c.limit_displacement, c.limit_velocity, c.limit_force, c.limit_dissipated_energy);
  return text + (within_limits(c) ? "passed\n" : "FAILED: an error is over its limit\n");
}

// A model may be compared with another definition than its own, but not without saying so.
void warn_about_differences(const Definition& definition, const Model& model) {
  std::map<std::string, std::string> built;
  const auto* settings = model.root()->provenance()->settings();
  for (std::uint32_t i = 0; settings != nullptr && i < settings->size(); ++i) {
    built[settings->Get(i)->key()->str()] = settings->Get(i)->value()->str();
  }
  for (const DefinitionSetting& s : definition.settings) {
    const bool elsewhere =
        s.key == "import.file" || s.key == "import.deck" || s.key.rfind("verify.", 0) == 0;
    const std::string& value = built[s.key];
    if (!elsewhere && value != s.value) {
      log_warning(s.key + " is " + s.value + ", the model was built with " +
                  (value.empty() ? "its default" : value));
    }
  }
}

int run_verify(const VerifyArguments& a) {
  const Definition definition = read_definition(a.definition, a.overrides);
  const Instance instance = open_model_file(a.model);
  warn_about_differences(definition, instance.model());
  const CertificateOptions certificate =
      certify(definition, instance.bytes(), {a.scenario, a.jobs, log_line});
  if (a.json) {
    print_result(to_json(certificate));
  } else {
    print_result(to_table(certificate));
  }
  return within_limits(certificate) ? 0 : 1;
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
  command->add_option("--jobs", a->jobs, "scenarios at a time")->check(CLI::Range(1, 1024));
  add_json(command, &a->json);
  command->callback([a, chosen] { *chosen = [a] { return run_verify(*a); }; });
}

}  // namespace mortise::gen
