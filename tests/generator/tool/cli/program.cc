#include "tests/generator/tool/cli/program.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <regex>
#include <sstream>
#include <thread>

namespace mortise::gen {
namespace {

constexpr unsigned kNobody = 65534;

using Clock = std::chrono::steady_clock;

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream rest(text);
  std::vector<std::string> words;
  for (std::string word; rest >> word;) words.push_back(word);
  return words;
}

// In the child: never returns.
[[noreturn]] void become_program(const std::string& folder, const std::vector<std::string>& words,
                                 int out, int err, const ProgramLimits& limits) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  // opened first: `nobody` may not see the folder that it lies in, such as root's home
  const int program = open(arguments[0], O_RDONLY | O_CLOEXEC);
  bool good = program >= 0 && chdir(folder.c_str()) == 0 && dup2(out, STDOUT_FILENO) >= 0 &&
              dup2(err, STDERR_FILENO) >= 0;
  if (limits.file_bytes) {
    const struct rlimit small { *limits.file_bytes, *limits.file_bytes };
    good = good && setrlimit(RLIMIT_FSIZE, &small) == 0;
  }
  if (limits.nobody) good = good && setgid(kNobody) == 0 && setuid(kNobody) == 0;
  if (good) fexecve(program, arguments.data(), environ);
  _exit(126);
}

// What is written to a pipe, until all writers have closed it.
std::string drained(int descriptor) {
  std::string text;
  char part[1 << 14];
  for (ssize_t n; (n = read(descriptor, part, sizeof part)) > 0;) {
    text.append(part, static_cast<std::size_t>(n));
  }
  close(descriptor);
  return text;
}

}  // namespace

ProgramEnd run_program_in(const std::string& folder, const std::string& arguments,
                          const ProgramLimits& limits) {
  std::vector<std::string> words = words_of(arguments);
  words.insert(words.begin(), MORTISE_PROGRAM);
  int out[2], err[2];
  ProgramEnd end;
  if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) return end;
  const Clock::time_point start = Clock::now();
  const pid_t child = fork();
  if (child == 0) become_program(folder, words, out[1], err[1], limits);
  close(out[1]);
  close(err[1]);
  std::thread out_reader([&] { end.out = drained(out[0]); });
  std::thread err_reader([&] { end.err = drained(err[0]); });
  if (limits.kill_signal != 0) {
    std::this_thread::sleep_for(std::chrono::duration<double>(limits.kill_after));
    kill(child, limits.kill_signal);
  }
  int status = 0;
  waitpid(child, &status, 0);
  out_reader.join();
  err_reader.join();
  end.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (WIFSIGNALED(status)) {
    end.signal = WTERMSIG(status);
  } else {
    end.code = WEXITSTATUS(status);
  }
  return end;
}

namespace {

std::vector<std::string> commands_below(const std::string& command) {
  const std::string help = run_program_in("/", command + " --help").out;
  const std::size_t list = help.find("\nSubcommands:\n");
  if (list == std::string::npos) return {command};
  std::vector<std::string> commands;
  std::istringstream lines(help.substr(list + 1));
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line) && line.compare(0, 2, "  ") == 0) {
    if (line[2] == ' ') continue;  // a description that goes on
    const std::string name = (command.empty() ? "" : command + " ") + words_of(line).at(0);
    for (const std::string& one : commands_below(name)) commands.push_back(one);
  }
  return commands;
}

}  // namespace

std::vector<std::string> listed_commands() { return commands_below(""); }

std::vector<ListedOption> listed_options(const std::string& command) {
  static const std::regex pattern("^ +(?:-[A-Za-z],)?(--[a-z0-9-]+) ([A-Z][A-Z=:{]*)");
  std::vector<ListedOption> options;
  std::istringstream lines(run_program_in("/", command + " --help").out);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_search(line, match, pattern)) options.push_back({match[1], match[2]});
  }
  return options;
}

}  // namespace mortise::gen
