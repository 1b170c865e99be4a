#include "generator/tool/cli/command.hpp"

#include <cstdio>
#include <filesystem>
#include <optional>

#include "generator/define/definition/dubious_values.hpp"
#include "generator/ground/files/output_file.hpp"
#include "generator/ground/files/output_place.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr const char* kFolderType = "FOLDER";

struct GivenOutput {
  std::string path, by;            // the option
  std::optional<OutputKind> kind;  // nothing: a folder
};

std::vector<GivenOutput> given_outputs(const CLI::App& command) {
  std::vector<GivenOutput> given;
  for (const CLI::Option* option : command.get_options()) {
    const std::string type = option->get_type_name();
    const std::optional<OutputKind> kind = output_kind_named(type);
    if (option->count() == 0 || (!kind && type != kFolderType)) continue;
    const std::string name = "--" + option->get_lnames().front();  // hidden ones, too
    given.push_back({option->as<std::string>(), name, kind});
    if (given.back().path.empty())
      throw OutputRefused(name, "has an empty name", "name a file or a folder");
  }
  return given;
}

void try_given(const GivenOutput& output, bool json_wanted) {
  if (!output.kind) {
    std::error_code error;
    if (std::filesystem::exists(output.path, error) &&
        !std::filesystem::is_directory(output.path, error)) {
      throw Error(output.by + " " + output.path, "is no folder", "choose another folder");
    }
    return;
  }
  if (json_wanted && locate_output(output.path).kind == PlaceKind::standard_output) {
    throw OutputRefused(output.by + " " + output.path, "--json writes to standard output, too",
                        "give one of them another place");
  }
  try_output(output.path, *output.kind);
}

}  // namespace

Definition read_and_log(const std::string& path, const std::vector<std::string>& overrides,
                        Takes takes) {
  Definition definition = read_definition(path, overrides, takes);
  for (const std::string& line : messages_of(definition)) log_line(line);
  return definition;
}

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

CLI::Option* add_output(CLI::App* command, const std::string& names, std::string* path,
                        OutputKind kind, const std::string& what) {
  return command
      ->add_option(names, *path, what + "; " + endings_text(kind) + ", - for standard output")
      ->type_name(text_of(kind).name);
}

CLI::Option* add_folder(CLI::App* command, const std::string& names, std::string* path,
                        const std::string& what) {
  return command->add_option(names, *path, what)->type_name(kFolderType);
}

std::vector<OutputReservation> try_outputs(const CLI::App& app) {
  std::vector<OutputReservation> reserved;
  for (const CLI::App* command : app.get_subcommands()) {
    if (!command->get_subcommands().empty()) return try_outputs(*command);
    const CLI::Option* json = command->get_option_no_throw("--json");
    const bool json_wanted = json != nullptr && json->count() > 0;
    // all of them are reserved before the first is tried
    const std::vector<GivenOutput> given = given_outputs(*command);
    for (const GivenOutput& output : given) reserved.emplace_back(output.path, output.by);
    for (const GivenOutput& output : given) try_given(output, json_wanted);
  }
  return reserved;
}

namespace {

// The former name of an option: understood, not advertised.
CLI::Option* with_former_name(CLI::App* command, CLI::Option* option, const std::string& former,
                              std::string* value) {
  command->add_option(former, *value)
      ->type_name(option->get_type_name())
      ->group("")
      ->excludes(option);
  return option;
}

}  // namespace

CLI::Option* add_cache(CLI::App* command, std::string* folder, const std::string& what) {
  CLI::Option* option = add_folder(command, "--cache", folder, what);
  return with_former_name(command, option, "--store", folder);
}

CLI::Option* add_pictures(CLI::App* command, std::string* path, const std::string& what) {
  CLI::Option* option = add_output(command, "--pictures", path, OutputKind::picture, what);
  return with_former_name(command, option, "--picture", path);
}

CLI::Option* add_picture_folder(CLI::App* command, std::string* folder, const std::string& what) {
  CLI::Option* option = add_folder(command, "--pictures", folder, what);
  return with_former_name(command, option, "--picture", folder);
}

CLI::Option* add_units(CLI::App* command, bool* units) {
  return command->add_flag(
      "--units", *units, "CSV: a second line `# units: s,m,...`, a comment; HDF5 always has them");
}

void print_result(const std::string& text) {
  if (standard_output_is_reserved()) {
    std::fputs(text.c_str(), stderr);
    return;
  }
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
    throw Error("stdout", "cannot be written", "check where the output goes");
  }
}

void print_result(const nlohmann::json& result) { print_result(result.dump(2) + "\n"); }

}  // namespace mortise::gen
