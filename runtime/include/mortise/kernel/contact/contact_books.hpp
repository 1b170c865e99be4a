// What outputs ask of contacts beyond their last step, kept where the file says so.
#pragma once

#include "mortise/kernel/contact/problem.hpp"

namespace mortise {

// What one contact did since the start. Rows: normal, two tangents.
struct ContactBook {
  Real impulse[3];   // sum of h lambda [N s]
  Real filtered[3];  // force behind a lag, F+ = keep F + (1 - keep) lambda [N]
  Real friction;     // what friction has taken [J]
  Real reserved;
};

// An output of contacts that is neither force nor gap; 0 for other quantities.
inline Real booked_output(const ModelView& m, const State& s, const OutputRule& rule) {
  const ContactBook* book = s.at<ContactBook>(m.layout.contact_books);
  switch (rule.quantity) {
    case quantity::contact_impulse:
      return book[rule.index / 3].impulse[rule.index % 3];
    case quantity::filtered_force:
      return book[rule.index / 3].filtered[rule.index % 3];
    case quantity::friction_work:
      return book[rule.index].friction;
    case quantity::contact_state: {
      const ContactMemory& c = s.at<ContactMemory>(m.layout.contact_memory)[rule.index];
      return c.active && c.status != contact_status::kInactive ? static_cast<Real>(c.status) : 0;
    }
    default:
      return 0;
  }
}

}  // namespace mortise
