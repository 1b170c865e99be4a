#include "generator/plot/gnuplot.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sstream>

#include "generator/error.hpp"

extern char** environ;

namespace mortise::gen {
namespace {

// A nameless file: with files in place of pipes neither side can block the other.
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& where) : where_(where), file_(std::tmpfile()) {
    if (file_ == nullptr) fail();
    fcntl(descriptor(), F_SETFD, FD_CLOEXEC);
  }
  ~ScratchFile() { std::fclose(file_); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  int descriptor() const { return fileno(file_); }

  void write(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail();
    if (std::fflush(file_) != 0 || std::fseek(file_, 0, SEEK_SET) != 0) fail();
  }

  std::string read() {
    std::string text;
    char part[1 << 14];
    std::rewind(file_);
    for (std::size_t n; (n = std::fread(part, 1, sizeof part, file_)) > 0;) text.append(part, n);
    if (std::ferror(file_) != 0) fail();
    return text;
  }

 private:
  [[noreturn]] void fail() const {
    throw Error(where_, std::string("no scratch file for gnuplot: ") + std::strerror(errno),
                "check that the temporary folder is writable and has space left");
  }

  std::string where_;
  std::FILE* file_;
};

[[noreturn]] void refuse_start(const std::string& where, int code) {
  throw Error(where,
              std::string("the program gnuplot, which draws pictures, cannot be started: ") +
                  std::strerror(code),
              "install it, on Debian: apt-get install gnuplot-nox");
}

// Exit code, or -1 if a signal ended it.
int run_program(const ScratchFile& in, const ScratchFile& out, const ScratchFile& messages,
                const std::string& where) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in.descriptor(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out.descriptor(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, messages.descriptor(), STDERR_FILENO);
  char program[] = "gnuplot", defaults[] = "-d";  // -d: no start-up files
  char* const arguments[] = {program, defaults, nullptr};
  pid_t child = 0;
  const int error = posix_spawnp(&child, program, &files, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) refuse_start(where, error);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool is_whole(const std::string& svg) {
  const std::string end = "</svg>\n";
  return svg.size() > end.size() && svg.compare(svg.size() - end.size(), end.size(), end) == 0;
}

// The first line that says something.
std::string first_message(const std::string& messages) {
  const std::size_t from = messages.find_first_not_of(" \t\r\n");
  if (from == std::string::npos) return "it gave no reason";
  return messages.substr(from, messages.find('\n', from) - from);
}

}  // namespace

void find_gnuplot(const std::string& where) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "/bin:/usr/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((folder.empty() ? "gnuplot" : folder + "/gnuplot").c_str(), X_OK) == 0) return;
  }
  refuse_start(where, ENOENT);
}

std::string run_gnuplot(const std::string& script, const std::string& where) {
  ScratchFile in(where), out(where), messages(where);
  in.write(script);
  const int code = run_program(in, out, messages, where);
  std::string svg = out.read();
  svg.erase(svg.find_last_not_of('\n') + 1).push_back('\n');
  if (code != 0 || !is_whole(svg)) {
    throw Error(
        where, "gnuplot did not finish the picture: " + first_message(messages.read()),
        "check that `gnuplot --version` says 5.4 or later and that the disk has space left");
  }
  return svg;
}

}  // namespace mortise::gen
