// A million steps with contacts, capped iterations and bad inputs: no heap call, no system call, no
// page fault. And planted violations are found, so that the silence means something.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <vector>

#include "targets/linux-rt/heap_count.hpp"
#include "tests/realtime/shipped_model.hpp"
#include "tests/realtime/syscall_guard.hpp"
#include "tests/realtime/watched_run.hpp"

namespace mortise::test {
namespace {

constexpr int kSteps = 1000000, kWarmUp = 1000;
constexpr double kUnitScale = 1e15;  // so that an input within its range can overflow the result

struct Case {
  const char* name;
  const char* model;
  std::vector<std::string> overrides;
  Real force;  // amplitude and offset of the force [N]
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

// The caps are low enough to be met, the force presses the tip on its wall half of the time, and
// the input counts in units of 1e15 N.
gen::Instance demanding(const Case& c) {
  gen::BakeInput input = prepared(c.model, c.overrides);
  input.system.input_forces *= kUnitScale;
  for (gen::InputChannel& channel : input.system.inputs) {
    channel.minimum = -1e300;
    channel.maximum = 1e300;
  }
  return instance_of(input);
}

// Mostly a slow swing; now and then what a broken sensor gives.
Real input_at(int k, Real force) {
  switch (k % 5000) {
    case 1000:
      return std::numeric_limits<Real>::quiet_NaN();
    case 2000:
      return std::numeric_limits<Real>::infinity();
    case 3000:
      return -1.7e308;  // out of range
    case 4000:
      return 1e300;  // in range, but the velocity is not finite
    default:
      return force * (1 + 1e-4 * (k % 10000 - 5000)) / kUnitScale;
  }
}

long minor_faults() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

class Promise : public ::testing::TestWithParam<Case> {};

TEST_P(Promise, HoldsOverAMillionSteps) {
  gen::Instance run = demanding(GetParam());
  const Model& model = run.model();
  std::vector<Real> u(static_cast<std::size_t>(model.input_values()));
  std::vector<Real> y(static_cast<std::size_t>(run.dims().outputs));
  const Guards guards;
  Status seen = status::kOk;
  const auto steps = [&](int from, int to) {
    for (int k = from; k < to; ++k) {
      for (std::size_t j = 0; j < u.size(); ++j)
        u[j] = input_at(k + static_cast<int>(j), GetParam().force);
      guards.arm();
      seen |= step(model, run.state(), u.data(), y.data());
      guards.disarm();
    }
  };
  steps(0, kWarmUp);

  const int syscalls_before = SyscallGuard::caught();
  const long faults_before = minor_faults();
  const std::uint64_t heap_before = targets::heap_calls();
  steps(kWarmUp, kWarmUp + kSteps);
  const std::uint64_t heap = targets::heap_calls() - heap_before;
  const long faults = minor_faults() - faults_before;
  const int syscalls = SyscallGuard::caught() - syscalls_before;

  const Statistics& s = run.state().statistics();
  std::printf(
      "in contact %.1f %%, capped %llu, fall-back %llu, held %llu, rolled back %llu, "
      "iterations max %u\n",
      100.0 * static_cast<double>(s.steps_in_contact) / static_cast<double>(s.steps),
      static_cast<unsigned long long>(s.capped), static_cast<unsigned long long>(s.fallback),
      static_cast<unsigned long long>(s.held), static_cast<unsigned long long>(s.rolled_back),
      s.iterations_max);
  EXPECT_EQ(heap, 0u);
  EXPECT_EQ(faults, 0);
  EXPECT_EQ(syscalls, 0) << "system call " << SyscallGuard::last_number();
  EXPECT_EQ(s.steps, static_cast<std::uint64_t>(kSteps + kWarmUp));
  EXPECT_GE(s.steps_in_contact, s.steps * 3 / 10);
  EXPECT_GE(s.capped, 1u);
  EXPECT_GE(s.held, static_cast<std::uint64_t>(kSteps / 5000 * 3));
  EXPECT_GE(s.rolled_back, static_cast<std::uint64_t>(kSteps / 5000));
  EXPECT_TRUE(seen & status::kHELD);
  for (const Real value : y) EXPECT_TRUE(std::isfinite(value));
  guards.skip_if_unwatched();
}

INSTANTIATE_TEST_SUITE_P(
    Models, Promise,
    ::testing::Values(
        Case{"rod_wall_sweeps", "rod_wall", {"solver.kind=gauss_seidel", "solver.sweeps=2"}, 40},
        Case{"beam_wall_sweeps", "beam_wall", {"solver.kind=gauss_seidel", "solver.sweeps=2"}, 40},
        Case{"rod_wall_newton",
             "rod_wall",
             {"solver.kind=newton", "solver.sweeps=1", "solver.iterations=1",
              "solver.tail_sweeps=1"},
             40}),
    [](const auto& info) { return std::string(info.param.name); });

// The opener may use neither: it runs before the loop, on the same targets.
TEST(Promise, OpeningAndSelfTestNeedNoHeapAndNoSystemCall) {
  const gen::Instance original = instance_of(prepared("beam_wall"));
  const gen::AlignedBytes bytes = original.bytes();
  gen::AlignedBytes arena(original.model().arena_bytes());
  const Guards guards;
  const std::uint64_t heap_before = targets::heap_calls();
  guards.arm();
  Model model;
  const LoadError error = Model::open(bytes.data(), bytes.size(), &model, nullptr);
  State* state = State::make(model, arena.data(), arena.size(), nullptr);
  const bool passed = state && run_selftest(model, *state).passed;
  guards.disarm();
  EXPECT_EQ(targets::heap_calls(), heap_before);
  EXPECT_EQ(SyscallGuard::caught(), 0) << "system call " << SyscallGuard::last_number();
  EXPECT_EQ(error, LoadError::kOK);
  EXPECT_TRUE(passed);
  guards.skip_if_unwatched();
}

TEST(PlantedViolation, HeapCallsAreCounted) {
  const std::uint64_t before = targets::heap_calls();
  void* volatile p = std::malloc(10);
  std::free(p);
  auto* volatile q = new std::vector<int>(5);
  delete q;
  EXPECT_EQ(targets::heap_calls() - before, 6u);
}

TEST(PlantedViolation, SystemCallsAreCaught) {
  if (!SyscallGuard::install()) GTEST_SKIP() << "no Syscall User Dispatch here";
  SyscallGuard::arm();
  const long pid = syscall(SYS_getpid);
  SyscallGuard::disarm();
  EXPECT_EQ(pid, -1);
  EXPECT_EQ(SyscallGuard::caught(), 1);
  EXPECT_EQ(SyscallGuard::last_number(), SYS_getpid);

  SyscallGuard::arm();
  void* volatile large = std::malloc(64 << 20);
  SyscallGuard::disarm();
  std::free(large);
  EXPECT_EQ(SyscallGuard::caught(), 2);
  EXPECT_EQ(SyscallGuard::last_number(), SYS_mmap);
}

TEST(PlantedViolation, PageFaultsAreCounted) {
  const std::size_t size = 64 * 4096;
  void* fresh = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(fresh, MAP_FAILED);
  const long before = minor_faults();
  for (std::size_t k = 0; k < size; k += 4096) static_cast<volatile char*>(fresh)[k] = 1;
  EXPECT_GE(minor_faults() - before, 1);
  munmap(fresh, size);
}

}  // namespace
}  // namespace mortise::test
