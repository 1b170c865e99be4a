#include <memory>

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

}  // namespace

void add_info(CLI::App* app, Command* chosen) {
  struct Arguments {
    std::string model;
    bool json = false;
  };
  auto a = std::make_shared<Arguments>();
  CLI::App* command = app->add_subcommand("info", "say what a model file holds");
  command->add_option("MODEL", a->model, "model file (*.mrt)")->required();
  add_json(command, &a->json);
  command->callback([a, chosen] {
    *chosen = [a] {
      refuse_definition(a->model);
      const Instance instance = open_model_file(a->model);
      if (a->json) {
        print_result(model_json(instance));
      } else {
        print_result(model_text(instance));
      }
      return 0;
    };
  });
}

}  // namespace mortise::gen
