// A subcommand of `mortise`: it registers its options and says what to do when it was chosen.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"
#include "generator/ground/files/file_ledger.hpp"
#include "generator/ground/files/output_place.hpp"
#include "generator/ground/files/terminal.hpp"

namespace mortise::gen {

// Runs the chosen subcommand; returns the exit code: 0 ok, 1 the job failed, 2 usage.
using Command = std::function<int()>;

// The subcommands: each is a file with an add_NAME() that sets *chosen when it was called, and one
// word here.
#define MORTISE_COMMANDS(X) \
  X(build)                  \
  X(info) X(run) X(full) X(verify) X(train) X(analyze) X(compare_reductions) X(bench) X(export)
#define MORTISE_DECLARE(name) void add_##name(CLI::App* app, Command* chosen);
MORTISE_COMMANDS(MORTISE_DECLARE)
#undef MORTISE_DECLARE

// --set key=value, repeated.
CLI::Option* add_overrides(CLI::App* command, std::vector<std::string>* overrides);

// --json.
CLI::Option* add_json(CLI::App* command, bool* json);

// --cache FOLDER: finished stages and runs. A former name, --store, is understood.
CLI::Option* add_cache(CLI::App* command, std::string* folder, const std::string& what);

// --pictures PICTURE, one file, or --pictures FOLDER. A former name, --picture, is understood.
CLI::Option* add_pictures(CLI::App* command, std::string* path, const std::string& what);
CLI::Option* add_picture_folder(CLI::App* command, std::string* folder, const std::string& what);

// --units.
CLI::Option* add_units(CLI::App* command, bool* units);

// Reads a definition and says on stderr what it has to say to its user.
Definition read_and_log(const std::string& path, const std::vector<std::string>& overrides,
                        Takes takes);

// An option that names a file the command writes. Its kind, shown as the type in the help, says
// which endings are legal; they and "-", standard output, are added to `what`.
CLI::Option* add_output(CLI::App* command, const std::string& names, std::string* path,
                        OutputKind kind, const std::string& what);

// An option that names a folder the command writes to, made when needed.
CLI::Option* add_folder(CLI::App* command, const std::string& names, std::string* path,
                        const std::string& what);

// Tries every output that the chosen command was given, before it begins: its ending, that it can
// be written, that no two are the same, that --json has standard output for itself. While the
// result lives no input of the command may be one of them. Throws OutputRefused or Error.
std::vector<OutputReservation> try_outputs(const CLI::App& app);

// Prints a result on stdout, or on stderr if an output goes to stdout. Fails if it cannot be
// written.
void print_result(const nlohmann::json& result);
void print_result(const std::string& text);

// An argument of the command line that asks for the impossible: exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace mortise::gen
