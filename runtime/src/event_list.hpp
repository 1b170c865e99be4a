// What changed at the interfaces in a step, as a law tells it.
#pragma once

#include "mortise/events.hpp"

namespace mortise {

// Open, closed and sticking, closed and slipping.
enum class Touch { kOpen, kSticks, kSlips };

class EventList {
 public:
  // events: room for `capacity` of them; what comes after is counted only
  EventList(ContactEvent* events, std::int32_t capacity) : events_(events), capacity_(capacity) {}

  // impulse: normal and two tangents [N s]
  void compare(std::int32_t contact, Touch before, Touch now, const Real (&impulse)[3]) {
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
  ContactEvent* events_;
  std::int32_t capacity_, count_ = 0, first_ = 0;
};

}  // namespace mortise
