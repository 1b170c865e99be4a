#include "tests/realtime/watched_run.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "targets/linux-rt/heap_count.hpp"
#include "tests/realtime/syscall_guard.hpp"

namespace mortise::test {

namespace {

long page_faults() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

void print(const Statistics& s) {
  const auto count = [](const char* name, std::uint64_t n) {
    if (n > 0) std::printf(", %s %llu", name, static_cast<unsigned long long>(n));
  };
  std::printf("steps %llu", static_cast<unsigned long long>(s.steps));
  count("in contact", s.steps_in_contact);
  count("iterations", s.iterations);
  count("rebuilds", s.rebuilds);
  count("held", s.held);
  count("rate limited", s.rate_limited);
  count("repeated", s.repeated);
  count("capped", s.capped);
  count("limited", s.limited);
  count("rolled back", s.rolled_back);
  count("untrusted", s.untrusted);
  count("detached", s.detached);
  count("sticking", s.sticking);
  count("off target", s.off_target);
  std::printf("\n");
}

}  // namespace

Guards::Guards() : calls_(SyscallGuard::install()), pages_(mlockall(MCL_CURRENT) == 0) {}

void Guards::arm() const {
  if (calls_) SyscallGuard::arm();
}

void Guards::disarm() const { SyscallGuard::disarm(); }

void Guards::skip_if_unwatched() const {
  if (!calls_) GTEST_SKIP() << "system calls went uncounted: no Syscall User Dispatch here";
  if (!pages_) GTEST_SKIP() << "pages could not be locked: see `ulimit -l`";
}

void expect_promise(gen::Instance* run, int count, const Finite& finite, const Between& between) {
  constexpr int kWarmUp = 1000;
  RandomInputs inputs(run->model());
  std::vector<Real> y(static_cast<std::size_t>(run->dims().outputs));
  const Guards guards;
  bool good = true;
  const auto steps = [&](int from, int to) {
    for (int k = from; k < to; ++k) {
      inputs.next();
      guards.arm();
      if (between) between(run, k);
      (void)step(run->model(), run->state(), inputs.u.data(), y.data());
      guards.disarm();
      good = good && finite(*run, y);
    }
  };
  steps(0, kWarmUp);
  const int syscalls = SyscallGuard::caught();
  const long faults = page_faults();
  const std::uint64_t heap = targets::heap_calls();
  steps(kWarmUp, kWarmUp + count);
  EXPECT_EQ(targets::heap_calls() - heap, 0u);
  EXPECT_EQ(page_faults() - faults, 0);
  EXPECT_EQ(SyscallGuard::caught() - syscalls, 0) << SyscallGuard::last_number();
  EXPECT_TRUE(good);
  const Statistics& s = run->state().statistics();
  print(s);
  EXPECT_EQ(s.steps, static_cast<std::uint64_t>(count + kWarmUp));
  EXPECT_GE(s.held, static_cast<std::uint64_t>(count) / 2000);
  EXPECT_GE(s.steps_in_contact, s.steps / 10);
  guards.skip_if_unwatched();
}

}  // namespace mortise::test
