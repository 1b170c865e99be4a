#include "generator/tool/cli/command.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"
#include "generator/ground/files/output_file.hpp"
#include "generator/ground/files/output_place.hpp"
#include "generator/ground/files/text_file.hpp"
#include "generator/ground/jobs/ranks.hpp"
#include "generator/ground/text/error.hpp"
#include "generator/ground/text/nearest.hpp"
#include "generator/judge/certify/procedure.hpp"
#include "generator/simulate/run/state_map.hpp"
#include "generator/tool/cli/failure.hpp"
#include "generator/tool/pipeline/choose.hpp"

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
  if (is_folder_for(output.path, *output.kind)) {
    try_folder(output.path);
  } else {
    try_output(output.path, *output.kind);
  }
}

// What a word of the command line that nothing has was meant to be: the nearest subcommand, or the
// nearest option of the command that was reached; empty if every word is known.
std::string nearest_of_the_known(const CLI::App& app, int argc, const char* const* argv) {
  const CLI::App* command = &app;
  for (int i = 1; i < argc; ++i) {
    const std::string word = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
    const bool option = word.rfind("--", 0) == 0 && word.size() > 2;
    std::vector<std::string> known;
    if (option) {
      for (const CLI::Option* one : command->get_options())
        for (const std::string& name : one->get_lnames())
          if (!one->get_group().empty() || "--" + name == word) known.push_back("--" + name);
    } else if (word.rfind('-', 0) != 0) {
      for (const CLI::App* one : command->get_subcommands({})) known.push_back(one->get_name());
    }
    if (known.empty()) continue;
    const auto found = std::find(known.begin(), known.end(), word);
    if (found == known.end())
      return (option ? "no option " : "no command \"") + word + (option ? "" : "\"") +
             ": the nearest is " + nearest(word, known);
    if (!option) command = command->get_subcommand(word);
  }
  return "";
}

// Name of the subcommand that was called, as far as the line could be read: "mortise analyze eig".
std::string called(const CLI::App& app) {
  std::string name = app.get_name();
  for (const CLI::App* command = &app; !command->get_subcommands().empty();) {
    command = command->get_subcommands().front();
    name += " " + command->get_name();
  }
  return name;
}

}  // namespace

int run_chosen(CLI::App* app, const Command& chosen, int argc, const char* const* argv) {
  const bool json = wants_json(argc, argv);
  const auto fail = [&](FailureKind kind, const std::string& what, const std::string& remedy) {
    return report_failure(kind, {{called(*app), what, remedy}}, json);
  };
  const auto misused = [&](const std::string& what) {
    return fail(FailureKind::usage, what, "see `" + called(*app) + " --help`");
  };
  try {
    app->parse(argc, argv);
    const std::vector<OutputReservation> outputs = try_outputs(*app);
    return chosen ? chosen() : 2;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app->exit(error);  // --help, --version
    const std::string meant = nearest_of_the_known(*app, argc, argv);
    return misused(meant.empty() ? error.what() : "there is " + meant);
  } catch (const UsageError& error) {
    return misused(error.what());
  } catch (const RankIsDone& done) {
    log_line(done.what());
    return 0;
  } catch (const OutputRefused& error) {
    return report_failure(FailureKind::usage, findings_of(error), json);
  } catch (const Error& error) {
    return report_failure(FailureKind::job, findings_of(error), json);
  } catch (const std::bad_alloc&) {
    return fail(FailureKind::job, "memory ran out",
                "take a smaller model, or a machine with more memory");
  } catch (const std::exception& error) {
    return fail(FailureKind::job, error.what(), "");
  }
}

Definition read_and_log(const std::string& path, const std::vector<std::string>& overrides,
                        Takes takes) {
  Definition definition = read_and_choose(path, overrides, takes);
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

CLI::Option* add_output(CLI::App* command, const std::string& names, std::string* path,
                        OutputKind kind, const std::string& what) {
  return command
      ->add_option(names, *path, what + "; " + endings_text(kind) + ", - for standard output")
      ->type_name(text_of(kind).name);
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

// A folder the command writes to, made when needed.
CLI::Option* add_folder(CLI::App* command, const std::string& name, const std::string& former,
                        std::string* path, const std::string& what) {
  CLI::Option* option = command->add_option(name, *path, what)->type_name(kFolderType);
  return with_former_name(command, option, former, path);
}

}  // namespace

CLI::Option* add_full_order(CLI::App* command, std::string* extent) {
  return add_option(command, "--full-order", extent,
                    "how far the certificate of a structure runs the full model: whole scenarios, "
                    "a short part of " +
                        std::to_string(kShortRun) +
                        " steps around the first contact, or so many steps",
                    CLI::Validator(
                        [](std::string& text) {
                          try {
                            full_steps(text);
                          } catch (const UsageError& error) {
                            return std::string(error.what());
                          }
                          return std::string();
                        },
                        "none|short|whole|STEPS"));
}

long full_steps(const std::string& extent) {
  if (extent.empty() || extent == "whole" || extent == "none") return kWholeRun;
  if (extent == "short") return kShortRun;
  const auto steps = parse_integer(extent);
  if (!steps || *steps < 1 || *steps > std::numeric_limits<int>::max())
    throw UsageError("--full-order " + extent + " is none of none, short, whole and a number > 0");
  return static_cast<long>(*steps);
}

CLI::Option* add_cache(CLI::App* command, std::string* folder, const std::string& what) {
  return add_folder(command, "--cache", "--store", folder, what);
}

CLI::Option* add_pictures(CLI::App* command, std::string* path, const std::string& what) {
  CLI::Option* option = add_output(command, "--pictures", path, OutputKind::picture, what);
  return with_former_name(command, option, "--picture", path);
}

CLI::Option* add_picture_folder(CLI::App* command, std::string* folder, const std::string& what) {
  return add_folder(command, "--pictures", "--picture", folder, what);
}

CLI::Option* add_states(CLI::App* command, std::string* path) {
  return add_output(command, "--states", path, OutputKind::picture,
                    "which places of the interfaces are parted, stick, slip or slap, over place "
                    "and time");
}

void demand_places(const StateMap& map) {
  demand(map.places() > 0, "--states",
         "no interface of the model has places whose states are known",
         "leave it out, or draw the outputs with --pictures");
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

int print_result(bool json, nlohmann::json result, const std::string& text,
                 const std::vector<Finding>& failures) {
  if (!failures.empty()) result["error"] = failure_json(FailureKind::job, {failures.front()});
  print_result(json ? result.dump(2) + "\n" : text);
  return failures.empty() ? 0 : 1;
}

std::string written_to(const std::string& output) {
  return output.empty() ? "" : ", written to " + output_text(output);
}

}  // namespace mortise::gen
