#include "generator/ground/text/error.hpp"
#include "generator/tool/cli/command.hpp"
#include "generator/tool/cli/model_report.hpp"
#include "generator/tool/pipeline/build.hpp"

namespace mortise::gen {
namespace {

void refuse_definition(const std::string& path) {
  const std::string ending = ".toml";
  if (path.size() < ending.size() ||
      path.compare(path.size() - ending.size(), ending.size(), ending) != 0) {
    return;
  }
  check_build(read_definition(path));
  throw Error(path, "is a definition, not a model file", "make its model with `mortise build`");
}

int run_info(const ModelArguments& a) {
  refuse_definition(a.model);
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
