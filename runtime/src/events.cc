#include "mortise/events.hpp"

#include "laws.hpp"

namespace mortise {

std::int32_t contact_events(const Model& model, const State& state, ContactEvent* events,
                            std::int32_t capacity) noexcept {
  EventList list(events, events ? capacity : 0);
  if (state.steps() == 0 || (state.statistics().last_status & status::kROLLED_BACK)) return 0;
  law_of(model).list_events(model.view(), state, &list);
  return list.count();
}

}  // namespace mortise
