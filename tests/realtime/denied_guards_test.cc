// Where the machine refuses a guard, a promise is not passed but skipped.
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <string>

namespace mortise::test {
namespace {

constexpr unsigned kSyscallUserDispatch = 59;  // PR_SET_SYSCALL_USER_DISPATCH

enum class Denied { syscall_dispatch, memory_lock };

// From here on this process, and what it becomes, is refused the call. False: not possible here.
bool deny(Denied what) {
  const auto at = [](std::size_t offset) {
    return sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<unsigned>(offset));
  };
  const sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  const sock_filter refuse = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  const bool dispatch = what == Denied::syscall_dispatch;
  const unsigned call = dispatch ? __NR_prctl : __NR_mlockall;
  sock_filter program[] = {at(offsetof(seccomp_data, nr)),
                           BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 1, 0),
                           allow,
                           at(offsetof(seccomp_data, args)),
                           BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kSyscallUserDispatch, 1, 0),
                           allow,
                           refuse};
  if (!dispatch) program[3] = refuse;
  const sock_fprog filter = {sizeof program / sizeof *program, program};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

struct Output {
  int status = -1;
  std::string text;
};

constexpr int kNoFilter = 78;

// This program once more, one promise of it, without the guard.
Output run_without(Denied what) {
  int ends[2];
  if (pipe(ends) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    if (!deny(what)) _exit(kNoFilter);
    execl("/proc/self/exe", "test_promise",
          "--gtest_filter=Promise.OpeningAndSelfTestNeedNoHeapAndNoSystemCall",
          static_cast<char*>(nullptr));
    _exit(kNoFilter);
  }
  close(ends[1]);
  Output out;
  char piece[4096];
  for (ssize_t got; (got = read(ends[0], piece, sizeof piece)) > 0;)
    out.text.append(piece, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status)) out.status = WEXITSTATUS(status);
  return out;
}

void expect_skipped(Denied what, const std::string& reason) {
  const Output out = run_without(what);
  if (out.status == kNoFilter) GTEST_SKIP() << "no seccomp here";
  EXPECT_EQ(out.status, 0) << out.text;
  EXPECT_NE(out.text.find("[  SKIPPED ] 1 test"), std::string::npos) << out.text;
  EXPECT_NE(out.text.find(reason), std::string::npos) << out.text;
}

TEST(DeniedGuards, UncountedSystemCallsSkipTheirTest) {
  expect_skipped(Denied::syscall_dispatch, "no Syscall User Dispatch");
}

TEST(DeniedGuards, UnlockedPagesSkipTheirTest) {
  expect_skipped(Denied::memory_lock, "pages could not be locked");
}

}  // namespace
}  // namespace mortise::test
