// Catches every system call of this thread while armed: Syscall User Dispatch (Linux >= 5.11,
// x86-64). A caught call does not happen; it returns ENOSYS, is counted, and disarms the guard.
// Arming and disarming is a store into memory and no system call itself.
#pragma once

namespace mortise::test {

class SyscallGuard {
 public:
  // False if the kernel or the processor has no Syscall User Dispatch.
  static bool install();
  static void arm();
  static void disarm();
  static int caught();        // system calls since install
  static long last_number();  // of the last one, as in <sys/syscall.h>
};

}  // namespace mortise::test
