// Runs a function in a process of its own, which may crash or be killed.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

namespace mortise::gen {

struct ChildEnd {
  int code = -1;   // exit code; -1 if a signal ended it
  int signal = 0;  // that ended it
};

// Starts `work`; its result is the exit code. Exceptions end the child with 99.
inline pid_t start_child(const std::function<int()>& work) {
  const pid_t child = fork();
  if (child != 0) return child;
  int code = 99;
  try {
    code = work();
  } catch (...) {
  }
  exit(code);  // with what the libraries do at the end
}

inline ChildEnd wait_for(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) return {-1, WTERMSIG(status)};
  return {WEXITSTATUS(status), 0};
}

inline ChildEnd in_child(const std::function<int()>& work) { return wait_for(start_child(work)); }

}  // namespace mortise::gen
