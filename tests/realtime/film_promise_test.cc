// The promise for films: a million steps under random loads and what a broken sensor gives, without
// a heap call, a system call, a page fault or a number that is not finite.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "generator/bake/instance.hpp"
#include "tests/realtime/heap_count.hpp"
#include "tests/realtime/syscall_guard.hpp"
#include "tests/robustness/film_models.hpp"
#include "tests/robustness/random_stream.hpp"

namespace mortise::test {
namespace {

using gen::Instance;
using robustness::RandomStream;

long page_faults() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

// Piecewise linear between random levels of the accepted range, with random durations; now and then
// a value that no sensor should give.
class RandomInputs {
 public:
  explicit RandomInputs(const Model& model) : model_(model) {
    const auto nu = static_cast<std::size_t>(model.dims().inputs);
    for (std::size_t k = 0; k < nu; ++k)
      tracks_.push_back({model.view().input_ranges[k].default_value, 0, 0});
    u.resize(2 * nu);
    for (std::size_t k = 0; k < nu; ++k) u[nu + k] = tracks_[k].value;
  }

  void next() {
    const std::size_t nu = tracks_.size();
    for (std::size_t k = 0; k < nu; ++k) {
      u[k] = tracks_[k].value;
      move(k);
      u[nu + k] = tracks_[k].value;
    }
    const Real broken[] = {std::numeric_limits<Real>::quiet_NaN(),
                           std::numeric_limits<Real>::infinity(), -1.7e308, 0};
    if (random_.below(1000) == 0) u[random_.below(2 * nu)] = random_.pick(broken);
  }

  std::vector<Real> u;

 private:
  struct Track {
    Real value, change;
    std::size_t left;
  };

  void move(std::size_t k) {
    Track& t = tracks_[k];
    if (t.left == 0) {
      const InputRange& r = model_.view().input_ranges[k];
      const Real level = r.minimum + (r.maximum - r.minimum) * (random_.below(1001) / 1000.0);
      t.left = 1 + random_.below(40);
      t.change = (level - t.value) / static_cast<Real>(t.left);
    }
    const InputRange& r = model_.view().input_ranges[k];
    t.value = std::clamp(t.value + t.change, r.minimum, r.maximum);
    --t.left;
  }

  const Model& model_;
  RandomStream random_{2026, 4};
  std::vector<Track> tracks_;
};

bool all_finite(const Instance& run, const std::vector<Real>& y) {
  const ModelView& m = run.model().view();
  Real sum = 0;
  for (const Real value : y) sum += value * 0;
  for (int k = 0; k < m.dims.modes; ++k)
    sum += run.state().q(run.model())[k] * 0 + run.state().v(run.model())[k] * 0;
  const FilmBasis& b = m.film.bases[std::max(0, run.state().film_.basis)];
  const auto* memory =
      run.state().at<unsigned char>(m.layout.film_history) + m.film_layout.memory[0];
  const auto add = [&](std::uint32_t offset, std::uint32_t count) {
    for (std::uint32_t k = 0; k < count; ++k)
      sum += m.film.scalar == 4
                 ? static_cast<Real>(reinterpret_cast<const float*>(memory + offset)[k]) * 0
                 : reinterpret_cast<const double*>(memory + offset)[k] * 0;
  };
  add(m.film_layout.unknowns, b.modes + m.film.constants->loaded);
  add(m.film_layout.content, b.rows);
  return sum == 0;
}

// Steps with everything watched that the promise names.
void expect_promise(Instance* run, int count) {
  RandomInputs inputs(run->model());
  std::vector<Real> y(static_cast<std::size_t>(run->dims().outputs));
  const bool guarded = SyscallGuard::install();
  mlockall(MCL_CURRENT);
  bool finite = true;
  const auto steps = [&](int n) {
    for (int k = 0; k < n; ++k) {
      inputs.next();
      if (guarded) SyscallGuard::arm();
      (void)step(run->model(), run->state(), inputs.u.data(), y.data());
      SyscallGuard::disarm();
      finite = finite && all_finite(*run, y);
    }
  };
  steps(1000);
  const int syscalls = SyscallGuard::caught();
  const long faults = page_faults();
  const std::uint64_t heap = heap_calls();
  steps(count);
  EXPECT_EQ(heap_calls() - heap, 0u);
  EXPECT_EQ(page_faults() - faults, 0);
  EXPECT_EQ(SyscallGuard::caught() - syscalls, 0) << SyscallGuard::last_number();
  EXPECT_TRUE(finite);
  const Statistics& s = run->state().statistics();
  std::printf(
      "steps %llu, in film %llu, iterations %llu, rebuilds %llu, held %llu, rate limited "
      "%llu, repeated %llu, rolled back %llu, untrusted %llu\n",
      static_cast<unsigned long long>(s.steps), static_cast<unsigned long long>(s.steps_in_contact),
      static_cast<unsigned long long>(s.iterations), static_cast<unsigned long long>(s.rebuilds),
      static_cast<unsigned long long>(s.held), static_cast<unsigned long long>(s.rate_limited),
      static_cast<unsigned long long>(s.repeated), static_cast<unsigned long long>(s.rolled_back),
      static_cast<unsigned long long>(s.untrusted));
  EXPECT_EQ(s.steps, static_cast<std::uint64_t>(count + 1000));
  EXPECT_GE(s.held, static_cast<std::uint64_t>(count) / 2000);
  EXPECT_GE(s.steps_in_contact, s.steps / 10);
  EXPECT_LE(s.rolled_back, s.steps / 1000);
  if (!guarded) std::printf("system calls not counted: no Syscall User Dispatch here\n");
}

TEST(FilmPromise, HoldsUnderAMillionRandomLoads) {
  const gen::ReducedFilm film = robustness::line_film(17);  // small, so that it does not take long
  Instance run(bake_film(film, robustness::film_options(film, "line", gen::FilmScalar::float32)),
               "line");
  expect_promise(&run, 1000000);
  EXPECT_GE(run.state().statistics().rate_limited, 1000u);
}

TEST(FilmPromise, HoldsInBouncingImpacts) {
  const gen::ReducedFilm film = robustness::point_film();
  Instance run(bake_film(film, robustness::film_options(film, "point")), "point");
  expect_promise(&run, 100000);
}

// A film that fails in every other step, the repetition included, is as quiet as any.
TEST(FilmPromise, HoldsWhereStepsFail) {
  gen::ReducedFilm film = robustness::line_film();
  film.bases[0].iterations = film.bases[0].repeat_iterations = 1;
  film.bases[0].step_limit = 0.02;
  Instance run(bake_film(film, robustness::film_options(film, "line")), "line");
  RandomInputs inputs(run.model());
  std::vector<Real> y(static_cast<std::size_t>(run.dims().outputs));
  const std::uint64_t heap = heap_calls();
  bool finite = true;
  for (int k = 0; k < 20000; ++k) {
    inputs.next();
    (void)step(run.model(), run.state(), inputs.u.data(), y.data());
    finite = finite && all_finite(run, y);
  }
  EXPECT_TRUE(finite);
  EXPECT_EQ(heap_calls(), heap);
  EXPECT_GE(run.state().statistics().repeated, 100u);
  EXPECT_GE(run.state().statistics().rolled_back, 100u);
}

}  // namespace
}  // namespace mortise::test
