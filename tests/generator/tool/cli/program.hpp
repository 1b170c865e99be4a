// Runs the program `mortise` in a folder of its own, where it may run out of disk, lose its rights
// or be killed.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace mortise::gen {

struct ProgramLimits {
  std::optional<unsigned long> file_bytes;  // no file grows beyond: a full disk
  bool nobody = false;                      // without the rights of the one who tests
  int kill_signal = 0;                      // sent after `kill_after` seconds; 0: none
  double kill_after = 0.0;
};

struct ProgramEnd {
  int code = -1;   // -1: a signal ended it
  int signal = 0;  // that ended it
  std::string out, err;
  double seconds = 0.0;
};

// arguments: separated by blanks, no quotes. folder: where it runs.
ProgramEnd run_program_in(const std::string& folder, const std::string& arguments,
                          const ProgramLimits& limits = {});

// Subcommands of the program as it lists them itself, those of subcommands behind them: "build",
// "analyze modes". Without those that only group others.
std::vector<std::string> listed_commands();

struct ListedOption {
  std::string name, type;  // "--output", "TABLE"
};

// Options of a command that take a value, by their long names, as its help lists them.
std::vector<ListedOption> listed_options(const std::string& command);

}  // namespace mortise::gen
