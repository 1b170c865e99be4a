// A subcommand of `mortise`: it registers its options and says what to do when it was chosen.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "generator/define/definition/definition.hpp"
#include "generator/ground/files/file_ledger.hpp"
#include "generator/ground/files/output_place.hpp"
#include "generator/ground/files/terminal.hpp"
#include "generator/ground/text/findings.hpp"

namespace mortise::gen {

class StateMap;

// Runs the chosen subcommand; returns the exit code: 0 ok, 1 the job failed, 2 usage.
using Command = std::function<int()>;

// The subcommands and the kinds of `analyze`: an add_NAME() in the file of its subject, which calls
// add_command(), and one word here.
#define MORTISE_COMMANDS(X) \
  X(build)                  \
  X(check)                  \
  X(info)                   \
  X(run)                    \
  X(full)                   \
  X(verify)                 \
  X(train) X(analyze) X(advise) X(linearize) X(bench) X(report) X(export)
#define MORTISE_ANALYSES(X) \
  X(analyze_modes)          \
  X(analyze_sweep)          \
  X(analyze_steady)         \
  X(analyze_impact)         \
  X(analyze_coupling)       \
  X(analyze_eig) X(analyze_frf) X(analyze_stability) X(analyze_preload) X(analyze_qsma)
#define MORTISE_DECLARE(name) void add_##name(CLI::App* parent, Command* chosen);
MORTISE_COMMANDS(MORTISE_DECLARE)
MORTISE_ANALYSES(MORTISE_DECLARE)
#undef MORTISE_DECLARE

struct Definition;
// `analyze preload` of bolted contacts.
int report_bolted_preload(const Definition& definition, const std::string& pictures,
                          const std::string& cache, bool json);
inline constexpr const char* kKeepsStructure =
    "folder that keeps the condensed structure of bolted contacts, whatever their grids and "
    "surfaces";

struct DefinitionArguments {
  std::string definition;
  std::vector<std::string> overrides;
  bool json = false;
};

struct ModelArguments {
  std::string model;
  bool json = false;
};

// Templates of CLI11 cost seconds wherever they are used: what an option's type makes of them is
// compiled once, in option.cc.

// What an option demands of its text.
CLI::Validator in_range(int least, int most);
CLI::Validator in_range(double least, double most);
CLI::Validator one_of(const std::vector<std::string>& words);
CLI::Validator one_of_numbers(const std::vector<int>& numbers);

// One option, for the types of values that option.cc names; the entries of a list stand between
// commas, numbers are finite.
template <class T>
CLI::Option* add_option(CLI::App* command, const std::string& names, T* value,
                        const std::string& what);
template <class T>
CLI::Option* add_option(CLI::App* command, const std::string& names, T* value,
                        const std::string& what, const CLI::Validator& check) {
  return add_option(command, names, value, what)->check(check);
}

// DEF or MODEL, what the command is about.
inline CLI::Option* add_definition(CLI::App* command, std::string* path,
                                   const std::string& what = "definition (TOML)") {
  return add_option(command, "DEF", path, what)->required();
}
inline CLI::Option* add_model(CLI::App* command, std::string* path) {
  return add_option(command, "MODEL", path, "model file (*.mrt)")->required();
}

inline CLI::Option* add_jobs(CLI::App* command, int* jobs, const std::string& what) {
  return add_option(command, "--jobs", jobs, what, in_range(1, 1024));
}

inline CLI::Option* add_duration(CLI::App* command, double* duration, const std::string& what) {
  return add_option(command, "--duration", duration, what, CLI::PositiveNumber);
}

inline CLI::Option* add_units(CLI::App* command, bool* units) {
  return command->add_flag(
      "--units", *units, "CSV: a second line `# units: s,m,...`, a comment; HDF5 always has them");
}

// --full-order none|short|whole|STEPS: how far certificates run the full model of a structure.
CLI::Option* add_full_order(CLI::App* command, std::string* extent);
// Its steps: kWholeRun, or a number. Throws UsageError.
long full_steps(const std::string& extent);

// --set key=value, repeated.
CLI::Option* add_overrides(CLI::App* command, std::vector<std::string>* overrides);

// --cache FOLDER: finished stages and runs. A former name, --store, is understood.
CLI::Option* add_cache(CLI::App* command, std::string* folder, const std::string& what);

// --pictures PICTURE, one file, or --pictures FOLDER. A former name, --picture, is understood.
CLI::Option* add_pictures(CLI::App* command, std::string* path, const std::string& what);
CLI::Option* add_picture_folder(CLI::App* command, std::string* folder, const std::string& what);

// --states PICTURE: what the places of interfaces do, over place and time.
CLI::Option* add_states(CLI::App* command, std::string* path);
// Throws Error if a map for --states has no places.
void demand_places(const StateMap& map);

// An option that names a file the command writes. Its kind, shown as the type in the help, says
// which endings are legal; they and "-", standard output, are added to `what`.
CLI::Option* add_output(CLI::App* command, const std::string& names, std::string* path,
                        OutputKind kind, const std::string& what);

// One subcommand: its name, what it does, its options but --json.
template <class Arguments>
CLI::App* add_command(CLI::App* parent, Command* chosen, const std::string& name,
                      const std::string& what, int (*run)(const Arguments&),
                      const std::function<void(CLI::App*, Arguments*)>& options) {
  auto a = std::make_shared<Arguments>();
  CLI::App* command = parent->add_subcommand(name, what);
  options(command, a.get());
  command->add_flag("--json", a->json, "print the result as JSON on stdout");
  return command->callback([a, chosen, run] { *chosen = [a, run] { return run(*a); }; });
}

// One kind of `analyze`; definition: what DEF is.
template <class Arguments>
void add_analysis(CLI::App* analyze, Command* chosen, const std::string& name,
                  const std::string& what, const std::string& definition,
                  int (*run)(const Arguments&), void (*options)(CLI::App*, Arguments*)) {
  add_command<Arguments>(analyze, chosen, name, what, run, [&](CLI::App* command, Arguments* a) {
    add_definition(command, &a->definition, definition);
    options(command, a);
    add_overrides(command, &a->overrides);
  });
}

// Reads the command line and runs what it has chosen; what is thrown is said as errors. Returns the
// exit code. app: with all its subcommands, which write into `chosen`.
int run_chosen(CLI::App* app, const Command& chosen, int argc, const char* const* argv);

// Tries every output that the chosen command was given, before it begins: its ending, that it can
// be written, that no two are the same, that --json has standard output for itself. While the
// result lives no input of the command may be one of them. Throws OutputRefused or Error.
std::vector<OutputReservation> try_outputs(const CLI::App& app);

// Reads a definition and says on stderr what it has to say to its user.
Definition read_and_log(const std::string& path, const std::vector<std::string>& overrides,
                        Takes takes);

// The work under a bar of its progress.
template <class Work>
auto with_bar(const std::string& name, const Work& work) {
  ProgressBar bar(name);
  return work(bar.shares());
}

// The work and, in the log, its warnings.
template <class Work>
auto with_warnings(const Work& work) {
  std::vector<std::string> warnings;
  auto result = work(&warnings);
  for (const std::string& warning : warnings) log_warning(warning);
  return result;
}

// Prints a result on stdout, or on stderr if an output goes to stdout. Fails if it cannot be
// written.
void print_result(const std::string& text);

// The one that was asked for. failures: why the job failed all the same, e.g. over a limit; the
// first becomes the "error" of the JSON. Returns the exit code.
int print_result(bool json, nlohmann::json result, const std::string& text,
                 const std::vector<Finding>& failures = {});

// ", written to FILE"; nothing without one.
std::string written_to(const std::string& output);

// An argument of the command line that asks for the impossible: exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace mortise::gen
