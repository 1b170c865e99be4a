#include "tests/realtime/command.hpp"

#include <sys/wait.h>

#include <cstdio>

namespace mortise::test {

CommandResult run_command(const std::string& command) {
  CommandResult result;
  std::FILE* pipe = popen(("{ " + command + "; } 2>&1").c_str(), "r");
  if (!pipe) return result;
  char part[4096];
  while (const std::size_t n = std::fread(part, 1, sizeof part, pipe))
    result.output.append(part, n);
  const int status = pclose(pipe);
  if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
  return result;
}

bool has_program(const std::string& name) { return run_command("command -v " + name).status == 0; }

std::optional<std::uint64_t> trace_hash(const std::string& output) {
  const std::string key = "trace ";
  const std::size_t at = output.find(key);
  if (at == std::string::npos || (at > 0 && output[at - 1] != '\n')) return std::nullopt;
  return std::stoull(output.substr(at + key.size(), 16), nullptr, 16);
}

}  // namespace mortise::test
