// The promise for films: a million steps under random loads and what a broken sensor gives, without
// a heap call, a system call, a page fault or a number that is not finite.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "targets/linux-rt/heap_count.hpp"
#include "tests/realtime/watched_run.hpp"
#include "tests/robustness/film_models.hpp"

namespace mortise::test {
namespace {

using gen::Instance;

bool finite_film(const Instance& run, const std::vector<Real>& y) {
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

void expect_film_promise(Instance* run, int count) {
  test::expect_promise(run, count, finite_film);
  EXPECT_LE(run->state().statistics().rolled_back, run->state().steps() / 1000);
}

TEST(FilmPromise, HoldsUnderAMillionRandomLoads) {
  const gen::ReducedFilm film = robustness::line_film(17);  // small, so that it does not take long
  Instance run(bake(film, robustness::film_options(film, "line", gen::FilmScalar::float32)),
               "line");
  expect_film_promise(&run, 1000000);
  EXPECT_GE(run.state().statistics().rate_limited, 1000u);
}

TEST(FilmPromise, HoldsWhereTheFilmIsCarried) {
  const gen::ReducedFilm film = robustness::carried_film();
  Instance run(bake(film, robustness::film_options(film, "carried", gen::FilmScalar::float32)),
               "carried");
  expect_film_promise(&run, 200000);
  EXPECT_GE(run.state().statistics().rate_limited, 200u);
}

TEST(FilmPromise, HoldsInBouncingImpacts) {
  const gen::ReducedFilm film = robustness::point_film();
  Instance run(bake(film, robustness::film_options(film, "point")), "point");
  expect_film_promise(&run, 100000);
}

// A film that fails in every other step, the repetition included, is as quiet as any.
TEST(FilmPromise, HoldsWhereStepsFail) {
  gen::ReducedFilm film = robustness::line_film();
  film.bases[0].iterations = film.bases[0].repeat_iterations = 1;
  film.bases[0].step_limit = 0.02;
  Instance run(bake(film, robustness::film_options(film, "line")), "line");
  RandomInputs inputs(run.model());
  std::vector<Real> y(static_cast<std::size_t>(run.dims().outputs));
  const std::uint64_t heap = targets::heap_calls();
  bool finite = true;
  for (int k = 0; k < 20000; ++k) {
    inputs.next();
    (void)step(run.model(), run.state(), inputs.u.data(), y.data());
    finite = finite && finite_film(run, y);
  }
  EXPECT_TRUE(finite);
  EXPECT_EQ(targets::heap_calls(), heap);
  EXPECT_GE(run.state().statistics().repeated, 100u);
  EXPECT_GE(run.state().statistics().rolled_back, 100u);
}

}  // namespace
}  // namespace mortise::test
