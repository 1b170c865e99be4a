// What the kinds of `mortise analyze` have in common.
#pragma once

#include <memory>

#include "generator/tool/cli/command.hpp"

namespace mortise::gen {

struct AnalysisArguments {
  std::string definition;
  std::vector<std::string> overrides;
  bool json = false;
};

// Adds one kind: its name, what it does, what DEF is. options: adds its own ones.
template <class Arguments>
void add_analysis(CLI::App* analyze, Command* chosen, const std::string& name,
                  const std::string& what, const std::string& definition,
                  int (*run)(const Arguments&), void (*options)(CLI::App*, Arguments*)) {
  auto a = std::make_shared<Arguments>();
  CLI::App* command = analyze->add_subcommand(name, what);
  command->add_option("DEF", a->definition, definition)->required();
  options(command, a.get());
  add_overrides(command, &a->overrides);
  add_json(command, &a->json);
  command->callback([a, chosen, run] { *chosen = [a, run] { return run(*a); }; });
}

// The one that was asked for.
inline int print_either(const AnalysisArguments& a, const nlohmann::json& json,
                        const std::string& text) {
  if (a.json) {
    print_result(json);
  } else {
    print_result(text);
  }
  return 0;
}

}  // namespace mortise::gen
