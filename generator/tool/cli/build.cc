#include "generator/tool/pipeline/build.hpp"
#include "generator/define/definition/key_list.hpp"
#include "generator/ground/files/output_file.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/judge/certify/left_target.hpp"
#include "generator/judge/certify/verdict.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/engine_option.hpp"
#include "generator/tool/cli/model_report.hpp"

namespace mortise::gen {
namespace {

struct BuildArguments : DefinitionArguments {
  std::string output, cache, scalar, full_order;
  int jobs = 1;
  bool uncertified = false;
  EngineArguments engine;
};

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
  if (!definition.film) {
    if (a.scalar == "double") return definition;
    throw Error("--scalar float", "structures are stepped in double only",
                "leave --scalar out, it is for films");
  }
  std::vector<std::string> overrides = a.overrides;
  overrides.push_back(a.scalar == "float" ? "reduce.scalar=float32" : "reduce.scalar=float64");
  return read_definition(a.definition, overrides);
}

// A file whose certificate fails is not written: an older one of that name stays.
void demand_certificate(const BuildArguments& a, const Instance& instance) {
  const auto certificate = stored_certificate(instance.model());
  if (!certificate || a.uncertified) return;
  std::vector<std::string> reasons = shortcomings(*certificate);
  for (const std::string& reason : scenarios_leaving(instance)) reasons.push_back(reason);
  if (reasons.empty()) return;
  std::string what = "the certificate fails, no model file was written";
  for (const std::string& reason : reasons) what += "\n  " + reason;
  throw Error(a.definition, what,
              "mend what is named, or write the file all the same with --uncertified");
}

int run_build(const BuildArguments& a) {
  const Definition definition = definition_of(a);
  if (definition.film && full_steps(a.full_order) != kWholeRun)
    throw UsageError("--full-order short is for structures; films have reduce.* and verify.*");
  try_default_output(a, definition.name);
  const ChosenEngine engine(a.engine, a.cache);
  const AlignedBytes bytes = build_model(
      definition, {a.cache, a.jobs, a.full_order != "none", full_steps(a.full_order), log_line});
  const std::string output = output_of(a, definition.name);
  const Instance instance(bytes, output);
  demand_certificate(a, instance);
  write_output(output, OutputKind::model, bytes.data(), bytes.size());
  nlohmann::json result = model_json(instance);
  result["model"] = output;
  return print_result(a.json, result, "wrote " + output_text(output) + "\n" + model_text(instance));
}

}  // namespace

void add_build(CLI::App* app, Command* chosen) {
  add_command<BuildArguments>(
      app, chosen, "build", "make a model file from a definition", run_build,
      [](CLI::App* command, BuildArguments* a) {
        add_definition(command, &a->definition);
        add_output(command, "-o,--output", &a->output, OutputKind::model,
                   "model file; default: <name>.mrt");
        add_overrides(command, &a->overrides);
        add_option(command, "--scalar", &a->scalar, "arithmetic of a film; default: reduce.scalar",
                   one_of({"float", "double"}));
        add_jobs(command, &a->jobs, "parallel full-order runs; never changes the file");
        add_cache(command, &a->cache, "folder that keeps the results of expensive stages");
        add_full_order(command, &a->full_order);
        add_engine(command, &a->engine);
        command->add_flag_callback(
            "--no-certificate", [a] { a->full_order = "none"; },
            "skip the comparison with the full model: --full-order none");
        command->add_flag("--uncertified", a->uncertified,
                          "write the model file even if its certificate fails");
        command->add_flag_callback(
            "--help-keys",
            [] {
              print_result(structure_keys().reference() + "\n" + film_keys().reference());
              throw CLI::Success();
            },
            "print every key of a definition and exit");
      });
}

}  // namespace mortise::gen
