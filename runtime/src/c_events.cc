// The C interface: contact events of the last step and the distance from the training box.
#include "c_common.hpp"

namespace {

using mortise::c::as_model;
using mortise::c::as_state;
using mortise::c::usable;

static_assert(sizeof(mortise_contact_event) == sizeof(mortise::ContactEvent), "copied as bytes");
MORTISE_SAME_MEMBER(mortise_contact_event, mortise::ContactEvent, contact)
MORTISE_SAME_MEMBER(mortise_contact_event, mortise::ContactEvent, kind)
MORTISE_SAME_MEMBER(mortise_contact_event, mortise::ContactEvent, impulse)
static_assert(MORTISE_OPENED == static_cast<int>(mortise::EventKind::kOpened), "same numbers");
static_assert(MORTISE_CLOSED == static_cast<int>(mortise::EventKind::kClosed), "same numbers");
static_assert(MORTISE_SLIPPED == static_cast<int>(mortise::EventKind::kSlipped), "same numbers");
static_assert(MORTISE_OPEN == static_cast<int>(mortise::Touch::kOpen), "same numbers");
static_assert(MORTISE_STICKS == static_cast<int>(mortise::Touch::kSticks), "same numbers");
static_assert(MORTISE_SLIPS == static_cast<int>(mortise::Touch::kSlips), "same numbers");
static_assert(MORTISE_STUCK == static_cast<int>(mortise::EventKind::kStuck), "same numbers");

// Moves events to where a caller expects them whose own are larger, the last one first.
void spread(mortise_contact_event* events, int32_t count, size_t event_size) {
  auto* bytes = reinterpret_cast<unsigned char*>(events);
  for (int32_t k = count - 1; k >= 0; --k) {
    unsigned char* to = bytes + static_cast<size_t>(k) * event_size;
    std::memmove(to, events + k, sizeof *events);
    std::memset(to + sizeof *events, 0, event_size - sizeof *events);
  }
}

}  // namespace

extern "C" {

int32_t mortise_contact_events(const mortise_model* m, const mortise_state* s,
                               mortise_contact_event* events, int32_t capacity, size_t event_size) {
  if (!usable(m, s) || event_size < sizeof *events) return 0;
  const int32_t count = mortise::contact_events(
      *as_model(m), *as_state(s), reinterpret_cast<mortise::ContactEvent*>(events), capacity);
  if (events && event_size > sizeof *events)
    spread(events, count < capacity ? count : capacity, event_size);
  return count;
}

void mortise_contact_states(const mortise_model* m, const mortise_state* s, int32_t* states,
                            int32_t count) {
  for (int32_t k = 0; states && k < count; ++k) states[k] = MORTISE_OPEN;
  if (states && usable(m, s))
    mortise::contact_states(*as_model(m), *as_state(s), reinterpret_cast<mortise::Touch*>(states),
                            count);
}

double mortise_input_distance(const mortise_model* m, const mortise_state* s, int32_t index) {
  return usable(m, s) ? mortise::input_distance(*as_model(m), *as_state(s), index) : 0;
}

double mortise_parameter_distance(const mortise_model* m, const mortise_state* s, int32_t id) {
  return usable(m, s) ? mortise::parameter_distance(*as_model(m), *as_state(s), id) : 0;
}

double mortise_training_distance(const mortise_model* m, const mortise_state* s, int32_t* input,
                                 int32_t* parameter) {
  mortise::TrainingDistance far;
  if (usable(m, s)) far = mortise::training_distance(*as_model(m), *as_state(s));
  if (input) *input = far.input;
  if (parameter) *parameter = far.parameter;
  return far.distance;
}

}  // extern "C"
