#include <filesystem>

#include "generator/ground/text/error.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/model_report.hpp"
#include "generator/tool/pipeline/build.hpp"

namespace mortise::gen {
namespace {

int run_info(const ModelArguments& a) {
  if (std::filesystem::path(a.model).extension() == ".toml") {
    check_build(read_definition(a.model));
    throw Error(a.model, "is a definition, not a model file",
                "make its model with `mortise build`");
  }
  const Instance instance = open_model_file(a.model);
  return print_result(a.json, model_json(instance), model_text(instance));
}

}  // namespace

void add_info(CLI::App* app, Command* chosen) {
  add_command<ModelArguments>(
      app, chosen, "info", "say what a model file holds", run_info,
      [](CLI::App* command, ModelArguments* a) { add_model(command, &a->model); });
}

}  // namespace mortise::gen
