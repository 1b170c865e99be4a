// The steps of every law over numbers that count, as pipeline.cc and its companions compile them
// for an instruction set.
#include "tests/bounds/counting_pipeline.hpp"

#include "tests/bounds/counted_runtime.hpp"
// in this order
#include "mortise/kernel/step.hpp"
#include "runtime/src/bolted/step.hpp"
#include "runtime/src/film/step.hpp"
#include "runtime/src/joint/step.hpp"
#include "runtime/src/sliding/step.hpp"
#include "tests/bounds/end_counted_runtime.hpp"

namespace mortise::bounds {

namespace {

using Number = CountedDouble;

template <class T>
Status film_step(const ModelView& m, State& s, const Number* u, Number* y) {
  return m.film.constants->stencil == 4 ? counting::FilmStepper<T, 4>(m, s).run(u, y)
                                        : counting::FilmStepper<T, 3>(m, s).run(u, y);
}

Status law_step(const ModelView& m, State& s, const Number* u, Number* y) {
  if (m.is_joint()) return counting::JointStepper(m, s).run(u, y);
  if (m.is_bolted()) return counting::BoltedStepper(m, s).run(u, y);
  if (m.is_sliding()) return counting::SlidingStepper(m, s).run(u, y);
  if (!m.is_film()) return counting::Stepper<DynamicSizes>(m, s).run(u, y);
  return m.film.scalar == 4 ? film_step<CountedFloat>(m, s, u, y)
                            : film_step<CountedDouble>(m, s, u, y);
}

}  // namespace

std::uint32_t run_counting(const void* view, void* state, const void* u, void* y,
                           std::uint64_t* counted) noexcept {
  const std::uint64_t before = flops;
  const Status st = law_step(*static_cast<const ModelView*>(view), *static_cast<State*>(state),
                             static_cast<const Number*>(u), static_cast<Number*>(y));
  *counted = flops - before;
  return st;
}

}  // namespace mortise::bounds
