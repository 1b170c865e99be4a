#include "mortise/events.hpp"

#include "laws.hpp"

namespace mortise {

namespace {

// Whether a step has been made that stands.
bool has_stepped(const State& state) {
  return state.steps() > 0 && !(state.statistics().last_status & status::kROLLED_BACK);
}

}  // namespace

std::int32_t contact_events(const Model& model, const State& state, ContactEvent* events,
                            std::int32_t capacity) noexcept {
  EventList list(events, events ? capacity : 0);
  if (has_stepped(state)) law_of(model).list_events(model.view(), state, &list);
  return list.count();
}

void contact_states(const Model& model, const State& state, Touch* states,
                    std::int32_t count) noexcept {
  for (std::int32_t k = 0; k < count; ++k) states[k] = Touch::kOpen;
  EventList list(states, count);
  if (has_stepped(state)) law_of(model).list_events(model.view(), state, &list);
}

}  // namespace mortise
