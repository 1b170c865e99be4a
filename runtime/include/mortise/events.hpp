// What happened to the contacts in the last step, and what they do since. Read on demand: a step
// only keeps what was before.
#pragma once

#include "mortise/state.hpp"
#include "mortise/touch.hpp"

namespace mortise {

// What has happened to a contact.
enum class EventKind : std::int32_t {
  kOpened = 1,  // it was closed after the step before
  kClosed = 2,
  kSlipped = 3,  // closed all along: it stuck and slips now
  kStuck = 4     // closed all along: it slipped and sticks now
};

// What an event is of, by law:
//   contact nodes     contact of the file; closed means with a force
//   joints            law point; closed means pressed. It slips where its friction is at the limit
//                     (Oden-Pires, Jenkins, Iwan), under the law in force
//   sliding contacts  0; a bilateral one opens when it would pull and sticks when its slip turns
//                     around
//   films             0; the bodies meet the film (closed) or leave it (opened). None under a
//                     prescribed load
//   assemblies        as its interface counts, behind the contacts and points of those before it
struct ContactEvent {
  std::int32_t contact;  // its number
  EventKind kind;        // what has happened to it
  // h x force of the step: normal (positive pushes apart), tangents [N s], in plane models per
  // depth. Of joints their law point's; of films h x force at the end of the step.
  Real impulse[3];
};

// Events of the last step, by ascending contact. Call it before anything else changes the state.
//   events    may be null if capacity is 0
// Returns how many there were; of more than `capacity` the first ones are written. None before the
// first step and after one that was rolled back.
std::int32_t contact_events(const Model& model, const State& state, ContactEvent* events,
                            std::int32_t capacity) noexcept;

// What every contact does at the end of the last step, numbered as events are. All are open before
// the first step and after one that was rolled back.
//   states  (count) filled; those beyond the contacts of the model are open
void contact_states(const Model& model, const State& state, Touch* states,
                    std::int32_t count) noexcept;

}  // namespace mortise
