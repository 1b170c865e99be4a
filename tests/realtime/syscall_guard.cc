#include "tests/realtime/syscall_guard.hpp"

#include <sys/prctl.h>
#include <ucontext.h>
#include <cerrno>
#include <csignal>

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_ON 1
#endif

namespace mortise::test {

namespace {

volatile char selector = 0;  // the kernel reads it at every system call: 0 allow, 1 block
volatile int count = 0;
volatile long number = -1;

#if defined(__x86_64__)
void on_blocked(int, siginfo_t* info, void* context) {
  selector = 0;  // returning from this handler is a system call
  count = count + 1;
  number = info->si_syscall;
  static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RAX] = -ENOSYS;
}
#endif

}  // namespace

bool SyscallGuard::install() {
#if defined(__x86_64__)
  struct sigaction action = {};
  action.sa_sigaction = on_blocked;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGSYS, &action, nullptr) != 0) return false;
  count = 0;
  return prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, 0, 0, &selector) == 0;
#else
  return false;
#endif
}

void SyscallGuard::arm() { selector = 1; }
void SyscallGuard::disarm() { selector = 0; }
int SyscallGuard::caught() { return count; }
long SyscallGuard::last_number() { return number; }

}  // namespace mortise::test
