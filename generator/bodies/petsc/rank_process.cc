#include "generator/bodies/petsc/rank_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "generator/bodies/petsc/job_files.hpp"
#include "generator/ground/files/atomic_file.hpp"
#include "generator/ground/text/error.hpp"

namespace mortise::gen {
namespace {

constexpr std::size_t kLinesKept = 40;

// Both ends, which no program that is started inherits.
struct PipeEnds {
  int read = -1, write = -1;
};
PipeEnds make_pipe() {
  int ends[2];
  demand(pipe2(ends, O_CLOEXEC) == 0, "--engine petsc",
         std::string("no pipe can be made: ") + std::strerror(errno), "close other programs");
  return {ends[0], ends[1]};
}

// Writes without SIGPIPE, whose handler would end this process: the reader may have gone.
bool send_line(int descriptor, const std::string& line) {
  sigset_t pipe, before;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  const int code = write_all(descriptor, line.data(), line.size());
  const timespec now{};
  if (code == EPIPE) sigtimedwait(&pipe, nullptr, &now);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return code == 0;
}

std::string joined(const std::vector<std::string>& words, char between) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : std::string(1, between)) + word;
  return text;
}

// The line that says which rank ended, and how: launchers have their own words for it.
bool tells_the_end(const std::string& line) {
  for (const char* word : {"exited on signal", "Killed", "killed", "mortise_petsc: rank",
                           "run as root", "not enough slots"})
    if (line.find(word) != std::string::npos) return true;
  return false;
}

}  // namespace

RankProcess::RankProcess(const std::vector<std::string>& command) : command_(command) {
  const PipeEnds requests = make_pipe(), answers = make_pipe(), failure = make_pipe();
  std::vector<char*> arguments;
  for (std::string& word : command_) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  process_ = fork();
  if (process_ == 0) {
    dup2(requests.read, STDIN_FILENO);
    dup2(answers.write, STDOUT_FILENO);
    dup2(answers.write, STDERR_FILENO);
    execvp(arguments[0], arguments.data());
    const int code = errno;
    (void)!write(failure.write, &code, sizeof code);
    _exit(127);
  }
  const int fork_code = errno;
  for (const int end : {requests.read, answers.write, failure.write}) close(end);
  to_ = requests.write;
  from_ = answers.read;
  int code = process_ < 0 ? fork_code : 0;
  const ssize_t got = process_ < 0 ? 0 : read(failure.read, &code, sizeof code);
  close(failure.read);
  if (process_ > 0 && got <= 0) return;
  close(to_);
  close(from_);
  if (process_ > 0) waitpid(process_, nullptr, 0);
  throw Error("--engine petsc", command_.front() + " cannot be started: " + std::strerror(code),
              "install openmpi-bin, or give the launcher of your cluster by --launcher");
}

RankProcess::~RankProcess() {
  if (process_ < 0) return;
  if (!waits_) send_line(to_, "end\n");
  close(to_);
  if (waits_) kill(process_, SIGTERM);
  for (std::string line; read_line(&line);) {
  }
  close(from_);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::vector<std::string> RankProcess::ask(const std::vector<std::string>& request) {
  waits_ = true;
  if (!send_line(to_, joined(request, '\t') + "\n")) report_end();
  for (std::string line; read_line(&line);) {
    const std::size_t mark = line.find(job::kAnswerMark);
    if (mark == 0) {
      waits_ = false;
      return job::words_of(line.substr(1));
    }
    words_.push_back(line);
    if (words_.size() > kLinesKept) words_.pop_front();
  }
  report_end();
}

bool RankProcess::read_line(std::string* line) {
  for (;;) {
    const std::size_t end = pending_.find('\n');
    if (end != std::string::npos) {
      *line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      return true;
    }
    char bytes[4096];
    const ssize_t got = read(from_, bytes, sizeof bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    pending_.append(bytes, static_cast<std::size_t>(got));
  }
}

void RankProcess::report_end() {
  for (std::string line; read_line(&line);) words_.push_back(line);
  if (!pending_.empty()) words_.push_back(pending_);
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  close(to_);
  close(from_);
  process_ = -1;
  RanksEnded ended;
  for (const std::string& line : words_) {
    const bool empty = line.find_first_not_of("-* \t\r") == std::string::npos ||
                       line.find("PETSC ERROR: Configure options") != std::string::npos;
    if (!empty) ended.said += (ended.said.empty() ? "" : "\n") + line;
    if (!empty && tells_the_end(line)) ended.how += (ended.how.empty() ? "" : "; ") + line;
  }
  const std::string launcher =
      WIFSIGNALED(status)
          ? command_.front() + " was ended by signal " + std::to_string(WTERMSIG(status))
          : command_.front() + " ended with exit code " + std::to_string(WEXITSTATUS(status));
  if (ended.how.empty()) ended.how = ended.said.empty() ? launcher : ended.said + "\n" + launcher;
  throw ended;
}

}  // namespace mortise::gen
