// Programs run by a test, with what they printed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace mortise::test {

struct CommandResult {
  int status = -1;     // exit status, -1 if it did not exit by itself
  std::string output;  // standard output and error
};

CommandResult run_command(const std::string& command);

// True if a program of this name can be run.
bool has_program(const std::string& name);

// The hash in a line "trace <16 digits>"; nothing if there is no such line.
std::optional<std::uint64_t> trace_hash(const std::string& output);

}  // namespace mortise::test
