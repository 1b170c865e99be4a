// What sliding contacts carry: the accelerations of generalised alpha.
#include "../carried.hpp"

#include "sticking.hpp"

namespace mortise {

namespace sliding {

namespace {

template <class T>
T* law_memory(const ModelView& m, const State& s, std::uint32_t offset) {
  return reinterpret_cast<T*>(const_cast<State&>(s).at<unsigned char>(m.layout.law_history) +
                              offset);
}

void walk(const ModelView& m, State& s, CarriedWalk* w) {
  if (!m.sliding.alpha) return;
  const SlidingLayout& l = m.sliding_layout;
  w->add(LinearKind::kAuxiliary, law_memory<Real>(m, s, l.auxiliary[s.current_]), m.dims.modes);
  w->add(LinearKind::kAcceleration, law_memory<Real>(m, s, l.acceleration[s.current_]),
         m.dims.modes);
}

// Segment, and how the contact touches; the slip of a bilateral one is judged by the step's status.
void branches(const ModelView& m, const State& after, BranchList* list) {
  const auto& c = *law_memory<SlidingMemory>(m, after, m.sliding_layout.memory[after.current_]);
  const auto& settings = *law_memory<SlidingSettings>(m, after, m.sliding_layout.settings);
  const bool sticks = m.sliding.unilateral && c.closed != 0 &&
                      baseline::rubs_below(settings.friction * c.normal, c.friction);
  list->add(4 * c.segment + (c.closed != 0 ? 1 : 0) + (sticks ? 2 : 0));
}

constexpr Carried make_carried() {
  Carried c;
  c.walk = walk;
  c.branches = branches;
  return c;
}

}  // namespace

}  // namespace sliding

constexpr Carried carried::sliding = sliding::make_carried();

}  // namespace mortise
