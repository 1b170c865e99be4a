// The steps of every law over numbers that count, as pipeline.cc and its companions compile them
// for an instruction set.
#include "tests/bounds/counting_pipeline.hpp"

#include "tests/bounds/counted_runtime.hpp"
// in this order
#include "mortise/kernel/step.hpp"
#include "runtime/src/bolted/step.hpp"
#include "runtime/src/film/kinds.hpp"
#include "runtime/src/film/step.hpp"
#include "runtime/src/joint/step.hpp"
#include "runtime/src/sliding/step.hpp"
#include "tests/bounds/end_counted_runtime.hpp"

namespace mortise {

namespace counting {

namespace {

template <class T>
const FilmFunctions& functions_of_scalar(const FilmView& film) {
  static constexpr FilmFunctions kWide = functions_of_stepped<T, 4>(),
                                 kNarrow = functions_of_stepped<T, 3>();
  return film.constants->stencil == 4 ? kWide : kNarrow;
}

}  // namespace

// Functions of films that are neither carried nor followed by a moving edge.
const FilmFunctions& film_functions(const FilmView& film) {
  return film.scalar == 4 ? functions_of_scalar<bounds::CountedFloat>(film)
                          : functions_of_scalar<bounds::CountedDouble>(film);
}

}  // namespace counting

namespace bounds {

namespace {

using Number = CountedDouble;

Status law_step(const ModelView& m, State& s, const Number* u, Number* y) {
  if (m.is_joint()) return counting::JointStepper(m, s).run(u, y);
  if (m.is_bolted()) return counting::BoltedStepper(m, s).run(u, y);
  if (m.is_sliding()) return counting::SlidingStepper(m, s).run(u, y);
  if (!m.is_film()) return counting::step_contacts<DynamicSizes>(m, s, u, y);
  return counting::FilmStepper(m, s).run(u, y);
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

}  // namespace bounds

}  // namespace mortise
