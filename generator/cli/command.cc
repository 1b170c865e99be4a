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

namespace {

// The former name of an option: understood, not advertised.
CLI::Option* with_former_name(CLI::App* command, CLI::Option* option, const std::string& former,
                              std::string* value) {
  command->add_option(former, *value)->group("")->excludes(option);
  return option;
}

}  // namespace

CLI::Option* add_cache(CLI::App* command, std::string* folder, const std::string& what) {
  CLI::Option* option = command->add_option("--cache", *folder, what)->type_name("DIR");
  return with_former_name(command, option, "--store", folder);
}

CLI::Option* add_pictures(CLI::App* command, std::string* path, const std::string& what) {
  CLI::Option* option = command->add_option("--pictures", *path, what)->type_name("PATH");
  return with_former_name(command, option, "--picture", path);
}

CLI::Option* add_units(CLI::App* command, bool* units) {
  return command->add_flag(
      "--units", *units, "CSV: a second line `# units: s,m,...`, a comment; HDF5 always has them");
}

void print_result(const std::string& text) {
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
    throw Error("stdout", "cannot be written", "check where the output goes");
  }
}

void print_result(const nlohmann::json& result) { print_result(result.dump(2) + "\n"); }

}  // namespace mortise::gen
