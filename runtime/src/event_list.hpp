// What contacts did before a step and do since, as a law tells it.
#pragma once

#include "mortise/events.hpp"

namespace mortise {

class EventList {
 public:
  // events: room for `capacity` of them; what comes after is counted only
  EventList(ContactEvent* events, std::int32_t capacity) : events_(events), capacity_(capacity) {}
  // states: (count) of the contacts; those of which no law tells are left as they are
  EventList(Touch* states, std::int32_t count) : states_(states), states_count_(count) {}

  // impulse: normal and two tangents [N s]
  void compare(std::int32_t contact, Touch before, Touch now, const Real (&impulse)[3]) {
    if (first_ + contact < states_count_) states_[first_ + contact] = now;
    if (before == now) return;
    const EventKind kind = now == Touch::kOpen      ? EventKind::kOpened
                           : before == Touch::kOpen ? EventKind::kClosed
                           : now == Touch::kSlips   ? EventKind::kSlipped
                                                    : EventKind::kStuck;
    if (count_ < capacity_)
      events_[count_] = ContactEvent{first_ + contact, kind, {impulse[0], impulse[1], impulse[2]}};
    ++count_;
  }
  std::int32_t count() const { return count_; }

  // Contacts of the next interface count on behind the `contacts` of this one.
  void next_interface(std::int32_t contacts) { first_ += contacts; }

 private:
  ContactEvent* events_ = nullptr;
  Touch* states_ = nullptr;
  std::int32_t capacity_ = 0, states_count_ = 0, count_ = 0, first_ = 0;
};

}  // namespace mortise
