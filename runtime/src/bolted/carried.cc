// What bolted contacts carry: the tangential gaps from which clusters stick. Forces and gaps
// follow.
#include "../carried.hpp"

#include "step.hpp"

namespace mortise {

namespace bolted {

namespace {

class BoltedCarried : baseline::BoltedStepper {
 public:
  using BoltedStepper::BoltedStepper;

  void walk(CarriedWalk* w) const {
    const Memory now = memory(0);
    for (std::int32_t c = 0; c < b_.clusters; ++c)
      w->add(LinearKind::kSlip, (c < b_.base ? now.x : now.anchor) + 3 * c + 1, 2, 2 * c);
  }

  void settle() const {
    const Memory now = memory(0);
    free_rows(q(), last_inputs());
    add_contact(now.y, now.x);
    push(now);
  }

  void branches(BranchList* list) const {
    for (std::int32_t c = 0; c < b_.clusters; ++c) list->add(memory(0).status[c]);
  }
};

void walk(const ModelView& m, State& s, CarriedWalk* w) { BoltedCarried(m, s).walk(w); }
void settle(const ModelView& m, State& s, bool) { BoltedCarried(m, s).settle(); }
void branches(const ModelView& m, const State& after, BranchList* list) {
  BoltedCarried(m, const_cast<State&>(after)).branches(list);
}

constexpr Carried make_carried() {
  Carried c;
  c.walk = walk;
  c.settle = settle;
  c.branches = branches;
  return c;
}

}  // namespace

}  // namespace bolted

constexpr Carried carried::bolted = bolted::make_carried();

}  // namespace mortise
