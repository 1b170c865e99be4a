#include "mortise/events.hpp"

#include "joint/slip_limit.hpp"
#include "mortise/kernel/contact/problem.hpp"

namespace mortise {

namespace {

// Open, closed and sticking, closed and slipping.
enum class Touch { kOpen, kSticks, kSlips };

class EventList {
 public:
  EventList(ContactEvent* events, std::int32_t capacity) : events_(events), capacity_(capacity) {}

  // impulse: normal and two tangents
  void compare(std::int32_t contact, Touch before, Touch now, const Real (&impulse)[3]) {
    if (before == now) return;
    const EventKind kind = now == Touch::kOpen      ? EventKind::kOpened
                           : before == Touch::kOpen ? EventKind::kClosed
                           : now == Touch::kSlips   ? EventKind::kSlipped
                                                    : EventKind::kStuck;
    if (count_ < capacity_)
      events_[count_] = ContactEvent{contact, kind, {impulse[0], impulse[1], impulse[2]}};
    ++count_;
  }
  std::int32_t count() const { return count_; }

 private:
  ContactEvent* events_;
  std::int32_t capacity_, count_ = 0;
};

Touch touch(std::int32_t status) {
  return status == contact_status::kStick  ? Touch::kSticks
         : status == contact_status::kSlip ? Touch::kSlips
                                           : Touch::kOpen;
}

// Both lists of contacts ascend.
void compare_contacts(const ModelView& m, const State& s, EventList* list) {
  const auto* before = s.at<std::int32_t>(m.layout.contacts_before);
  const auto* now = s.at<std::int32_t>(m.layout.previous);
  const auto* memory = s.at<ContactMemory>(m.layout.contact_memory);
  const Real* lambda = s.at<Real>(m.layout.lambda);
  const std::int32_t nc = m.dims.contacts;
  for (std::int32_t i = 0, j = 0;;) {
    const std::int32_t old = i < s.contacts_before_ && i < nc ? before[i] / 4 : nc;
    const std::int32_t here = j < s.committed_contacts_ && j < nc ? now[j] : nc;
    const std::int32_t c = old < here ? old : here;
    if (c < 0 || c >= nc) return;
    const Touch was = old == c ? touch(before[i] % 4) : Touch::kOpen;
    const Touch is = here == c ? touch(memory[c].status) : Touch::kOpen;
    const Real* r = lambda + 3 * c;
    list->compare(c, was, is, {m.h * r[0], m.h * r[1], m.h * r[2]});
    i += old == c ? 1 : 0;
    j += here == c ? 1 : 0;
  }
}

void compare_points(const ModelView& m, const State& s, EventList* list) {
  const unsigned char* region = s.at<unsigned char>(m.layout.law_history);
  const JointLayout& l = m.joint_layout;
  const auto& law = *reinterpret_cast<const JointParameters*>(region + l.parameters);
  const auto array = [&](std::uint32_t copy, std::uint32_t offset) {
    return reinterpret_cast<const Real*>(region + l.memory[copy] + offset);
  };
  const auto touches = [&](std::uint32_t copy, std::int32_t k) {
    const Real pressure = array(copy, l.pressure)[k];
    if (!(pressure > 0)) return Touch::kOpen;
    return baseline::at_slip_limit(law, array(copy, l.tangent)[k], pressure,
                                   m.joint.point[k].length)
               ? Touch::kSlips
               : Touch::kSticks;
  };
  for (std::int32_t k = 0; k < m.joint.points; ++k)
    list->compare(
        k, touches(1 - s.current_, k), touches(s.current_, k),
        {m.h * array(s.current_, l.normal_mean)[k], m.h * array(s.current_, l.tangent_mean)[k], 0});
}

void compare_sliding(const ModelView& m, const State& s, EventList* list) {
  constexpr Real kStickMargin = 1e-9;
  const unsigned char* region = s.at<unsigned char>(m.layout.law_history);
  const SlidingLayout& l = m.sliding_layout;
  const auto& settings = *reinterpret_cast<const SlidingSettings*>(region + l.settings);
  const auto memory = [&](std::uint32_t copy) -> const SlidingMemory& {
    return *reinterpret_cast<const SlidingMemory*>(region + l.memory[copy]);
  };
  const auto touches = [&](const SlidingMemory& c) {
    const Real forward = settings.velocity < 0 ? -c.slip : c.slip;
    const bool closed = m.sliding.unilateral ? c.closed != 0 : !(c.normal < 0);
    if (!closed) return Touch::kOpen;
    const Real rubs = c.friction < 0 ? -c.friction : c.friction;
    const bool sticks = m.sliding.unilateral
                            ? rubs < settings.friction * c.normal * (1 - kStickMargin)
                            : settings.friction > 0 && forward < 0;
    return sticks ? Touch::kSticks : Touch::kSlips;
  };
  const SlidingMemory& now = memory(s.current_);
  list->compare(0, touches(memory(1 - s.current_)), touches(now),
                {m.h * now.normal, m.h * now.friction, 0});
}

void compare_film(const ModelView& m, const State& s, EventList* list) {
  if (m.film.constants->loaded) return;
  const auto touches = [](bool inside) { return inside ? Touch::kSlips : Touch::kOpen; };
  list->compare(0, touches(s.statistics_.last_active > 0), touches(s.film_.basis >= 0),
                {m.h * m.film.constants->force * s.film_.force, 0, 0});
}

}  // namespace

std::int32_t contact_events(const Model& model, const State& state, ContactEvent* events,
                            std::int32_t capacity) noexcept {
  const ModelView& m = model.view();
  EventList list(events, events ? capacity : 0);
  if (state.steps() == 0 || (state.statistics().last_status & status::kROLLED_BACK)) return 0;
  if (m.is_joint()) {
    compare_points(m, state, &list);
  } else if (m.is_sliding()) {
    compare_sliding(m, state, &list);
  } else if (m.is_film()) {
    compare_film(m, state, &list);
  } else {
    compare_contacts(m, state, &list);
  }
  return list.count();
}

}  // namespace mortise
