#include <memory>

#include "generator/cli/command.hpp"
#include "generator/cli/model_report.hpp"

namespace mortise::gen {

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
