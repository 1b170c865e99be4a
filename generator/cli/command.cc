#include "generator/cli/command.hpp"

#include <cstdio>

#include "generator/error.hpp"

namespace mortise::gen {

CLI::Option* add_overrides(CLI::App* command, std::vector<std::string>* overrides) {
  return command
      ->add_option("--set", *overrides,
                   "override a key of the definition, e.g. contact.friction=0.2")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

CLI::Option* add_json(CLI::App* command, bool* json) {
  return command->add_flag("--json", *json, "print the result as JSON on stdout");
}

void print_result(const std::string& text) {
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
    throw Error("stdout", "cannot be written", "check where the output goes");
  }
}

void print_result(const nlohmann::json& result) { print_result(result.dump(2) + "\n"); }

}  // namespace mortise::gen
