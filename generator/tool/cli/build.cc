#include <memory>

#include "generator/define/definition/key_list.hpp"
#include "generator/ground/files/output_file.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/certify/verdict.hpp"
#include "generator/tool/cli/certificate_report.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/model_report.hpp"
#include "generator/tool/pipeline/build.hpp"

namespace mortise::gen {
namespace {

struct BuildArguments {
  std::string definition, output, cache, scalar;
  std::vector<std::string> overrides;
  int jobs = 1;
  bool no_certificate = false, uncertified = false, json = false;
};

BuildSettings settings_of(const BuildArguments& a) {
  BuildSettings settings;
  settings.cache = a.cache;
  settings.certify = !a.no_certificate;
  settings.jobs = a.jobs;
  settings.log = log_line;
  return settings;
}

std::string output_of(const BuildArguments& a, const std::string& name) {
  return a.output.empty() ? name + ".mrt" : a.output;
}

// A default name is only known now; one that was given has been tried.
void try_default_output(const BuildArguments& a, const std::string& name) {
  if (!a.output.empty()) return;
  const OutputReservation no_input(output_of(a, name));
  try_output(output_of(a, name), OutputKind::model);
}

// The arithmetic asked for is a setting of films.
Definition definition_of(const BuildArguments& a) {
  Definition definition = read_definition(a.definition, a.overrides);
  if (a.scalar.empty()) return definition;
  if (!definition.film && a.scalar == "float") {
    throw Error("--scalar float", "structures are stepped in double only",
                "leave --scalar out, it is for films");
  }
  if (!definition.film) return definition;
  std::vector<std::string> overrides = a.overrides;
  overrides.push_back(a.scalar == "float" ? "reduce.scalar=float32" : "reduce.scalar=float64");
  return read_definition(a.definition, overrides);
}

// A file whose certificate fails is not written: an older one of that name stays.
void demand_certificate(const BuildArguments& a, const Instance& instance) {
  const auto certificate = stored_certificate(instance.model());
  if (!certificate || a.uncertified) return;
  const std::vector<std::string> reasons = shortcomings(*certificate);
  if (reasons.empty()) return;
  std::string what = "the certificate fails, no model file was written";
  for (const std::string& reason : reasons) what += "\n  " + reason;
  throw Error(a.definition, what,
              "mend what is named, or write the file all the same with --uncertified");
}

int run_build(const BuildArguments& a) {
  const Definition definition = definition_of(a);
  try_default_output(a, definition.name);
  const AlignedBytes bytes = build_model(definition, settings_of(a));
  const std::string output = output_of(a, definition.name);
  const Instance instance(bytes, output);
  demand_certificate(a, instance);
  write_output(output, OutputKind::model, bytes.data(), bytes.size());
  nlohmann::json result = model_json(instance);
  result["model"] = output;
  if (a.json) {
    print_result(result);
  } else {
    print_result("wrote " + output_text(output) + "\n" + model_text(instance));
  }
  return 0;
}

}  // namespace

void add_build(CLI::App* app, Command* chosen) {
  auto a = std::make_shared<BuildArguments>();
  CLI::App* command = app->add_subcommand("build", "make a model file from a definition");
  command->add_option("DEF", a->definition, "definition (TOML)")->required();
  add_output(command, "-o,--output", &a->output, OutputKind::model,
             "model file; default: <name>.mrt");
  add_overrides(command, &a->overrides);
  command->add_option("--scalar", a->scalar, "arithmetic of a film; default: reduce.scalar")
      ->check(CLI::IsMember({"float", "double"}));
  command->add_option("--jobs", a->jobs, "parallel full-order runs; never changes the file")
      ->check(CLI::Range(1, 1024));
  add_cache(command, &a->cache, "folder that keeps the results of expensive stages");
  command->add_flag("--no-certificate", a->no_certificate,
                    "skip the comparison with the full model");
  command->add_flag("--uncertified", a->uncertified,
                    "write the model file even if its certificate fails");
  command->add_flag_callback(
      "--help-keys",
      [] {
        print_result(structure_keys().reference() + "\n" + film_keys().reference());
        throw CLI::Success();
      },
      "print every key of a definition and exit");
  add_json(command, &a->json);
  command->callback([a, chosen] { *chosen = [a] { return run_build(*a); }; });
}

}  // namespace mortise::gen
